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

/** A condition as it is edited: comparisons and further groups, and how they count. */
export interface ConditionGroup {
  mode: Mode;
  parts: readonly ConditionPart[];
}
type ConditionPart = Comparison | ConditionGroup;

export const isGroup = (part: ConditionPart): part is ConditionGroup => 'parts' in part;

/** Texts by name, with values for their places. */
export type Say = (text: string, values?: Readonly<Record<string, string>>) => string;

/** `in` says no more than several `is` of which any holds. */
export const comparisonsFor = (kind: FormKind): ComparisonName[] =>
  COMPARISONS_OF[kind].filter((name) => name !== 'in');

export const nameOfComparison = (comparison: Comparison): ComparisonName =>
  COMPARISONS.find((name) => comparison[name] !== undefined) ?? 'is';

/** Whether a comparison needs nothing to compare with. */
export const isAboutEmptiness = (name: ComparisonName) => name === 'isEmpty' || name === 'notEmpty';

/** A condition as groups. One without groups is a group of its own. */
export function grouped(condition: Condition): ConditionGroup {
  if ('field' in condition) return alternativesOf(condition) ?? { mode: 'all', parts: [condition] };
  if ('not' in condition) {
    const inner = grouped(condition.not);
    if (isNegative(inner)) return { mode: 'notAll', parts: [inner] };
    return { ...inner, mode: inner.mode === 'any' ? 'notAny' : 'notAll' };
  }
  const partOf = (part: Condition) => ('field' in part ? (alternativesOf(part) ?? part) : grouped(part));
  return 'all' in condition
    ? { mode: 'all', parts: condition.all.map(partOf) }
    : { mode: 'any', parts: condition.any.map(partOf) };
}

/** Groups as a condition; null without any comparison. A group inside another stays one, even of a single comparison. */
export function ungrouped(group: ConditionGroup, isInner = false): Condition | null {
  const parts = group.parts
    .map((part) => (isGroup(part) ? ungrouped(part, true) : part))
    .filter((part) => part !== null);
  const [first, ...more] = parts;
  if (!first) return null;
  const isNot = isNegative(group);
  const isBare = more.length === 0 && ('field' in first ? isNot || !isInner : isNot && 'not' in first);
  const joined = isBare ? first : /all$/i.test(group.mode) ? { all: parts } : { any: parts };
  return isNot ? { not: joined } : joined;
}

/**
 * The group with something else at a place, which is a path of indices. What `edit` makes
 * nothing of is left out, and so is a group in which nothing is left.
 */
export function edited(
  group: ConditionGroup,
  [index, ...rest]: readonly number[],
  edit: (part: ConditionPart) => ConditionPart | null,
): ConditionGroup {
  const parts = group.parts.flatMap((part, at) => {
    if (at !== index) return [part];
    const next = rest.length > 0 && isGroup(part) ? edited(part, rest, edit) : edit(part);
    return next === null || (isGroup(next) && next.parts.length === 0) ? [] : [next];
  });
  return { ...group, parts };
}

const isNegative = ({ mode }: ConditionGroup) => mode.startsWith('not');

/** `in` as several `is` of which any holds; null for another comparison. */
function alternativesOf({ field, in: operands }: Comparison): ConditionGroup | null {
  if (!Array.isArray(operands)) return null;
  return { mode: 'any', parts: (operands as readonly string[]).map((is) => ({ field, is })) };
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
