import { COMPARISONS_OF } from '../../forms/comparisons.js';
import {
  type Comparison,
  type ComparisonName,
  COMPARISONS,
  type Condition,
  type FieldOption,
  type FormKind,
} from '../../forms/form-definition.js';

/** A field as conditions name it. */
export interface NamedField {
  key: string;
  kind: FormKind;
  /** What people call it. */
  name: string;
  options?: readonly FieldOption[];
}

export type Mode = 'all' | 'any' | 'notAll' | 'notAny';
export const MODES: readonly Mode[] = ['all', 'any', 'notAll', 'notAny'];

/** A condition that is one list of comparisons. */
export interface ListedCondition {
  mode: Mode;
  comparisons: readonly Comparison[];
}

/** Texts by name, with values for their places. */
export type Say = (text: string, values?: Readonly<Record<string, string>>) => string;

/** `in` says no more than several `is` of which any holds. */
export const comparisonsFor = (kind: FormKind): ComparisonName[] =>
  COMPARISONS_OF[kind].filter((name) => name !== 'in');

export const nameOfComparison = (comparison: Comparison): ComparisonName =>
  COMPARISONS.find((name) => comparison[name] !== undefined) ?? 'is';

/** Whether a comparison needs nothing to compare with. */
export const isAboutEmptiness = (name: ComparisonName) => name === 'isEmpty' || name === 'notEmpty';

/** A condition as one list; null if groups lie in each other. */
export function listed(condition: Condition): ListedCondition | null {
  if ('field' in condition)
    return nameOfComparison(condition) === 'in' ? null : { mode: 'all', comparisons: [condition] };
  if ('not' in condition) {
    const inner = listed(condition.not);
    if (!inner || inner.mode.startsWith('not')) return null;
    return { mode: inner.mode === 'any' ? 'notAny' : 'notAll', comparisons: inner.comparisons };
  }
  const [mode, parts] =
    'all' in condition ? (['all', condition.all] as const) : (['any', condition.any] as const);
  const comparisons = parts.filter((part) => 'field' in part && nameOfComparison(part) !== 'in');
  return comparisons.length === parts.length ? { mode, comparisons: comparisons as Comparison[] } : null;
}

/** A list as a condition; null if it is empty. */
export function unlisted({ mode, comparisons }: ListedCondition): Condition | null {
  const [first, ...more] = comparisons;
  if (!first) return null;
  const group = more.length === 0 ? first : /all$/i.test(mode) ? { all: comparisons } : { any: comparisons };
  return mode.startsWith('not') ? { not: group } : group;
}

/** The keys that a condition refers to. */
export function keysIn(condition: Condition): string[] {
  if ('field' in condition) return [condition.field];
  if ('not' in condition) return keysIn(condition.not);
  return ('all' in condition ? condition.all : condition.any).flatMap(keysIn);
}

/** The condition without comparisons of a field; null if nothing is left. */
export function withoutField(condition: Condition, key: string): Condition | null {
  if ('field' in condition) return condition.field === key ? null : condition;
  if ('not' in condition) {
    const inner = withoutField(condition.not, key);
    return inner && { not: inner };
  }
  const left = ('all' in condition ? condition.all : condition.any)
    .map((part) => withoutField(part, key))
    .filter((part) => part !== null);
  if (left.length === 0) return null;
  return 'all' in condition ? { all: left } : { any: left };
}

/** A condition in words, such as `Married is ticked, and Rent is more than 1000`. */
export function toldCondition(condition: Condition, fields: readonly NamedField[], say: Say): string {
  const told = (part: Condition, isInner: boolean): string => {
    if ('field' in part) return toldComparison(part, fields, say);
    if ('not' in part) return say('notSo', { condition: told(part.not, true) });
    const isAll = 'all' in part;
    const parts = (isAll ? part.all : part.any).map((each) => told(each, true));
    const joined = parts.reduce((left, right) => say(isAll ? 'both' : 'either', { left, right }));
    return isInner && parts.length > 1 ? `(${joined})` : joined;
  };
  return told(condition, false);
}

function toldComparison(comparison: Comparison, fields: readonly NamedField[], say: Say): string {
  const name = nameOfComparison(comparison);
  const field = fields.find(({ key }) => key === comparison.field);
  const operand = comparison[name];
  const isTick = field?.kind === 'checkbox' && (name === 'is' || name === 'isNot');
  const comparing = isTick ? say(operand === (name === 'is') ? 'ticked' : 'unticked') : say(name);
  const words = (each: unknown) => field?.options?.find(({ value }) => value === each)?.label ?? String(each);
  const value =
    isTick || isAboutEmptiness(name) || operand === undefined ? '' : [operand].flat().map(words).join(', ');
  const shown = value === '' ? comparing : `${comparing} ${value}`;
  return `${field?.name ?? comparison.field} ${shown}`;
}
