import { isTooLarge } from '../domain/document-set.js';
import { type DocumentWithFiles } from '../request-documents.queries.js';
import { documentsTooLarge } from './document.errors.js';

/**
 * Whether a draft's documents are small enough with another at one of their numbers.
 * @param own - pages and bytes of the PDF that signers would read there
 * @throws AppError 413 `documents_too_large`
 */
export function assertTogether(
  documents: readonly DocumentWithFiles[],
  n: number,
  own: { pages: number; bytes: number },
): void {
  const others = documents.filter((each) => each.n !== n).flatMap(({ files }) => files.presented ?? []);
  if (others.length === 0) return;
  const pages = others.reduce((sum, file) => sum + file.pages, own.pages);
  const bytes = others.reduce((sum, file) => sum + file.sizeBytes, own.bytes);
  if (isTooLarge({ pages, bytes })) throw documentsTooLarge(pages, bytes);
}
