import { type FieldResult } from '../../../forms/evaluate-form.js';
import { type FileReference, type FormField, type FormValue } from '../../../forms/form-definition.js';
import { showValue } from '../../../forms/show-value.js';
import { TICKED } from '../../../pdf/document-field.js';
import { type FormOrigin, type PdfField } from '../../../pdf/form-origin.js';
import { type FormChoice, type FormMark } from '../../../pdf/signature-stamp.js';
import { exportAt, exportsOf } from './exported-values.js';

/** A form as it is drawn: its fields by key, with what they hold. */
export interface DrawnForm {
  fields: ReadonlyMap<string, { field: FormField; result: FieldResult }>;
  origin: FormOrigin;
  /** PNGs by the SHA-256 of the file. */
  pictures: ReadonlyMap<string, Uint8Array>;
}

/** What is drawn at a place of a form's field; null if the field is hidden. */
export interface DrawnPlace {
  /** Finished text, or TICKED; undefined if it follows from who signs, and when. */
  value: string | undefined;
  mark: FormMark;
}

/**
 * @param place - the field's key, the option that is marked there, and how many places of both are before it
 * @param locale - of the papers
 * @throws Error for a field or a picture that is not there
 */
export function drawPlace(
  { fields, origin, pictures }: DrawnForm,
  { fieldKey, option, nth }: { fieldKey: string; option: string | null; nth: number },
  locale: string,
): DrawnPlace | null {
  const found = fields.get(fieldKey);
  if (!found) throw new Error(`the form has no field ${fieldKey}`);
  const { field, result } = found;
  if (!result.isShown) return null;
  const pdf = origin.fields.get(fieldKey) ?? null;
  const exported = isButton(field) ? exportAt(pdf, option, nth) : undefined;
  return {
    value: drawnValue(field, result.value, option, locale),
    mark: {
      name: pdf?.pdfName ?? fieldKey,
      label: field.label || (pdf?.alternateName ?? ''),
      lines: isLong(field) ? 'many' : 1,
      cells: field.kind === 'text' ? (field.validation.cells ?? null) : null,
      ...(option !== null && { option }),
      ...(exported && { exported }),
      ...(field.kind === 'choice' && !field.other && { choice: choiceOf(field, pdf, result.value) }),
      picture: pictureOf(field, result.value, pictures),
      stampLines: field.kind === 'stamp' ? field.lines : [],
    },
  };
}

/** Of a field that is hidden. */
export const blankMark = (name: string): FormMark => ({
  ...{ name, label: '', lines: 1, cells: null, picture: null, stampLines: [] },
});

const isButton = ({ kind }: FormField) => kind === 'checkbox' || kind === 'radio' || kind === 'checkboxes';

/**
 * The options with what the PDF exports for them. Where other answers are possible there is a text instead: readers show
 * a choice by its options, and so nothing for another answer.
 */
function choiceOf(
  { options }: Extract<FormField, { kind: 'choice' }>,
  pdf: PdfField | null,
  value: FormValue | null,
): FormChoice {
  const exported = exportsOf(pdf);
  return {
    options: options.map((each) => ({ value: exported(each.value), label: each.label })),
    value: typeof value === 'string' ? exported(value) : '',
  };
}

const isLong = (field: FormField) =>
  field.kind === 'label' || (field.kind === 'text' && field.validation.lines === 'many');

function drawnValue(
  field: FormField,
  value: FormValue | null,
  option: string | null,
  locale: string,
): string | undefined {
  switch (field.kind) {
    case 'signature':
    case 'date':
    case 'name':
      return undefined;
    case 'label':
      return field.text;
    case 'checkbox':
      return value === true ? TICKED : '';
    case 'radio':
    case 'checkboxes':
      return [value].flat().includes(option) ? TICKED : '';
    case 'initials':
    case 'text':
    case 'number':
    case 'chosen_date':
    case 'choice':
    case 'formula':
    case 'image':
    case 'stamp':
    case 'attachment':
      return showValue(field, value, locale);
  }
}

function pictureOf(
  { kind }: FormField,
  value: FormValue | null,
  pictures: DrawnForm['pictures'],
): Uint8Array | null {
  if ((kind !== 'image' && kind !== 'stamp') || value === null) return null;
  const { sha256 } = value as FileReference;
  const picture = pictures.get(sha256);
  if (!picture) throw new Error(`the picture ${sha256} of a form is missing`);
  return picture;
}
