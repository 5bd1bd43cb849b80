import { type Agreement } from './agreement.js';
import { couldMean, findDates } from './printed-dates.js';
import { findPrintedWords } from './printed-fields.js';
import { CERTAIN, type PrintedText, type PrintedWord } from './printed-text.js';
import { textOf } from './text-lines.js';

/** The dates of the MRZ or barcode, YYYY-MM-DD. */
export interface StatedDates {
  birthDate: string | null;
  expiryDate: string | null;
}

/** From this confidence another date after a label is worth a doubt. */
const PLAUSIBLE = 0.6;
/** No document is valid for so many years, so an older date is no date of issue. */
const LONGEST_VALIDITY = 16;

/**
 * Compares printed dates with the stated ones. A stated date that occurs anywhere agrees. Otherwise another one after its
 * label differs if it was read with certainty, and is doubtful if it was not. Without a label it is doubtful, too, if it
 * cannot be the date of issue.
 */
export function compareDates(print: PrintedText, stated: StatedDates): Record<keyof StatedDates, Agreement> {
  const printed = findDates(textOf(print.words));
  const labelled = findPrintedWords(print);
  const others = otherDays(print, stated, labelled.get('issueDate') ?? []);
  const compare = (field: keyof StatedDates): Agreement => {
    const date = stated[field];
    if (date === null) return 'unseen';
    if (printed.some((each) => couldMean(each, date))) return 'agrees';
    const words = labelled.get(field) ?? [];
    const confidence = Math.min(...words.map((word) => word.confidence), 1);
    if (labelled.has(field) && confidence >= CERTAIN) return 'differs';
    const isLabelled =
      labelled.has(field) && (confidence >= PLAUSIBLE || words.some((word) => isOtherYear(word, date)));
    return isLabelled ||
      MAY_BE[field](others, stated) ||
      (field === 'expiryDate' && isValidLonger(print, date))
      ? 'doubtful'
      : 'unseen';
  };
  return { birthDate: compare('birthDate'), expiryDate: compare('expiryDate') };
}

/** Whether some of the other days on the page must be this date. */
const MAY_BE: Record<keyof StatedDates, (others: readonly string[], stated: StatedDates) => boolean> = {
  birthDate: (others, { expiryDate }) =>
    expiryDate !== null && others.some((day) => day < yearsBefore(expiryDate, LONGEST_VALIDITY)),
  // One of two is the date of issue; the date of issue precedes the expiry.
  expiryDate: (others, { expiryDate }) => {
    const recent = others.filter((day) => day >= yearsBefore(expiryDate!, LONGEST_VALIDITY));
    return recent.length > 1 || recent.some((day) => day > expiryDate!);
  },
};

/** The year that ends a date, or is a word of its own. */
const YEAR = /(?<!\d)((?:19|20)\d\d)\D*$/;

/** Whether a word is a year read with certainty, and another one than that of the date, whatever day and month were read as. */
function isOtherYear({ text, confidence }: PrintedWord, date: string): boolean {
  const year = YEAR.exec(text)?.[1];
  return confidence >= CERTAIN && year !== undefined && year !== date.slice(0, 4);
}

/** Whether a date in a later year is printed: nothing on a document is later than its expiry. */
function isValidLonger({ words }: PrintedText, expiryDate: string): boolean {
  const shown = words.map((word) => hideBelow(YEAR.test(word.text) ? CERTAIN : PLAUSIBLE, word));
  return findDates(textOf(shown))
    .flatMap(({ readings }) => readings)
    .some((day) => !day.startsWith('??') && day.slice(0, 4) > expiryDate.slice(0, 4));
}

/** Days read with certainty that are neither a stated date nor the labelled date of issue, each once. */
function otherDays(print: PrintedText, stated: StatedDates, issue: readonly PrintedWord[]): string[] {
  const { birthDate, expiryDate } = stated;
  const known = [...findDates(textOf(issue)).flatMap(({ readings }) => readings), birthDate, expiryDate];
  const days = findDates(textOf(print.words.map((word) => hideBelow(CERTAIN, word))))
    .flatMap(({ readings }) => (readings.length === 1 ? readings : []))
    .filter((day) => !day.startsWith('??') && !known.includes(day));
  return [...new Set(days)];
}

/** Keeps words apart that would form a date without the one between them. */
function hideBelow(confidence: number, word: PrintedWord): PrintedWord {
  return word.confidence >= confidence ? word : { ...word, text: '|' };
}

function yearsBefore(date: string, years: number): string {
  return `${Number(date.slice(0, 4)) - years}${date.slice(4)}`;
}
