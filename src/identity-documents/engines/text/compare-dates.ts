import { type Agreement } from './agreement.js';
import { couldMean, findDates, isOneDigitOff, isSameYear, type PrintedDate } from './printed-dates.js';
import { findPrintedWords } from './printed-fields.js';
import { CERTAIN, hideBelow, type PrintedText } from './printed-text.js';
import { earliestIssue, type StatedDates } from './stated-dates.js';
import { textByLine, textOf } from './text-lines.js';

/** Minimum confidence for day and month of an unlabelled date whose year is certain. */
const PLAUSIBLE = 0.6;

/**
 * Compares printed dates with the stated ones. A stated date found anywhere agrees, unless a different one follows
 * its label, or was read with certainty and cannot be any other date of the document. Otherwise, a different date
 * after its label differs if read with certainty, and is doubtful if not, however faint. An unlabelled one is
 * doubtful if it cannot be the date of issue or is one digit off, however faint.
 */
export function compareDates(print: PrintedText, stated: StatedDates): Record<keyof StatedDates, Agreement> {
  const printed = findDates(textByLine(print.words));
  const labelled = findPrintedWords(print);
  const issue = findDates(textOf(labelled.get('issueDate') ?? []));
  const others = otherDays(print, stated, issue);
  const compare = (field: keyof StatedDates): Agreement => {
    const date = stated[field];
    if (date === null) return 'unseen';
    const words = labelled.get(field);
    const isLabelledOtherwise =
      words !== undefined && !findDates(textOf(words)).some((each) => couldMean(each, date));
    if (printed.some((each) => means(each, date)))
      return isLabelledOtherwise || IS_ANOTHER[field](others, stated) ? 'doubtful' : 'agrees';
    if (words?.every(({ confidence }) => confidence >= CERTAIN)) return 'differs';
    return words ||
      MAY_BE[field](others, stated) ||
      (field === 'expiryDate' && isValidLonger(print, date)) ||
      printed.some((each) => isAltered(each, date, stated, issue))
      ? 'doubtful'
      : 'unseen';
  };
  return { birthDate: compare('birthDate'), expiryDate: compare('expiryDate') };
}

/** A month that can be either of two neighbours, such as `LIS`, does not distinguish a date from one altered in one digit. */
function means(printed: PrintedDate, date: string): boolean {
  return couldMean(printed, date) && !printed.readings.some((reading) => isOneDigitOff(reading, date));
}

type Judgement = (others: readonly string[], stated: StatedDates) => boolean;

/** Whether any other day on the page cannot be another date: the date of issue lies between birth and expiry. */
const IS_ANOTHER: Record<keyof StatedDates, Judgement> = {
  birthDate: (others, { expiryDate }) =>
    expiryDate !== null && others.some((day) => day < earliestIssue(expiryDate)),
  expiryDate: (others, { expiryDate }) => others.some((day) => day > expiryDate!),
};

/** Whether any other day on the page must be this date, which was not found. */
const MAY_BE: Record<keyof StatedDates, Judgement> = {
  birthDate: IS_ANOTHER.birthDate,
  // One of two would be the date of issue.
  expiryDate: (others, stated) => {
    const recent = others.filter((day) => day >= earliestIssue(stated.expiryDate!));
    return recent.length > 1 || IS_ANOTHER.expiryDate(recent, stated);
  },
};

/** Whether a printed date is one digit off the stated one, and is neither the other stated date nor the labelled date of issue. */
function isAltered(
  printed: PrintedDate,
  date: string,
  { birthDate, expiryDate }: StatedDates,
  issue: readonly PrintedDate[],
): boolean {
  const known = [birthDate, expiryDate].filter((day) => day !== null);
  if (known.some((day) => couldMean(printed, day))) return false;
  return printed.readings.some(
    (day) => isOneDigitOff(day, date) && !issue.some(({ readings }) => readings.includes(day)),
  );
}

/** A year at the end of a date, or as a separate word. */
const YEAR = /(?<!\d)((?:19|20)\d\d)\D*$/;

/** Whether a date in a later year is printed: nothing on a document is later than its expiry. */
function isValidLonger({ words }: PrintedText, expiryDate: string): boolean {
  const shown = words.map((word) => hideBelow(YEAR.test(word.text) ? CERTAIN : PLAUSIBLE, word));
  return findDates(textByLine(shown))
    .flatMap(({ readings }) => readings)
    .some((day) => !day.startsWith('??') && day.slice(0, 4) > expiryDate.slice(0, 4));
}

/** Days read with certainty that are neither a stated date nor the labelled date of issue, each once. */
function otherDays(print: PrintedText, stated: StatedDates, issue: readonly PrintedDate[]): string[] {
  const { birthDate, expiryDate } = stated;
  const known = [...issue.flatMap(({ readings }) => readings), birthDate, expiryDate];
  const days = findDates(textByLine(print.words.map((word) => hideBelow(CERTAIN, word))))
    .filter(({ readings }) => !readings.some((day) => known.includes(day)) && isSameYear(readings))
    .map(({ readings }) => readings[0]!)
    .filter((day) => !day.startsWith('??'));
  return [...new Set(days)];
}
