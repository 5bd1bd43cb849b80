import { type PDF } from '@libpdf/core';
import { inherited, sidesOf } from './page-geometry.js';

/** Width and height in points (1/72 inch). */
export interface PageSize {
  width: number;
  height: number;
}

export const A4: PageSize = { width: 595.28, height: 841.89 };
const US_LETTER: PageSize = { width: 612, height: 792 };
const TOLERANCE = 4;

/** The portrait paper size for pages added to a document: US Letter after Letter pages, otherwise A4. */
export function paperFor(pdf: PDF): PageSize {
  const box = sidesOf(inherited(pdf, pdf.getPage(pdf.getPageCount() - 1), 'MediaBox'));
  if (!box) return A4;
  const [short, long] = [box.right - box.left, box.top - box.bottom].sort((a, b) => a - b);
  const isLetter =
    Math.abs(short! - US_LETTER.width) < TOLERANCE && Math.abs(long! - US_LETTER.height) < TOLERANCE;
  return isLetter ? US_LETTER : A4;
}
