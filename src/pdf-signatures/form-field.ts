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

export interface NewField {
  /** Holds a signature, or a text that nobody types. */
  kind: 'signature' | 'text';
  /** Without periods, which part names in a form (ISO 32000-1 §12.7.3.2). */
  name: string;
  /** What readers call the field instead of its name. */
  label: string;
  box: FieldBox;
}

/** Prints with its page and cannot be moved (ISO 32000-1 §12.5.3, bits 3 and 8). */
const PRINTED_AND_LOCKED = 132;
/** Holds signatures, and may only be changed by appending (ISO 32000-1 §12.7.2, bits 1 and 2). */
const SIGNED_AND_APPENDED = 3;
/** Nobody types into it (ISO 32000-1 §12.7.3.1, bit 1). */
const READ_ONLY = 1;

/**
 * Adds an empty field to a page (ISO 32000-1 §12.7.4). All of a document's fields are made before the first signature, so
 * that none after it adds anything.
 */
export function addField(pdf: PDF, page: PDFPage, { kind, name, label, box }: NewField): void {
  const { x, y, width, height } = box;
  const field = PdfDict.of({
    FT: PdfName.of(kind === 'signature' ? 'Sig' : 'Tx'),
    T: PdfString.fromString(name),
    TU: PdfString.fromString(label),
    Type: PdfName.of('Annot'),
    Subtype: PdfName.of('Widget'),
    F: PdfNumber.of(PRINTED_AND_LOCKED),
    Rect: new PdfArray([x, y, x + width, y + height].map((side) => PdfNumber.of(round(side)))),
    P: page.ref,
  });
  if (kind === 'text') {
    field.set('Ff', PdfNumber.of(READ_ONLY));
    field.set('DA', PdfString.fromString('/Helv 0 Tf 0 g'));
  }
  const ref = pdf.register(field);
  arrayOf(pdf, page.dict, 'Annots').push(ref);
  const form = formOf(pdf);
  arrayOf(pdf, form, 'Fields').push(ref);
  form.set('SigFlags', PdfNumber.of(SIGNED_AND_APPENDED));
}

/** The field of this name at the form's top. @throws Error where there is none, or it has its value */
export function emptyField(pdf: PDF, name: string): PdfDict {
  const field = topFields(pdf).find((each) => each.getString('T')?.asString() === name);
  if (!field) throw new Error('The document has no such field');
  if (field.has('V')) throw new Error('The field has its value already');
  return field;
}

/** Names of the fields at the form's top. */
export function fieldNames(pdf: PDF): string[] {
  return topFields(pdf).flatMap((field) => field.getString('T')?.asString() ?? []);
}

/** Shows a form XObject in the field's place. */
export function setAppearance(field: PdfDict, appearance: PdfRef): void {
  field.set('AP', PdfDict.of({ N: appearance }));
}

function topFields(pdf: PDF): PdfDict[] {
  return [...arrayOf(pdf, formOf(pdf), 'Fields')].flatMap((item) => {
    const field = item instanceof PdfRef ? pdf.getObject(item) : item;
    return field instanceof PdfDict ? [field] : [];
  });
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
