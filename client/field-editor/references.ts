/** How fields refer to each other by their keys, in conditions and formulas. */
import { comparisonsFor, keysIn, withoutField } from '../../src/dashboard/domain/conditions-shown.js';
import type { Condition, FieldOption } from '../../src/forms/form-definition.js';
import { BY_OPTION, type Field } from './field.js';
import type { Words } from './words.js';

const isUsed = (formula: string | undefined, key: string) =>
  formula !== undefined && new RegExp(`\\b${key}\\b`).test(formula);

/** The fields whose condition or formula refers to this one. */
export const dependentsOf = (heads: readonly Field[], key: string): Field[] =>
  heads.filter(
    (field) =>
      field.key !== key &&
      ((field.showIf && keysIn(field.showIf).includes(key)) || isUsed(field.formula, key)),
  );

/** The fields to which one can refer: of the same signer, or of one who acts earlier. */
export function fieldsBefore(heads: readonly Field[], field: Field, words: Words): Field[] {
  const orderOf = ({ signerEmail }: Field) => words.signer(signerEmail).order;
  return heads.filter(
    (other) =>
      other.key !== field.key && (other.signerEmail === field.signerEmail || orderOf(other) < orderOf(field)),
  );
}

export const comparable = (fields: readonly Field[]) =>
  fields.filter(({ kind }) => comparisonsFor(kind).length > 0);

export const numeric = (fields: readonly Field[]) =>
  fields.filter(({ kind }) => kind === 'number' || kind === 'formula');

/** The fields without comparisons of a field that is gone. */
export function withoutReferences(fields: readonly Field[], key: string): Field[] {
  return fields.map((field) => {
    if (!field.showIf) return field;
    const { showIf, ...others } = field;
    const left = withoutField(showIf, key);
    return left ? { ...others, showIf: left } : others;
  });
}

/** Gives an option another label, and its value as well where they were the same, wherever it is named. */
export function relabelled(
  fields: readonly Field[],
  { key, kind, options = [] }: Field,
  index: number,
  label: string,
): Field[] {
  const former = options[index]!;
  const isTaken = options.some(({ value }, at) => at !== index && value === label);
  const value = former.value === former.label && !isTaken ? label : former.value;
  const changed = options.map((each, at): FieldOption => (at === index ? { value, label } : each));
  const renamed = (each: unknown) => (each === former.value ? value : each);
  return fields.map((field) => {
    const showIf = field.showIf && renamedIn(field.showIf, key, renamed);
    const told = showIf ? { ...field, showIf } : field;
    if (field.key !== key) return told;
    const own = Array.isArray(field.value) ? field.value.map(renamed) : renamed(field.value);
    const marked = BY_OPTION.includes(kind) && { option: renamed(field.option) as string };
    return { ...told, options: changed, ...marked, ...(field.value !== undefined && { value: own }) };
  });
}

function renamedIn(condition: Condition, key: string, renamed: (value: unknown) => unknown): Condition {
  if ('field' in condition) {
    if (condition.field !== key) return condition;
    const entries = Object.entries(condition).map(([name, value]) => [
      name,
      name === 'field' ? value : Array.isArray(value) ? value.map(renamed) : renamed(value),
    ]);
    return Object.fromEntries(entries) as Condition;
  }
  if ('not' in condition) return { not: renamedIn(condition.not, key, renamed) };
  return 'all' in condition
    ? { all: condition.all.map((part) => renamedIn(part, key, renamed)) }
    : { any: condition.any.map((part) => renamedIn(part, key, renamed)) };
}
