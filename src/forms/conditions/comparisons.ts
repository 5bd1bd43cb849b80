import { type ComparisonName, type FormKind, type FormValue, isEmptyValue } from '../form-definition.js';
import { compareDecimals, type Decimal, toDecimal } from '../numbers/decimal.js';

/** The value of a field by its key; null if it has none or is hidden. */
export type ValueOf = (key: string) => FormValue | null;
/** Whether something holds, given the values of the fields. */
export type Test = (valueOf: ValueOf) => boolean;

const EMPTINESS: readonly ComparisonName[] = ['isEmpty', 'notEmpty'];
const EQUALITY: readonly ComparisonName[] = ['is', 'isNot', 'in', ...EMPTINESS];
const ORDER: readonly ComparisonName[] = [...EQUALITY, 'gt', 'gte', 'lt', 'lte'];
const NONE: readonly ComparisonName[] = [];

/** How a field of each kind can be compared. */
export const COMPARISONS_OF: Readonly<Record<FormKind, readonly ComparisonName[]>> = {
  initials: [...EQUALITY, 'contains'],
  text: [...EQUALITY, 'contains'],
  number: ORDER,
  formula: ORDER,
  chosen_date: ORDER,
  choice: EQUALITY,
  radio: EQUALITY,
  checkbox: ['is', 'isNot', ...EMPTINESS],
  checkboxes: ['includes', ...EMPTINESS],
  image: EMPTINESS,
  stamp: EMPTINESS,
  attachment: EMPTINESS,
  signature: NONE,
  date: NONE,
  name: NONE,
  label: NONE,
};

/**
 * A comparison of a field's value. One with nothing does not hold; `isNot` and `notEmpty` hold where `is` and `isEmpty` do
 * not.
 * @param operand - canonical for the kind of the field
 */
export function comparisonTest(key: string, kind: FormKind, name: ComparisonName, operand: FormValue): Test {
  switch (name) {
    case 'is':
      return (valueOf) => valueOf(key) === operand;
    case 'isNot':
      return (valueOf) => valueOf(key) !== operand;
    case 'in':
      return (valueOf) => (operand as readonly unknown[]).includes(valueOf(key));
    case 'isEmpty':
      return (valueOf) => isEmptyValue(valueOf(key));
    case 'notEmpty':
      return (valueOf) => !isEmptyValue(valueOf(key));
    case 'contains':
      return (valueOf) => (valueOf(key) as string | null)?.includes(operand as string) ?? false;
    case 'includes':
      return (valueOf) => (valueOf(key) as readonly string[] | null)?.includes(operand as string) ?? false;
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return orderTest(key, kind === 'chosen_date' ? dayOrder(operand) : numberOrder(operand), name);
  }
}

const HOLDS: Record<'gt' | 'gte' | 'lt' | 'lte', (order: number) => boolean> = {
  gt: (order) => order > 0,
  gte: (order) => order >= 0,
  lt: (order) => order < 0,
  lte: (order) => order <= 0,
};

function orderTest(key: string, orderOf: (value: string) => number, name: keyof typeof HOLDS): Test {
  const holds = HOLDS[name];
  return (valueOf) => {
    const value = valueOf(key);
    return value !== null && holds(orderOf(value as string));
  };
}

const dayOrder = (operand: FormValue) => (value: string) =>
  value < (operand as string) ? -1 : Number(value !== operand);

function numberOrder(operand: FormValue) {
  const limit: Decimal = toDecimal(operand as string)!;
  return (value: string) => compareDecimals(toDecimal(value)!, limit);
}
