import { parseId } from '../../common/ids.js';
import { emailKey } from '../../common/validation/email.decorator.js';
import { MAX_EMAIL } from '../../common/validation/limits.js';
import { searchText } from './search-text.js';

/** The longest text in a search box, in UTF-16 units. */
export const MAX_SOUGHT = 300;

/** What the text in a search box means; exactly one of these. */
interface Sought {
  id?: number;
  /** How an address begins, as an `emailKey`. */
  address?: string;
  text?: string;
}

const NUMBER = /^#?(\d+)$/;

/** Digits are an id, and an `@` makes an address. Null if nothing can match. */
export function readSought(typed: string): Sought | null {
  const text = searchText(typed, MAX_SOUGHT);
  if (text === undefined) return null;
  const digits = NUMBER.exec(text)?.[1];
  if (digits !== undefined) return idOf(digits);
  if (!text.includes('@')) return { text };
  return text.length > MAX_EMAIL ? null : { address: emailKey(text) };
}

function idOf(digits: string): Sought | null {
  const id = parseId(digits);
  return id === null ? null : { id };
}
