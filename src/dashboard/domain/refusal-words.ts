import { type AppError } from '../../common/errors.js';
import { FORM_REFUSAL_CODES } from '../../pdf/form-import.js';
import { type Statement } from '../../platform/templates/statement.js';

/** Codes whose text says everything that the error does. */
const EXPLAINED: ReadonlySet<string | undefined> = new Set([
  'file_missing',
  'document_too_large',
  'document_too_many_pages',
  'document_too_complex',
  'document_converter_missing',
  'document_certified',
  'document_has_text_tags',
  ...FORM_REFUSAL_CODES,
  'document_gone',
  'document_missing',
  'template_archived',
  'under_way',
]);

/** What was refused. */
type Refused = 'document' | 'address' | 'name' | 'fields' | 'value' | 'archive' | 'other';

/** Why something was refused: in the reader's language, and in the API's English. */
export interface RefusalWords {
  words: Statement;
  /** The API's sentence; readers of English get it alone. */
  reason: string;
  /** Whether `words` says it all, so that readers of other languages need no English. */
  isWhole: boolean;
}

/** @param refused - tells what was refused, if the error's code has no text of its own */
export function refusalWords(
  { code, message: reason }: Pick<AppError, 'code' | 'message'>,
  refused: Refused,
): RefusalWords {
  const isWhole = EXPLAINED.has(code);
  return { words: { key: `dashboard.refusals.${isWhole ? code! : refused}` }, reason, isWhole };
}
