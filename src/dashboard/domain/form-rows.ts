import {
  type FieldPlace,
  FORM_KINDS,
  type FormDefinition,
  type FormField,
  type FormKind,
} from '../../forms/form-definition.js';
import { FIELD_KINDS } from '../../pdf/document-field.js';

/**
 * A place of a field as the editor and the table hold it, unchecked. Rows with the same `key` are places of one field, of
 * which the first row has what is said about the field. A row on page 0, or without a page, is not drawn.
 */
export type FormRow = Readonly<Record<string, unknown>>;

/** Who acts for a role of the form. */
export interface RoleSigner {
  email: string;
  name: string;
  order: number;
}

/** A form as the service takes it. */
export interface RowsForm {
  roles: { key: string; order: number }[];
  fields: Record<string, unknown>[];
  /** Addresses by role. */
  signers: Record<string, string>;
}

export const SIDES = ['x', 'y', 'width', 'height'] as const;

/** What only fields of forms have, beside their places. */
export const FORM_MEMBERS = [
  'help',
  'readOnly',
  'value',
  'showIf',
  'validation',
  'options',
  'other',
  'lines',
  'text',
  'formula',
] as const;

/** Members of rows beside their places: those of fields, and whether a text without a condition is for one person alone. */
export const ROW_MEMBERS = [...FORM_MEMBERS, 'isForOne'] as const;

const NEVER_REQUIRED: readonly unknown[] = ['signature', 'date', 'name', 'label'] satisfies FormKind[];
const WITH_OPTION_PLACES: readonly unknown[] = ['radio', 'checkboxes'] satisfies FormKind[];
const MAX_KEY = 64;

/**
 * Whether rows have to be kept as a form: they have a kind, a rule, a condition or a value that plain fields have not, or
 * a field has several places.
 * @param hasForm - whether the request has a form already; it keeps the keys of its fields
 */
export function needsForm(rows: readonly FormRow[], hasForm: boolean): boolean {
  if (rows.length === 0) return false;
  const keys = rows.map(({ key }) => key).filter((key) => key !== undefined);
  const isOfForm = (row: FormRow) =>
    !(FIELD_KINDS as readonly unknown[]).includes(row.kind) ||
    FORM_MEMBERS.some((name) => isSaid(name, row[name]));
  return hasForm || new Set(keys).size < keys.length || rows.some(isOfForm);
}

/** The rows as plain fields of the API. */
export const plainFields = (rows: readonly FormRow[]): FormRow[] =>
  rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).filter(([name]) => name !== 'key' && !FORM_MEMBERS.some((each) => each === name)),
    ),
  );

/**
 * The rows as a form, with a role for each signer.
 * @param known - keys of roles by address, of the form that is replaced
 */
export function formOfRows(
  rows: readonly FormRow[],
  people: readonly RoleSigner[],
  known: ReadonlyMap<string, string>,
): RowsForm {
  const keys = roleKeys(people, known);
  const roles = people.map(({ email, order }) => ({ key: keys.get(email)!, order }));
  const signers = Object.fromEntries(people.map(({ email }) => [keys.get(email)!, email]));
  const fields = fieldsIn(rows).map(({ key, places }) => fieldOf(key, places, keys));
  return { roles, fields, signers };
}

/** The rows of a form. @param emails - by role @param usual - the address for what belongs to everyone */
export function rowsOfForm(
  { fields }: FormDefinition,
  emails: Readonly<Record<string, string>>,
  usual: string,
): FormRow[] {
  return fields.flatMap((field) => {
    const { role } = field;
    const { key, kind, label } = field;
    const signerEmail = role === undefined ? usual : (emails[role] ?? '');
    const shared = { key, kind, signerEmail, label, required: !('required' in field) || field.required };
    const places: Partial<FieldPlace>[] = field.places.length > 0 ? [...field.places] : [{ page: 0 }];
    return places.map(({ page, x, y, width, height, option }, index) => ({
      ...shared,
      page,
      ...(page !== 0 && { x, y, width, height }),
      ...(option !== undefined && { option }),
      ...(index === 0 && ownMembers(field)),
      ...(index === 0 && isForOne(field) && { isForOne: true }),
    }));
  });
}

/**
 * The path of a fault in `formOfRows` in terms of the rows: `fields[1].places[2].x` becomes `fields[4].x`.
 * Other paths stay as they are.
 */
export function rowPath(rows: readonly FormRow[], path: string): string {
  const [, field, rest = ''] = /^fields\[(\d+)\](.*)$/.exec(path) ?? [];
  const places = field === undefined ? undefined : fieldsIn(rows)[Number(field)]?.places;
  if (!places) return path;
  const [, place, side = ''] = /^\.places\[(\d+)\](.*)$/.exec(rest) ?? [];
  const drawn = places.filter(({ row }) => isDrawn(row));
  if (place !== undefined) return `fields[${(drawn[Number(place)] ?? places[0]!).index}]${side}`;
  return `fields[${places[0]!.index}]${rest}`;
}

