import { type FormRow, isFormKind, ROW_MEMBERS, SIDES } from './form-rows.js';

/** The limit of a form's places. */
const MOST_ROWS = 3_000;

/** A field as entered, unchecked. */
export type EnteredField = FormRow;

/** The member that the column `details` of the table stands for, by kind. */
const DETAILS: Readonly<Record<string, 'options' | 'lines' | 'text' | 'formula'>> = {
  choice: 'options',
  radio: 'options',
  checkboxes: 'options',
  stamp: 'lines',
  label: 'text',
  formula: 'formula',
};

/**
 * The fields of the form: JSON from the editor, or the rows of a table, skipping rows without a kind. Invalid numbers
 * stay as typed, and the API refuses them.
 */
export function readFieldsForm(form: Readonly<Record<string, unknown>>): unknown {
  if (typeof form.fields === 'string') return parse(form.fields);
  const indices = Array.from({ length: MOST_ROWS + 1 }, (_, index) => index);
  return indices.filter((index) => form[`kind-${index}`]).map((index) => rowOf(form, index));
}

function rowOf(form: Readonly<Record<string, unknown>>, index: number): EnteredField {
  const of = (column: string) => form[`${column}-${index}`];
  const [kind, label, key, option] = ['kind', 'label', 'key', 'option'].map(of);
  const more = moreOf(of('more'));
  return {
    kind,
    signerEmail: of('signer'),
    page: numberOf(of('page')),
    ...Object.fromEntries(SIDES.map((side) => [side, numberOf(of(side))])),
    ...(label !== '' && { label }),
    required: of('required') === 'yes',
    ...(key ? { key } : {}),
    ...(option ? { option } : {}),
    ...more,
    ...detailsOf(String(kind), of('details'), more),
  };
}

/** What the table does not show of a field, as JSON. */
function moreOf(more: unknown): FormRow {
  const read = typeof more === 'string' ? parse(more) : null;
  if (typeof read !== 'object' || read === null) return {};
  return Object.fromEntries(
    Object.entries(read).filter(([name]) => ROW_MEMBERS.some((each) => each === name)),
  );
}

function detailsOf(kind: string, typed: unknown, { options }: FormRow): FormRow {
  const member = DETAILS[kind];
  if (member === undefined || typeof typed !== 'string') return {};
  if (member === 'text' || member === 'formula') return { [member]: typed };
  const lines = typed.split(/\r?\n/).filter((line) => line.trim() !== '');
  if (member === 'lines') return { lines };
  const known = Array.isArray(options) ? [...(options as Partial<Record<string, unknown>>[])] : [];
  const optionFor = (line: string) => {
    const at = known.findIndex(({ label }) => label === line);
    // Two options may have the same words.
    return at < 0 ? { value: line, label: line } : known.splice(at, 1)[0]!;
  };
  return { options: lines.map(optionFor) };
}

/** What the column `details` of the table shows of a field: a line for each option, its text, or its formula. */
export function detailsShown(field: EnteredField): string {
  const shown = field[DETAILS[String(field.kind)] ?? ''];
  if (!Array.isArray(shown)) return typeof shown === 'string' ? shown : '';
  const words = (each: unknown) => {
    const label: unknown = typeof each === 'object' ? (each as { label?: unknown } | null)?.label : each;
    return typeof label === 'string' ? label : '';
  };
  return shown.map(words).join('\n');
}

/** What the table does not show of a field, as JSON; empty if there is nothing. */
export function moreShown(field: EnteredField): string {
  const more = Object.fromEntries(
    ROW_MEMBERS.filter((name) => name in field).map((name) => [name, field[name]]),
  );
  return Object.keys(more).length > 0 ? JSON.stringify(more) : '';
}

/** The column of the table that shows a member. */
export function columnOf(member: string): string {
  if (member === 'signerEmail' || member === 'role') return 'signer';
  return Object.values(DETAILS).some((each) => each === member) ? 'details' : member;
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
    .slice(0, MOST_ROWS)
    .filter((field): field is EnteredField => typeof field === 'object' && field !== null)
    .filter(({ kind }) => isFormKind(kind));
}

const MEMBERS = ['kind', 'signerEmail', 'page', ...SIDES, 'label', 'required', 'key', 'option'] as const;
/** More than any right value has. */
const LONGEST_VALUE = 300;

/** The entered fields as they are kept while they cannot be placed: with nothing that a field has not. */
export const kept = (entered: unknown): EnteredField[] =>
  shownAgain(entered).map((field) => {
    const members = MEMBERS.map((member): [string, unknown] => [member, plain(field[member])]);
    const own = ROW_MEMBERS.filter((member) => member in field).map((member): [string, unknown] => [
      member,
      field[member],
    ]);
    return Object.fromEntries<unknown>([...members, ...own]);
  });

const plain = (value: unknown) => {
  if (typeof value === 'string') return value.slice(0, LONGEST_VALUE);
  return typeof value === 'number' || typeof value === 'boolean' ? value : undefined;
};

/** The index in `fields` of an API error: 3 for `fields[3].x`; null for the whole list. */
export function indexOf(field: string): number | null {
  const found = /^fields\[(\d+)\]/.exec(field);
  return found ? Number(found[1]) : null;
}
