import {
  type PDF,
  PdfArray,
  PdfDict,
  PdfName,
  PdfNumber,
  type PdfObject,
  PdfRef,
  PdfString,
  type PDFPage,
} from '@libpdf/core';

/** A place on its page in points from the lower left corner, before any rotation (ISO 32000-1 §12.5.2). */
export interface FieldBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** What is seen nowhere stands at a point. */
export const UNSEEN: FieldBox = { x: 0, y: 0, width: 0, height: 0 };

/** Prints with its page and cannot be moved (ISO 32000-1 §12.5.3, bits 3 and 8). */
const PRINTED_AND_LOCKED = 132;
/** Holds signatures, and may only be changed by appending (ISO 32000-1 §12.7.2, bits 1 and 2). */
const SIGNED_AND_APPENDED = 3;

/**
 * Adds an empty signature field (ISO 32000-1 §12.7.4.5) to a page. All of a document's fields are made before the first
 * signature, so that none after it adds anything.
 */
export function addSignatureField(pdf: PDF, name: string, page: PDFPage, box: FieldBox): void {
  const { x, y, width, height } = box;
  const field = pdf.register(
    PdfDict.of({
      FT: PdfName.of('Sig'),
      T: PdfString.fromString(name),
      Type: PdfName.of('Annot'),
      Subtype: PdfName.of('Widget'),
      F: PdfNumber.of(PRINTED_AND_LOCKED),
      Rect: new PdfArray([x, y, x + width, y + height].map((side) => PdfNumber.of(round(side)))),
      P: page.ref,
    }),
  );
  arrayOf(pdf, page.dict, 'Annots').push(field);
  const form = formOf(pdf);
  arrayOf(pdf, form, 'Fields').push(field);
  form.set('SigFlags', PdfNumber.of(SIGNED_AND_APPENDED));
}

/** The field of this name at the form's top. @throws Error where there is none, or it is signed */
export function emptySignatureField(pdf: PDF, name: string): PdfDict {
  for (const item of arrayOf(pdf, formOf(pdf), 'Fields')) {
    const field = item instanceof PdfRef ? pdf.getObject(item) : item;
    if (!(field instanceof PdfDict) || field.getString('T')?.asString() !== name) continue;
    if (field.has('V')) throw new Error('The field is signed already');
    return field;
  }
  throw new Error('The document has no such field');
}

function formOf(pdf: PDF): PdfDict {
  const catalog = pdf.getCatalog();
  const form = catalog.getDict('AcroForm', resolverOf(pdf));
  if (form) return form;
  const made = PdfDict.of({ Fields: new PdfArray([]) });
  catalog.set('AcroForm', pdf.register(made));
  return made;
}

/** The array of a dictionary, which gets one where it has none. */
function arrayOf(pdf: PDF, owner: PdfDict, key: string): PdfArray {
  const found = owner.getArray(key, resolverOf(pdf));
  if (found) return found;
  const made = new PdfArray([]);
  owner.set(key, made);
  return made;
}

const resolverOf =
  (pdf: PDF) =>
  (ref: PdfRef): PdfObject | null =>
    pdf.getObject(ref);
const round = (points: number) => Number(points.toFixed(2));
