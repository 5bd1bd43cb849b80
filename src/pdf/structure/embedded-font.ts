import { type PDF, PdfDict, PdfRef } from '@libpdf/core';

/** Whether a font brings its glyphs, or each program takes one of its own for it (ISO 32000-2 §9.9). */
export function isEmbedded(pdf: PDF, font: PdfDict): boolean {
  const resolve = (ref: PdfRef) => pdf.getObject(ref);
  const [first] = [...(font.getArray('DescendantFonts', resolve) ?? [])];
  const descendant = first instanceof PdfRef ? resolve(first) : first;
  const owner = descendant instanceof PdfDict ? descendant : font;
  const description = owner.getDict('FontDescriptor', resolve);
  return ['FontFile', 'FontFile2', 'FontFile3'].some((key) => description?.has(key));
}
