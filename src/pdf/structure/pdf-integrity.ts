import { type PDF, PdfArray, PdfDict, PdfNumber, type PdfObject, PdfRef } from '@libpdf/core';

/** Keys that lead away from what a page shows; a dead link behind them takes nothing from the page. */
const NAVIGATION_KEYS = new Set(
  'Parent P B A AA Dest Popup IRT Metadata PieceInfo Thumb StructParent StructParents'.split(' '),
);

/** One indirect object's beginning, as ISO 32000-1 §7.3.10 writes it. */
const OBJECT_START = /\b\d{1,10}\s{1,8}\d{1,5}\s{1,8}obj\b/;

/**
 * Whether the end of the file is missing. The last section of a complete PDF ends with `startxref`
 * (ISO 32000-1 §7.5.5), and whatever junk may follow, no object does. A file cut off in the middle has none, or
 * only that of an earlier revision, or of a linearized file's first page, with objects behind it.
 */
export function isCutOff(bytes: Buffer): boolean {
  const end = bytes.lastIndexOf('startxref');
  return end === -1 || OBJECT_START.test(bytes.toString('latin1', end));
}

/** Whether any trailer names an encryption dictionary. Reading by search loses the trailers, so the bytes are asked. */
export function mentionsEncryption(bytes: Buffer): boolean {
  return /\/Encrypt\s{0,8}(\d{1,10}\s{1,8}\d{1,5}\s{1,8}R|<<)/.test(bytes.toString('latin1'));
}

/** Whether the page tree says as many pages as it has: the library passes silently over pages that are lost. */
export function hasAllPages(pdf: PDF): boolean {
  const resolve = (ref: PdfRef) => pdf.getObject(ref);
  const declared = pdf.getCatalog().getDict('Pages', resolve)?.get('Count', resolve);
  return declared instanceof PdfNumber && declared.value === pdf.getPageCount();
}

/** Whether everything that the pages show is in the file. Asked of rebuilt files, whose lost parts none else reports. */
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

/** Whether the form is XFA, whose pages are drawn by a program inside it and not by the PDF that is shown. */
export function isXfa(pdf: PDF): boolean {
  const form = pdf.getCatalog().getDict('AcroForm', (ref) => pdf.getObject(ref));
  return form?.has('XFA') ?? false;
}

/** Whether the author certified the file against changes (ISO 32000-1 §12.8.4), of which a page more is one. */
export function isCertified(pdf: PDF): boolean {
  const permissions = pdf.getCatalog().getDict('Perms', (ref) => pdf.getObject(ref));
  return permissions?.has('DocMDP') ?? false;
}

/** Whether the file holds a signature that it loses because it cannot be extended by appending. */
export function losesSignature(pdf: PDF, rebuilt: boolean): boolean {
  if (!rebuilt && pdf.canSaveIncrementally() === null) return false;
  return (
    pdf
      .getForm()
      ?.getSignatureFields()
      .some((field) => field.isSigned()) ?? false
  );
}
