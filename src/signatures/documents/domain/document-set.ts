import { MAX_NAME } from '../../../common/validation/limits.js';
import { MAX_PAGES } from '../../../pdf/document-limits.js';

export const MAX_DOCUMENTS = 10;
/** Of all documents of a request together, as signers read them. */
export const MAX_TOTAL_PAGES = MAX_PAGES;
export const MAX_TOTAL_BYTES = 60 * 1024 * 1024;
/** One signer may have to fill in all of them in one form. */
export const MAX_TOTAL_FIELDS = 1_000;

/** Whether a request with these documents is too large. */
export const isTooLarge = ({ pages, bytes }: { pages: number; bytes: number }): boolean =>
  pages > MAX_TOTAL_PAGES || bytes > MAX_TOTAL_BYTES;

/** What the names of files are compared by: file systems of many people ignore case. */
const keyOf = (name: string) => name.normalize('NFC').toLowerCase();

/**
 * The name with a number if another document has it already: `Lease (2).pdf`. At most MAX_NAME UTF-16 units.
 * @param taken - names of the other documents
 */
export function distinctName(name: string, taken: readonly string[]): string {
  const keys = new Set(taken.map(keyOf));
  if (!keys.has(keyOf(name))) return name;
  const [, base = name, extension = ''] = /^(.+?)(\.[\p{L}\p{N}]{1,10})?$/su.exec(name) ?? [];
  for (let number = 2; ; number++) {
    const end = ` (${number})${extension}`;
    const numbered = `${base.slice(0, MAX_NAME - end.length).toWellFormed()}${end}`;
    if (!keys.has(keyOf(numbered))) return numbered;
  }
}
