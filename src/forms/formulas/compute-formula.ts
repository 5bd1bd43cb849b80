import { add, compareDecimals, type Decimal, divide, multiply, negate, roundTo } from '../numbers/decimal.js';
import { type Formula, type FormulaComparison, type Operator, type Relation } from './parse-formula.js';

/** The number of a field by its key; null if it has none or is hidden. */
export type NumberOf = (key: string) => Decimal | null;

const ZERO: Decimal = { coefficient: 0n, exponent: 0 };

/** A formula cannot be computed, though nothing is missing. */
export class NoResult extends Error {
  constructor(readonly reason: 'division_by_zero' | 'too_large') {
    super(reason);
  }
}

/**
 * The result; null if an operand is missing. `sum`, `min` and `max` pass over missing operands; the sum of none is 0.
 * @throws NoResult for a division by zero, and for a number of 10^100 or more, except in the part of an `if` that does not
 * apply
 */
export function computeFormula(formula: Formula, numberOf: NumberOf): Decimal | null {
  const compute = (part: Formula) => computeFormula(part, numberOf);
  switch (formula.kind) {
    case 'number':
      return formula.value;
    case 'field':
      return numberOf(formula.key);
    case 'negative': {
      const operand = compute(formula.operand);
      return operand && negate(operand);
    }
    case 'round': {
      const operand = compute(formula.operand);
      return operand && roundTo(operand, formula.decimals);
    }
    case 'sum':
    case 'min':
    case 'max':
      return combined(
        formula.kind,
        formula.operands.map(compute).filter((operand) => operand !== null),
      );
    case 'if':
      return compute(holds(formula.comparison, compute) ? formula.then : formula.otherwise);
    case '+':
    case '-':
    case '*':
    case '/': {
      const [left, right] = [compute(formula.left), compute(formula.right)];
      return left && right && operate(formula.kind, left, right);
    }
  }
}

function operate(operator: Operator, left: Decimal, right: Decimal): Decimal {
  const result = OPERATIONS[operator](left, right);
  if (result === null)
    throw new NoResult(isDivisionByZero(operator, right) ? 'division_by_zero' : 'too_large');
  return result;
}

const isDivisionByZero = (operator: Operator, { coefficient }: Decimal) =>
  operator === '/' && coefficient === 0n;

const OPERATIONS = {
  '+': add,
  '-': (left: Decimal, right: Decimal) => add(left, negate(right)),
  '*': multiply,
  '/': divide,
};

function combined(kind: 'sum' | 'min' | 'max', operands: readonly Decimal[]): Decimal | null {
  if (kind === 'sum') return operands.reduce((sum, each) => operate('+', sum, each), ZERO);
  const [first = null, ...rest] = operands;
  const isBetter = (each: Decimal, best: Decimal) =>
    kind === 'min' ? compareDecimals(each, best) < 0 : compareDecimals(each, best) > 0;
  return rest.reduce((best, each) => (best && isBetter(each, best) ? each : best), first);
}

const RELATIONS: Record<Relation, (order: number) => boolean> = {
  '=': (order) => order === 0,
  '<>': (order) => order !== 0,
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
};

/** As in conditions: nothing equals nothing and is neither less nor greater; `<>` holds where `=` does not. */
function holds(
  { relation, left, right }: FormulaComparison,
  compute: (part: Formula) => Decimal | null,
): boolean {
  const [one, other] = [compute(left), compute(right)];
  if (one === null || other === null) return relation === '<>';
  return RELATIONS[relation](compareDecimals(one, other));
}
