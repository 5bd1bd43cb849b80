import { type Agreement } from './agreement.js';
import { CERTAIN, type PrintedWord } from './printed-text.js';
import { editDistance, foldConfusables } from './similar-text.js';
import { toCapitals } from './text-lines.js';

/** Shorter numbers are too often like something else. */
const MIN_CERTAIN_NUMBER = 6;
/** With so many characters read otherwise, a line may still be the number. */
const MOST_MISREAD = 3;

/**
 * A number of the same length, read with certainty and one or two characters off, is a different number, or one in doubt if the
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

/** Whether a line is nearly the stated number, but not quite. */
export function resemblesNumber(line: string, stated: string): boolean {
  const [printed, wanted] = [fold(line), fold(stated)];
  if (wanted.length < MIN_CERTAIN_NUMBER || printed === wanted) return false;
  return Math.abs(printed.length - wanted.length) <= 1 && editDistance(printed, wanted) <= MOST_MISREAD;
}

/** Signs as which letters are read in numbers, whose letters no dictionary knows. No document has such a sign in its number. */
const fold = (text: string) =>
  foldConfusables(
    toCapitals(text)
      .replace(/[)\]]/g, 'J')
      .replace(/£/g, 'E')
      .replace(/[^A-Z0-9]/g, ''),
  );