interface Placed {
  row: FormRow;
  index: number;
}

/** The rows by field. A row without a key is a field of its own. */
function fieldsIn(rows: readonly FormRow[]): { key: unknown; places: Placed[] }[] {
  const taken = new Set(rows.map(({ key }) => key));
  const byKey = new Map<unknown, Placed[]>();
  for (const [index, row] of rows.entries()) {
    const key = isGiven(row.key) ? row.key : freeKey(String(row.kind), taken);
    taken.add(key);
    byKey.set(key, [...(byKey.get(key) ?? []), { row, index }]);
  }
  return [...byKey].map(([key, places]) => ({ key, places }));
}

function fieldOf(
  key: unknown,
  places: readonly Placed[],
  roles: ReadonlyMap<string, string>,
): Record<string, unknown> {
  const { kind, signerEmail, label, required, ...row } = places[0]!.row;
  // What is printed for everyone belongs to nobody, unless a condition has to be decided.
  const isForAll = kind === 'label' && !isGiven(row.showIf) && row.isForOne !== true;
  const own = FORM_MEMBERS.filter((name) => isSaid(name, row[name])).map((name): [string, unknown] => [
    name,
    row[name],
  ]);
  return {
    key,
    kind,
    ...(!isForAll && { role: roles.get(String(signerEmail)) ?? null }),
    ...(isGiven(label) && { label }),
    ...(!NEVER_REQUIRED.includes(kind) && { required: required === true }),
    ...Object.fromEntries<unknown>(own),
    places: places.filter((place) => isDrawn(place.row)).map((place) => placeOf(kind, place.row)),
  };
}

const placeOf = (kind: unknown, row: FormRow) => ({
  document: 1,
  page: row.page,
  ...Object.fromEntries(SIDES.map((side) => [side, row[side]])),
  ...(WITH_OPTION_PLACES.includes(kind) && { option: row.option }),
});

const isForOne = ({ kind, role, showIf }: FormField) =>
  kind === 'label' && role !== undefined && showIf === undefined;

/** What a field has beside its places, without defaults. */
function ownMembers(field: FormField): FormRow {
  const members = field as unknown as FormRow;
  const given = FORM_MEMBERS.filter((name) => isSaid(name, members[name])).map((name): [string, unknown] => [
    name,
    members[name],
  ]);
  const own: Record<string, unknown> = Object.fromEntries<unknown>(given);
  if (field.kind === 'text') {
    const { lines, maxLength, ...rules } = field.validation;
    const usual = lines === 1 ? 200 : 2_000;
    const validation = {
      ...(lines === 'many' && { lines }),
      ...(maxLength !== usual && rules.cells === undefined && { maxLength }),
      ...rules,
    };
    if (isGiven(validation)) own.validation = validation;
    else delete own.validation;
  }
  return own;
}

/** A role's key from the name or the address of its signer. */
function roleKeys(people: readonly RoleSigner[], known: ReadonlyMap<string, string>): Map<string, string> {
  const taken = new Set<unknown>(known.values());
  const keys = new Map<string, string>();
  for (const { email, name } of people) {
    const kept = known.get(email);
    const words = keyOf(name) || keyOf(email.split('@')[0]!) || 'signer';
    const key = kept ?? (taken.has(words) ? freeKey(words, taken) : words);
    taken.add(key);
    keys.set(email, key);
  }
  return keys;
}

/** Words as a key: lower-case letters, digits and underscores; empty if there are none. */
export const keyOf = (words: string): string =>
  words
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+|_+$/g, '')
    .slice(0, MAX_KEY - 6)
    .replace(/_+$/, '');

/** `number_1`, or the next that is free. */
export function freeKey(words: string, taken: ReadonlySet<unknown>): string {
  let number = 1;
  while (taken.has(`${words}_${number}`)) number += 1;
  return `${words}_${number}`;
}

export const isFormKind = (kind: unknown): kind is FormKind =>
  (FORM_KINDS as readonly unknown[]).includes(kind);

const isDrawn = ({ page, ...row }: FormRow) => isGiven(page) && page !== 0 && (page !== '' || 'x' in row);

/** Whether a member of a field says something. A box can be unticked on purpose. */
const isSaid = (name: (typeof FORM_MEMBERS)[number], value: unknown) =>
  isGiven(value) || (name === 'value' && value === false);

/** Whether a value says something: not nothing, an empty text, `false`, or an empty list or object. */
function isGiven(value: unknown): boolean {
  if (value === undefined || value === null || value === '' || value === false) return false;
  return typeof value !== 'object' || Object.keys(value).length > 0;
}
