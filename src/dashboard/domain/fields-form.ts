import { FIELD_KINDS } from '../../pdf/document-field.js';

/** As the API. */
const MOST_FIELDS = 1_000;
const SIDES = ['x', 'y', 'width', 'height'] as const;

/** A field as it was entered, unchecked. */
export type EnteredField = Readonly<Record<string, unknown>>;

/**
 * The fields of the form: as JSON from the editor, or as the rows of a table, of which rows without a kind are left out.
 * Invalid numbers stay as they were typed, and the API refuses them.
 */
export function readFieldsForm(form: Readonly<Record<string, unknown>>): unknown {
  if (typeof form.fields === 'string') return parse(form.fields);
  const indices = Array.from({ length: MOST_FIELDS + 1 }, (_, index) => index);
  return indices.filter((index) => form[`kind-${index}`]).map((index) => rowOf(form, index));
}

function rowOf(form: Readonly<Record<string, unknown>>, index: number): EnteredField {
  const of = (column: string) => form[`${column}-${index}`];
  const label = of('label');
  return {
    kind: of('kind'),
    signerEmail: of('signer'),
    page: numberOf(of('page')),
    ...Object.fromEntries(SIDES.map((side) => [side, numberOf(of(side))])),
    ...(label !== '' && { label }),
    required: of('required') === 'yes',
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const numberOf = (typed: unknown) =>
  typeof typed === 'string' && /^\d{1,5}(\.\d{1,6})?$/.test(typed.trim()) ? Number(typed) : typed;

/** What was entered, to be shown again beside what is wrong with it. */
export function shownAgain(entered: unknown): EnteredField[] {
  if (!Array.isArray(entered)) return [];
  return entered
    .slice(0, MOST_FIELDS)
    .filter((field): field is EnteredField => typeof field === 'object' && field !== null)
    .filter(({ kind }) => (FIELD_KINDS as readonly unknown[]).includes(kind));
}

/** The index in `fields` that an error of the API is about: of `fields[3].x`, 3; null for the whole list. */
export function indexOf(field: string): number | null {
  const found = /^fields\[(\d+)\]/.exec(field);
  return found ? Number(found[1]) : null;
}
