import { type PDF, PdfArray, PdfDict, type PdfObject } from '@libpdf/core';
import { catalogReference, PdfComparison, resolve } from '../pdf-comparison.js';
import { isOurField } from './document-fields.js';
import { type PresentedPdf } from './verify-completed-document.js';

/** Entries of the catalog that signing extends; the page tree and the form are examined separately. */
const EXTENDED = new Set(['AcroForm', 'DSS', 'Pages']);

/**
 * What was done to a document that carried signatures apart from adding to it; null if nothing: it still begins with
 * the same bytes, its catalog and its form are the same, and its fields are only followed by ours. Pages and their
 * annotations are compared elsewhere. The answer quotes nothing from the document.
 */
export function changeToSigned(
  { pdf: original, bytes }: PresentedPdf,
  pdf: PDF,
  completed: Uint8Array,
): string | null {
  if (Buffer.compare(bytes, completed.subarray(0, bytes.length)) !== 0)
    return 'it does not begin with the document that was signed before';
  const comparison = new PdfComparison(original, pdf, catalogReference(pdf));
  if (!comparison.sameEntries(original.getCatalog(), pdf.getCatalog(), EXTENDED))
    return 'its catalog is different';
  const [before, after] = [formOf(original), formOf(pdf)];
  if (!comparison.sameEntries(before, after, new Set(['Fields', 'SigFlags']))) return 'its form is different';
  const [fields, present] = [fieldsOf(original, before), fieldsOf(pdf, after)];
  if (!fields.every((field, index) => comparison.same(field, present[index])))
    return 'its fields are different';
  return present.slice(fields.length).every((field) => isOurs(pdf, field)) ? null : 'it has other fields';
}

function formOf(pdf: PDF): PdfDict {
  const form = resolve(pdf, pdf.getCatalog().get('AcroForm'));
  return form instanceof PdfDict ? form : new PdfDict();
}

function fieldsOf(pdf: PDF, form: PdfDict): PdfObject[] {
  const fields = resolve(pdf, form.get('Fields'));
  return fields instanceof PdfArray ? [...fields] : [];
}

function isOurs(pdf: PDF, item: PdfObject): boolean {
  const field = resolve(pdf, item);
  return field instanceof PdfDict && isOurField(field.getString('T')?.asString() ?? '');
}
