import { type PDF, type PdfArray, PdfDict, PdfNumber, type PdfObject, type PdfRef } from '@libpdf/core';

/** Width and height in points (1/72 inch). */
export interface PageSize {
  width: number;
  height: number;
}

export const A4: PageSize = { width: 595.28, height: 841.89 };
const US_LETTER: PageSize = { width: 612, height: 792 };
const TOLERANCE = 4;
/** Levels of a page tree that are climbed: enough for any real file, an end for a circular one. */
const MAX_TREE_DEPTH = 50;

/** The upright paper that goes with a document: US Letter behind Letter pages, A4 behind everything else. */
export function paperFor(pdf: PDF): PageSize {
  const box = mediaBox(pdf);
  if (!box) return A4;
  const [left, bottom, right, top] = Array.from(box, (side) =>
    side instanceof PdfNumber ? side.value : Number.NaN,
  );
  const [short, long] = [Math.abs(right! - left!), Math.abs(top! - bottom!)].sort((a, b) => a - b);
  const isLetter =
    Math.abs(short! - US_LETTER.width) < TOLERANCE && Math.abs(long! - US_LETTER.height) < TOLERANCE;
  return isLetter ? US_LETTER : A4;
}

/** The last page's box, its own or inherited: the library's getter takes US Letter where the page itself has none. */
function mediaBox(pdf: PDF): PdfArray | undefined {
  const resolve = (ref: PdfRef) => pdf.getObject(ref);
  let node: PdfObject | undefined = pdf.getPage(pdf.getPageCount() - 1)?.dict;
  for (let depth = 0; node instanceof PdfDict && depth < MAX_TREE_DEPTH; depth++) {
    const box = node.getArray('MediaBox', resolve);
    if (box) return box;
    node = node.getDict('Parent', resolve);
  }
  return undefined;
}
