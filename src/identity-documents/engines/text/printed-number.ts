import { type Agreement } from './agreement.js';
import { CERTAIN, type PrintedWord } from './printed-text.js';
import { editDistance, foldConfusables } from './similar-text.js';
import { toCapitals } from './text-lines.js';

/** Shorter numbers too often resemble something else. */
const MIN_CERTAIN_NUMBER = 6;
/** A line with this many misread characters can still be the number. */
const MOST_MISREAD = 3;

/**
 * A number of the same length, read with certainty and one or two characters off, differs, or is doubtful if the
 * stated one is printed elsewhere.
 */
export function compareNumber(words: readonly PrintedWord[], stated: string): Agreement {
  const wanted = fold(stated);
  if (wanted === '') return 'unseen';
  const isPrinted = fold(words.map(({ text }) => text).join('')).includes(wanted);
  const isOff = words.some(({ text, confidence }) => {
    const printed = fold(text);
    if (confidence < CERTAIN || printed.length < MIN_CERTAIN_NUMBER || printed.length !== wanted.length)
      return false;
    return printed !== wanted && editDistance(printed, wanted) <= 2;
  });
  if (isPrinted) return isOff ? 'doubtful' : 'agrees';
  return isOff ? 'differs' : 'unseen';
}

/** Whether a line nearly matches the stated number. */
export function resemblesNumber(line: string, stated: string): boolean {
  const [printed, wanted] = [fold(line), fold(stated)];
  if (wanted.length < MIN_CERTAIN_NUMBER || printed === wanted) return false;
  return Math.abs(printed.length - wanted.length) <= 1 && editDistance(printed, wanted) <= MOST_MISREAD;
}

/**
 * Maps signs that OCR reads in place of letters in numbers, where no dictionary helps. No document number contains
 * such signs.
 */
const fold = (text: string) =>
  foldConfusables(
    toCapitals(text)
      .replace(/[)\]]/g, 'J')
      .replace(/£/g, 'E')
      .replace(/[^A-Z0-9]/g, ''),
  );
