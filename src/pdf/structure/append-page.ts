import { type PDF, PdfArray, PdfDict, PdfName, PdfNumber, PDFPage } from '@libpdf/core';
import { newResources } from './device-colors.js';
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
    Resources: newResources(pdf),
  });
  const ref = pdf.register(page);
  kids.push(ref);
  root.set('Count', PdfNumber.of(count + 1));
  return new PDFPage(ref, page, count, pdf.context);
}

const box = ({ width, height }: PageSize) =>
  new PdfArray([0, 0, width, height].map((side) => PdfNumber.of(side)));
