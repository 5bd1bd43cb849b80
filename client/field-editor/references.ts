/** How fields refer to each other by their keys, in conditions and formulas. */
import { comparisonsFor, keysIn, withoutField } from '../../src/dashboard/domain/conditions-shown.js';
import type { Comparison, Condition, FieldOption } from '../../src/forms/form-definition.js';
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
  return withOption(fields, { key, kind, options }, index, { value, label });
}

/** Puts another option in place of one, wherever its value is named. */
export function withOption(
  fields: readonly Field[],
  { key, kind, options = [] }: Pick<Field, 'key' | 'kind' | 'options'>,
  index: number,
  option: FieldOption,
): Field[] {
  const former = options[index]!;
  const changed = options.map((each, at) => (at === index ? option : each));
  const renamed = (each: unknown) => (each === former.value ? option.value : each);
  const inComparison = (comparison: Comparison): Comparison => {
    if (comparison.field !== key) return comparison;
    const { field, ...operands } = comparison;
    const entries = Object.entries(operands).map(([name, operand]) => [
      name,
      Array.isArray(operand) ? operand.map(renamed) : renamed(operand),
    ]);
    return { field, ...Object.fromEntries(entries) } as Comparison;
  };
  return fields.map((field) => {
    const told = field.showIf ? { ...field, showIf: mapped(field.showIf, inComparison) } : field;
    if (field.key !== key) return told;
    const own = Array.isArray(field.value) ? field.value.map(renamed) : renamed(field.value);
    const marked = BY_OPTION.includes(kind) && { option: renamed(field.option) as string };
    return { ...told, options: changed, ...marked, ...(field.value !== undefined && { value: own }) };
  });
}

/** Gives a field another key, wherever it is named. */
export function rekeyed(fields: readonly Field[], former: string, key: string): Field[] {
  const named = new RegExp(`\\b${former}\\b`, 'g');
  const inComparison = (comparison: Comparison) =>
    comparison.field === former ? { ...comparison, field: key } : comparison;
  return fields.map((field) => ({
    ...field,
    ...(field.key === former && { key }),
    ...(field.showIf && { showIf: mapped(field.showIf, inComparison) }),
    ...(field.formula !== undefined && { formula: field.formula.replace(named, key) }),
  }));
}

function mapped(condition: Condition, change: (comparison: Comparison) => Comparison): Condition {
  if ('field' in condition) return change(condition);
  if ('not' in condition) return { not: mapped(condition.not, change) };
  return 'all' in condition
    ? { all: condition.all.map((part) => mapped(part, change)) }
    : { any: condition.any.map((part) => mapped(part, change)) };
}
