import { plainLine } from '../../common/plain-line.js';

/** The patterns that `AFDate_Format` numbers (Acrobat Forms plug-in, `AForm.js`). */
const NUMBERED = [
  'm/d',
  'm/d/yy',
  'mm/dd/yy',
  'mm/yy',
  'd-mmm',
  'd-mmm-yy',
  'dd-mmm-yy',
  'yy-mm-dd',
  'mmm-yy',
  'mmmm-yy',
  'mmm d, yyyy',
  'mmmm d, yyyy',
  'm/d/yy h:MM tt',
  'm/d/yy HH:MM',
];
const LONGEST_PATTERN = 40;
const MONTHS = 'january february march april may june july august september october november december'.split(
  ' ',
);
const PART = /yyyy|yy|y|mmmm|mmm|mm|m|dd|d|[^ymd]+/g;
/** Years of two digits are read as Acrobat does: below 50 they are of this century. */
const CENTURY = { from: 50, past: 1900, present: 2000 };

/** @param index as `AFDate_Format` is given it */
export const numberedPattern = (index: number): string | null => NUMBERED[index] ?? null;

/** Whether a pattern is that of a whole day: one day, one month and one year, without a time. */
export function isDayPattern(pattern: string): boolean {
  if (pattern.length > LONGEST_PATTERN) return false;
  const parts = (pattern.match(PART) ?? []).filter((part) => /^[ymd]/.test(part));
  const letters = parts.map((part) => part.charAt(0)).sort();
  return letters.join('') === 'dmy' && !/[HhMst]/.test(pattern);
}

/**
 * A day that was written by a pattern, with English names of months.
 * @returns `YYYY-MM-DD`, or null if it is written in another way
 */
export function dayWritten(text: string, pattern: string): string | null {
  const parts = pattern.match(PART) ?? [];
  const found = new RegExp(`^${parts.map(sourceOf).join('')}$`, 'i').exec(plainLine(text));
  if (!found) return null;
  const read = new Map<string, string>();
  for (const [index, part] of parts.filter((each) => /^[ymd]/.test(each)).entries())
    read.set(part.charAt(0), found[index + 1]!);
  const day = [yearOf(read.get('y')), monthOf(read.get('m')), Number(read.get('d'))];
  return day.some(Number.isNaN) ? null : realDay(day as [number, number, number]);
}

function sourceOf(part: string): string {
  if (part === 'yyyy') return '(\\d{4})';
  if (part === 'mmm') return '([a-z]{3})';
  if (part === 'mmmm') return '([a-z]{3,9})';
  return /^[ymd]/.test(part) ? '(\\d{1,2})' : part.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
}

function yearOf(text = ''): number {
  const year = Number(text);
  if (text.length === 4) return year;
  return year + (year < CENTURY.from ? CENTURY.present : CENTURY.past);
}

function monthOf(text = ''): number {
  if (/^\d/.test(text)) return Number(text);
  const index = MONTHS.findIndex(
    (name) => name === text.toLowerCase() || name.slice(0, 3) === text.toLowerCase(),
  );
  return index < 0 ? Number.NaN : index + 1;
}

function realDay([year, month, day]: [number, number, number]): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  const isReal = year >= 1_000 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal ? date.toISOString().slice(0, 'YYYY-MM-DD'.length) : null;
}
