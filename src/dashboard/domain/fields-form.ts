import { FIELD_KINDS } from '../../pdf/document-field.js';

/** The API's limit. */
const MOST_FIELDS = 1_000;
const SIDES = ['x', 'y', 'width', 'height'] as const;

/** A field as entered, unchecked. */
export type EnteredField = Readonly<Record<string, unknown>>;

/**
 * The fields of the form: JSON from the editor, or the rows of a table, skipping rows without a kind. Invalid numbers
 * stay as typed, and the API refuses them.
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

/** The entered fields, to show again with their errors. */
export function shownAgain(entered: unknown): EnteredField[] {
  if (!Array.isArray(entered)) return [];
  return entered
    .slice(0, MOST_FIELDS)
    .filter((field): field is EnteredField => typeof field === 'object' && field !== null)
    .filter(({ kind }) => (FIELD_KINDS as readonly unknown[]).includes(kind));
}

const MEMBERS = ['kind', 'signerEmail', 'page', ...SIDES, 'label', 'required'] as const;
/** More than any right value has. */
const LONGEST_VALUE = 300;

/** The entered fields as they are kept while they cannot be placed: with nothing that a field has not. */
export const kept = (entered: unknown): EnteredField[] =>
  shownAgain(entered).map((field) =>
    Object.fromEntries(MEMBERS.map((member) => [member, plain(field[member])])),
  );

const plain = (value: unknown) => {
  if (typeof value === 'string') return value.slice(0, LONGEST_VALUE);
  return typeof value === 'number' || typeof value === 'boolean' ? value : undefined;
};

/** The index in `fields` of an API error: 3 for `fields[3].x`; null for the whole list. */
export function indexOf(field: string): number | null {
  const found = /^fields\[(\d+)\]/.exec(field);
  return found ? Number(found[1]) : null;
}
