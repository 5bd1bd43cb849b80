/**
 * Decimal numbers of up to 34 significant digits, rounded half to even, as decimal128 of IEEE 754 has them: a browser and
 * the server get the same digits, which binary fractions do not guarantee.
 */
export interface Decimal {
  /** The number is `coefficient` × 10^`exponent`. */
  coefficient: bigint;
  exponent: number;
}

export const MAX_DIGITS = 34;
/** Numbers of 10^100 and above have no result; what is smaller than 10^-100 is rounded there. */
const MAX_EXPONENT = 100;

const ZERO: Decimal = { coefficient: 0n, exponent: 0 };
/** Of a decimal as it is written, at most: with its sign, point and zeros. */
const MAX_LENGTH = 3 * MAX_DIGITS;
const WRITTEN = /^(-?)(\d+)(?:\.(\d+))?$/;
const powers: bigint[] = [];

/** 10^`power`. */
const tenTo = (power: number): bigint => (powers[power] ??= 10n ** BigInt(power));
const magnitude = (value: bigint) => (value < 0n ? -value : value);
const digitsOf = (value: bigint) => magnitude(value).toString().length;

/** @returns null for anything but digits with at most one point between them, or more than 34 significant digits */
export function toDecimal(text: string): Decimal | null {
  const [, sign, whole, fraction = ''] = text.length <= MAX_LENGTH ? (WRITTEN.exec(text) ?? []) : [];
  if (whole === undefined) return null;
  const decimals = fraction.replace(/0+$/, '');
  const digits = `${whole}${decimals}`.replace(/^0+/, '');
  if (digits.length > MAX_DIGITS) return null;
  const coefficient = BigInt(digits);
  return { coefficient: sign ? -coefficient : coefficient, exponent: -decimals.length };
}

/** The one spelling of a number: `-1234.5`, without a plus, superfluous zeros, grouping or an exponent. */
export function decimalText(value: Decimal): string {
  const { coefficient, exponent } = shortest(value);
  const digits = magnitude(coefficient).toString();
  const sign = coefficient < 0n ? '-' : '';
  if (exponent >= 0) return `${sign}${digits}${'0'.repeat(exponent)}`;
  const padded = digits.padStart(1 - exponent, '0');
  return `${sign}${padded.slice(0, exponent)}.${padded.slice(exponent)}`;
}

/** The number of digits after the point in the shortest spelling. */
export const decimalsOf = (value: Decimal) => Math.max(0, -shortest(value).exponent);

/** Negative if `a` is less than `b`, positive if it is greater. */
export function compareDecimals(a: Decimal, b: Decimal): number {
  const [left, right] = aligned(a, b);
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Null, as for the other operations, if the result is 10^100 or more. */
export function add(a: Decimal, b: Decimal): Decimal | null {
  const [left, right, exponent] = aligned(a, b);
  return fitted(left + right, exponent);
}

export const negate = ({ coefficient, exponent }: Decimal): Decimal => ({
  coefficient: -coefficient,
  exponent,
});

export const multiply = (a: Decimal, b: Decimal): Decimal | null =>
  fitted(a.coefficient * b.coefficient, a.exponent + b.exponent);

/** Null for a division by zero as well. */
export function divide(a: Decimal, b: Decimal): Decimal | null {
  if (b.coefficient === 0n) return null;
  const shift = Math.max(0, MAX_DIGITS + 2 + digitsOf(b.coefficient) - digitsOf(a.coefficient));
  const dividend = a.coefficient * tenTo(shift);
  const exponent = a.exponent - b.exponent - shift;
  const quotient = dividend / b.coefficient;
  if (dividend % b.coefficient === 0n) return fitted(quotient, exponent);
  // One more digit stands for the remainder, so that nothing above a half is taken for a half.
  const isNegative = a.coefficient < 0n !== b.coefficient < 0n;
  return fitted(quotient * 10n + (isNegative ? -1n : 1n), exponent - 1);
}

/** Rounded half to even to this many digits after the point. */
export function roundTo({ coefficient, exponent }: Decimal, decimals: number): Decimal {
  const over = -decimals - exponent;
  if (over <= 0) return { coefficient, exponent };
  return shortest({ coefficient: withoutDigits(coefficient, over), exponent: -decimals });
}

/** Whether the number is a whole number of steps away from `base`. */
export function isStep(value: Decimal, base: Decimal, step: Decimal): boolean {
  const exponent = Math.min(value.exponent, base.exponent, step.exponent);
  const [number, start, width] = [value, base, step].map((each) => scaled(each, exponent)) as [
    bigint,
    bigint,
    bigint,
  ];
  return (number - start) % width === 0n;
}

const scaled = (value: Decimal, exponent: number) => value.coefficient * tenTo(value.exponent - exponent);

function aligned(a: Decimal, b: Decimal): [bigint, bigint, number] {
  const exponent = Math.min(a.exponent, b.exponent);
  return [scaled(a, exponent), scaled(b, exponent), exponent];
}

/** Rounded once, to 34 digits or to 10^-100. */
function fitted(coefficient: bigint, exponent: number): Decimal | null {
  const over = Math.max(digitsOf(coefficient) - MAX_DIGITS, -MAX_EXPONENT - exponent, 0);
  const result = shortest({ coefficient: withoutDigits(coefficient, over), exponent: exponent + over });
  return digitsOf(result.coefficient) + result.exponent > MAX_EXPONENT ? null : result;
}

/** The coefficient without its last digits, rounded half to even. */
function withoutDigits(coefficient: bigint, digits: number): bigint {
  if (digits === 0) return coefficient;
  const unit = tenTo(digits);
  const quotient = coefficient / unit;
  const twice = 2n * magnitude(coefficient % unit);
  const isUp = twice > unit || (twice === unit && quotient % 2n !== 0n);
  if (!isUp) return quotient;
  return coefficient < 0n ? quotient - 1n : quotient + 1n;
}

function shortest({ coefficient, exponent }: Decimal): Decimal {
  if (coefficient === 0n) return ZERO;
  const zeros = /0*$/.exec(coefficient.toString())![0].length;
  return zeros === 0
    ? { coefficient, exponent }
    : { coefficient: coefficient / tenTo(zeros), exponent: exponent + zeros };
}
