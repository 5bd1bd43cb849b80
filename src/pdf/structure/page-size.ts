import { type PDF } from '@libpdf/core';
import { inherited, sidesOf, unitOf } from './page-geometry.js';

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
  const page = pdf.getPage(pdf.getPageCount() - 1);
  const box = sidesOf(inherited(pdf, page, 'MediaBox'));
  if (!box || !page) return A4;
  const sides = [box.right - box.left, box.top - box.bottom].map((side) => side * unitOf(pdf, page));
  const [short, long] = sides.sort((a, b) => a - b);
  const isLetter =
    Math.abs(short! - US_LETTER.width) < TOLERANCE && Math.abs(long! - US_LETTER.height) < TOLERANCE;
  return isLetter ? US_LETTER : A4;
}
