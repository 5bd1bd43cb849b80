import { type Agreement } from './agreement.js';
import { couldMean, findDates, isOneDigitOff, isSameYear, yearsOfDates } from './printed-dates.js';
import { findPrintedWords } from './printed-fields.js';
import { type PrintedText } from './printed-text.js';
import { earliestIssue, type StatedDates } from './stated-dates.js';
import { textByLine, textOf } from './text-lines.js';

/**
 * Judges an expiry found in print, since the date of issue can equal an altered expiry. A future date is not a date
 * of issue. A past one must be shown to be the expiry by its label, or by an earlier year that can only be that of
 * issue; and no later year may be printed, however faint. `looks` are the readings of one page.
 */
export function judgeFoundExpiry(
  looks: readonly PrintedText[],
  stated: StatedDates,
  today: string,
): Agreement {
  const expiry = stated.expiryDate!;
  if (expiry >= today) return 'agrees';
  const own = expiry.slice(0, 4);
  const years = looks.flatMap((look) => yearsBeside(textByLine(look.words), stated));
  if (years.some((year) => year > own)) return 'doubtful';
  return years.some((year) => year < own) || looks.some((look) => isLabelledExpiry(look, expiry))
    ? 'agrees'
    : 'unseen';
}

/** Values in columns below their labels can be confused: then both labels get the same date. */
function isLabelledExpiry(look: PrintedText, expiry: string): boolean {
  const labelled = findPrintedWords(look);
  const isAt = (name: 'expiryDate' | 'issueDate') =>
    findDates(textOf(labelled.get(name) ?? [])).some((date) => couldMean(date, expiry));
  return isAt('expiryDate') && !isAt('issueDate');
}

/** The years of other dates printed besides this expiry, except the birth date and its likely misreadings. */
function yearsBeside(text: string, { birthDate, expiryDate }: StatedDates): string[] {
  const isBirth = (day: string) =>
    birthDate !== null &&
    (day.slice(4) === birthDate.slice(4) || isOneDigitOff(`??${day.slice(2)}`, birthDate));
  const days = findDates(text)
    .filter(({ readings }) => isSameYear(readings))
    .map(({ readings }) => readings.map((day) => withCentury(day, expiryDate!)))
    // A later date causes doubt whatever its day; an earlier one confirms only if it is certain.
    .filter((readings) => !readings.some(isBirth) && (readings.length === 1 || readings[0]! > expiryDate!))
    .map(([day]) => day!);
  const earliest = Math.max(
    Number(earliestIssue(expiryDate!).slice(0, 4)),
    Number(birthDate?.slice(0, 4) ?? 0) + 1,
  );
  return [...days.map((day) => day.slice(0, 4)), ...yearsOfDates(text)].filter(
    (year) => Number(year) >= earliest,
  );
}

/** Resolves a two-digit year to the century nearest to another date. */
function withCentury(reading: string, near: string): string {
  if (!reading.startsWith('??')) return reading;
  const distance = (day: string) => Math.abs(Number(day.slice(0, 4)) - Number(near.slice(0, 4)));
  const [older, younger] = [`19${reading.slice(2)}`, `20${reading.slice(2)}`];
  return distance(older) < distance(younger) ? older : younger;
}
