import { type PDF } from '@libpdf/core';
import { hasAllPages } from './pdf-integrity.js';

/** Whether a PDF was opened by its own cross-reference table, without recovery, and has this many pages. */
export function isComplete(pdf: PDF, expectedPages: number): boolean {
  return !pdf.recoveredViaBruteForce && pdf.getPageCount() === expectedPages && hasAllPages(pdf);
}
