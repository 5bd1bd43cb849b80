import { type Decimal, decimalText, MAX_DIGITS, toDecimal } from './decimal.js';

/** Decimal digits that survive as a binary fraction of 64 bits, whatever they are. */
const EXACT_DIGITS = 15;

export const DECIMAL_TEXT = `a decimal number of at most ${MAX_DIGITS} digits such as "1234.50"`;

/**
 * The canonical decimal of a JSON value; null for anything but a decimal string, and for a JSON number with more digits
 * than are sure to arrive.
 */
export function decimalOfJson(value: unknown): string | null {
  const text = typeof value === 'number' ? exactText(value) : value;
  const decimal: Decimal | null = typeof text === 'string' ? toDecimal(text) : null;
  return decimal && decimalText(decimal);
}

function exactText(value: number): string | null {
  const text = String(value);
  if (Number.isSafeInteger(value)) return Object.is(value, -0) ? '0' : text;
  const isExact = /^-?\d+\.\d+$/.test(text) && text.replace(/^-?[0.]*|\./g, '').length <= EXACT_DIGITS;
  return isExact ? text : null;
}
