import { freeKey } from '../../src/dashboard/domain/form-rows.js';
import type { Condition, FieldOption, FormKind } from '../../src/forms/form-definition.js';
import type { Box, PageSize } from './box.js';

export type Kind = FormKind;

/** What is said about a field, wherever it is drawn (docs/forms.md). */
export interface FieldFacts {
  kind: Kind;
  signerEmail: string;
  label: string;
  required: boolean;
  help?: string;
  readOnly?: boolean;
  value?: unknown;
  showIf?: Condition;
  validation?: Readonly<Record<string, unknown>>;
  options?: readonly FieldOption[];
  other?: boolean;
  /** Of a stamp. */
  lines?: readonly string[];
  text?: string;
  formula?: string;
}

/** One place of a field. Page 0 stands for no place. */
export interface Field extends Box, FieldFacts {
  id: number;
  /** Shared by the places of a field. */
  key: string;
  /** The option that is marked here. */
  option?: string;
}

/** Kinds of which each place marks an option. */
export const BY_OPTION: readonly Kind[] = ['radio', 'checkboxes'];
/** Kinds that stand on no page. */
export const NEVER_PLACED: readonly Kind[] = ['attachment'];
const OPTIONAL: readonly Kind[] = ['checkbox', 'checkboxes', 'formula'];

/** Usual sizes on paper, in points; a line of text is about twelve high. */
const SIZES: Readonly<Partial<Record<Kind, PageSize>>> = {
  signature: [180, 48],
  initials: [60, 30],
  date: [100, 20],
  number: [100, 20],
  chosen_date: [100, 20],
  formula: [100, 20],
  checkbox: [18, 18],
  radio: [18, 18],
  checkboxes: [18, 18],
  image: [120, 90],
  stamp: [120, 60],
};
const USUAL_SIZE: PageSize = [160, 20];

export const usualSize = (kind: Kind): PageSize => SIZES[kind] ?? USUAL_SIZE;

/** A new field before anything is said about it. @param option - numbered words for an option */
export function newFacts(kind: Kind, signerEmail: string, option: (number: number) => string): FieldFacts {
  const facts: FieldFacts = { kind, signerEmail, label: '', required: !OPTIONAL.includes(kind) };
  const options = [1, 2].map((number) => ({ value: option(number), label: option(number) }));
  if (kind === 'choice' || BY_OPTION.includes(kind)) return { ...facts, options };
  return facts;
}

const PLACE = ['id', 'page', 'x', 'y', 'width', 'height', 'option', 'key'] as const;

/** The part of a change that holds for every place of a field, and the part for one place. */
export function divided(part: Partial<Field>): { facts: Partial<FieldFacts>; place: Partial<Field> } {
  const isOfPlace = (name: string) => (PLACE as readonly string[]).includes(name);
  const entries = Object.entries(part);
  return {
    facts: Object.fromEntries(entries.filter(([name]) => !isOfPlace(name))),
    place: Object.fromEntries(entries.filter(([name]) => isOfPlace(name))),
  };
}

/** What every row says about its field; the first one of a field says the rest as well. */
const IN_EVERY_ROW = [
  'kind',
  'signerEmail',
  'label',
  'required',
  'key',
  'option',
  'page',
  'x',
  'y',
  'width',
  'height',
];

/** The fields as the service takes them: a row for each place. */
export function rowsOf(fields: readonly Field[]): Record<string, unknown>[] {
  const told = new Set<string>();
  return fields.map((field) => {
    const isFirst = !told.has(field.key);
    told.add(field.key);
    return Object.fromEntries(
      Object.entries(field).filter(
        ([name, value]) => value !== undefined && name !== 'id' && (isFirst || IN_EVERY_ROW.includes(name)),
      ),
    );
  });
}

/** Rows of the service with the facts of each field in all of its places. */
export function fieldsOf(rows: readonly Partial<Field>[]): Field[] {
  const facts = new Map<string, Partial<FieldFacts>>();
  const taken = new Set(rows.map(({ key }) => key));
  return rows.map((row, id) => {
    const key = row.key ?? freeKey(row.kind!, taken);
    taken.add(key);
    if (!facts.has(key)) facts.set(key, divided(row).facts);
    const box = { page: 0, x: 0, y: 0, width: 0, height: 0 };
    return { ...box, label: '', ...row, ...facts.get(key), key, id } as Field;
  });
}
