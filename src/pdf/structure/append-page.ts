import { type PDF, PdfArray, PdfDict, PdfName, PdfNumber, PDFPage } from '@libpdf/core';
import { inGrey, isWithoutRgb } from './grey-only.js';
import { type PageSize } from './page-size.js';

/**
 * Adds an empty page at the end of the document, as a child of the page tree's root.
 *
 * The library's addPage first moves every page directly below the root, so pages that inherit resources, boxes or rotation
 * from an intermediate node lose them. This function changes no other page. The new page sets all four inheritable
 * attributes (ISO 32000-1 §7.7.3.4) itself, so it inherits nothing.
 * `pdf` counts the page only after it was saved and reopened. @throws Error if the document has no page tree
 */
export function appendPage(pdf: PDF, size: PageSize): PDFPage {
  const tree = pdf.getCatalog().getRef('Pages');
  const root = tree && pdf.getObject(tree);
  const kids = root instanceof PdfDict ? root.getArray('Kids') : undefined;
  if (!tree || !(root instanceof PdfDict) || !kids) throw new Error('The document has no page tree');
  const count = root.getNumber('Count')?.value ?? 0;
  const page = PdfDict.of({
    Type: PdfName.of('Page'),
    Parent: tree,
    MediaBox: box(size),
    CropBox: box(size),
    Rotate: PdfNumber.of(0),
    Resources: new PdfDict(),
  });
  const ref = pdf.register(page);
  kids.push(ref);
  root.set('Count', PdfNumber.of(count + 1));
  const added = new PDFPage(ref, page, count, pdf.context);
  return isWithoutRgb(pdf) ? drawnInGrey(added) : added;
}

/** The library's own way to add to a page's content. */
interface WithContent {
  appendContent(part: string | Uint8Array): void;
}

function drawnInGrey(page: PDFPage): PDFPage {
  const { appendContent } = page as unknown as WithContent;
  const append = (part: string | Uint8Array) =>
    appendContent.call(page, inGrey(typeof part === 'string' ? part : Buffer.from(part).toString('latin1')));
  return Object.assign(page, { appendContent: append });
}

const box = ({ width, height }: PageSize) =>
  new PdfArray([0, 0, width, height].map((side) => PdfNumber.of(side)));
