import { type PDF, PdfArray, PdfDict, type PdfObject, PdfRef, PdfStream } from '@libpdf/core';

/**
 * Lists a subset font's glyphs (ISO 32000-1 table 124, `CIDSet`), as the first part of PDF/A requires (ISO 19005-1
 * §6.3.5). Later parts discourage it.
 * @param font the composite font (ISO 32000-1 §9.7.6)
 */
export function nameCids(pdf: PDF, font: PdfRef, cids: Iterable<number>): void {
  const resolve = (object: PdfObject | null | undefined) =>
    object instanceof PdfRef ? pdf.getObject(object) : object;
  const composite = resolve(font);
  const descendants = composite instanceof PdfDict ? resolve(composite.get('DescendantFonts')) : null;
  const descendant = descendants instanceof PdfArray ? resolve(descendants.at(0)) : null;
  const descriptor = descendant instanceof PdfDict ? resolve(descendant.get('FontDescriptor')) : null;
  if (!(descriptor instanceof PdfDict)) throw new Error('A composite font has no descriptor');
  descriptor.set('CIDSet', pdf.register(PdfStream.fromDict({}, bitsOf(cids))));
}

/**
 * One bit per number from 0, the first in the highest bit of the first byte. Zero, the missing glyph, is always set.
 */
function bitsOf(cids: Iterable<number>): Uint8Array {
  const numbers = new Set([0, ...cids]);
  const bits = new Uint8Array((Math.max(...numbers) >> 3) + 1);
  for (const cid of numbers) bits[cid >> 3]! |= 0x80 >> (cid & 7);
  return bits;
}
