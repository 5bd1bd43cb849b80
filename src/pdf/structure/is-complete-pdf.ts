import { PDF } from '@libpdf/core';
import { hasAllPages } from './pdf-integrity.js';

/** Whether a PDF opens by its own cross-reference table, without recovery, and has this many pages. */
export async function isCompletePdf(bytes: Uint8Array, expectedPages: number): Promise<boolean> {
  const pdf = await PDF.load(bytes);
  return !pdf.recoveredViaBruteForce && pdf.getPageCount() === expectedPages && hasAllPages(pdf);
}
