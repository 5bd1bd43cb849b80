import { styleOf } from './number-style.js';

/**
 * A number as it is shown: grouped, with at least `decimals` digits after the mark. It is our own table, because browsers
 * and the server differ in the versions of theirs.
 * @param value - a canonical decimal
 */
export function formatNumber(value: string, locale: string, decimals = 0): string {
  const style = styleOf(locale);
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(value) ?? [];
  const grouped = whole.length < style.fromDigits ? whole : whole.replace(/\B(?=(?:\d{3})+$)/g, style.group);
  const digits = fraction.padEnd(decimals, '0');
  return `${sign}${grouped}${digits === '' ? '' : `${style.decimal}${digits}`}`;
}
