import { type NumberLook } from '../form-definition.js';

/** Signs that people type for a currency. */
const SIGNS: Readonly<Record<string, string>> = {
  AUD: '$',
  CAD: '$',
  CHF: 'Fr.',
  EUR: '€',
  GBP: '£',
  JPY: '¥',
  PLN: 'zł',
  USD: '$',
};

/** What may be typed before or after a number, because it says nothing more than the field does. */
export function affixesOf({ unit, currency }: NumberLook): string[] {
  if (unit !== undefined) return [unit];
  if (currency === undefined) return [];
  const sign = SIGNS[currency];
  return sign === undefined ? [currency] : [currency, sign];
}
