import { type PDF, PdfArray, PdfDict, PdfNumber, type PdfObject, PdfRef } from '@libpdf/core';

/** Keys that do not affect what a page shows; broken references in them do not matter. */
const NAVIGATION_KEYS = new Set(
  'Parent P B A AA Dest Popup IRT Metadata PieceInfo Thumb StructParent StructParents'.split(' '),
);

/** The beginning of an indirect object (ISO 32000-1 §7.3.10). */
const OBJECT_START = /\b\d{1,10}\s{1,8}\d{1,5}\s{1,8}obj\b/;

/**
 * Whether the end of the file is missing. A complete PDF ends with `startxref` (ISO 32000-1 §7.5.5), which may be
 * followed by junk but not by objects. A truncated file has none, or only that of an earlier revision or of a
 * linearized file's first page, followed by objects.
 */
export function isCutOff(bytes: Buffer): boolean {
  const end = bytes.lastIndexOf('startxref');
  return end === -1 || OBJECT_START.test(bytes.toString('latin1', end));
}

/** Whether a trailer refers to an encryption dictionary. Searches the bytes, because recovery loses the trailers. */
export function mentionsEncryption(bytes: Buffer): boolean {
  return /\/Encrypt\s{0,8}(\d{1,10}\s{1,8}\d{1,5}\s{1,8}R|<<)/.test(bytes.toString('latin1'));
}

/** Whether the page tree has as many pages as it states: the library silently skips missing pages. */
export function hasAllPages(pdf: PDF): boolean {
  const resolve = (ref: PdfRef) => pdf.getObject(ref);
  const declared = pdf.getCatalog().getDict('Pages', resolve)?.get('Count', resolve);
  return declared instanceof PdfNumber && declared.value === pdf.getPageCount();
}

/**
 * Whether everything the pages show is in the file. For rebuilt files, whose missing objects would otherwise go
 * unnoticed.
 */
export function hasAllParts(pdf: PDF): boolean {
  const seen = new Set<string>();
  const left: PdfObject[] = pdf.getPages().map((page) => page.dict);
  for (let part = left.pop(); part !== undefined; part = left.pop()) {
    if (part instanceof PdfRef) {
      const name = `${part.objectNumber} ${part.generation}`;
      if (seen.has(name)) continue;
      seen.add(name);
      const found = pdf.getObject(part);
      if (found === null) return false;
      left.push(found);
    } else if (part instanceof PdfArray) left.push(...part);
    else if (part instanceof PdfDict) {
      for (const [key, value] of part) if (!NAVIGATION_KEYS.has(key.value)) left.push(value);
    }
  }
  return true;
}
