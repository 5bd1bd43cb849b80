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
 * stated one is printed elsewhere. One that needs a letter in place of a digit that it may not be is unseen.
 */
export function compareNumber(words: readonly PrintedWord[], stated: string): Agreement {
  const wanted = fold(stated);
  if (wanted === '') return 'unseen';
  const isPrinted = isRead(words.map(({ text }) => text).join(''), stated);
  const isOff = words.some(({ text, confidence }) => {
    const printed = fold(text);
    if (confidence < CERTAIN || printed.length < MIN_CERTAIN_NUMBER || printed.length !== wanted.length)
      return false;
    return printed !== wanted && editDistance(printed, wanted) <= 2;
  });
  if (isPrinted) return isOff ? 'doubtful' : 'agrees';
  return isOff ? 'differs' : 'unseen';
}

/** Whether a line nearly matches the stated number, or matches it only with a letter that may be another digit. */
export function resemblesNumber(line: string, stated: string): boolean {
  const [printed, wanted] = [fold(line), fold(stated)];
  if (wanted.length < MIN_CERTAIN_NUMBER || (printed === wanted && isRead(line, stated))) return false;
  return Math.abs(printed.length - wanted.length) <= 1 && editDistance(printed, wanted) <= MOST_MISREAD;
}

/** Whether a text contains the number, however OCR confuses its characters, but with no S for a 5: an 8 is read as one, too. */
function isRead(text: string, stated: string): boolean {
  const [read, number] = [plain(text), plain(stated)];
  const [folded, wanted] = [foldConfusables(read), foldConfusables(number)];
  for (let at = folded.indexOf(wanted); at >= 0; at = folded.indexOf(wanted, at + 1)) {
    if (![...number].some((character, index) => character === '5' && read[at + index] === 'S')) return true;
  }
  return false;
}

const fold = (text: string) => foldConfusables(plain(text));

/**
 * Letters and digits alone, with the letters for which OCR reads signs in numbers, where no dictionary helps. No
 * document number contains such signs.
 */
const plain = (text: string) =>
  toCapitals(text)
    .replace(/[)\]]/g, 'J')
    .replace(/£/g, 'E')
    .replace(/[^A-Z0-9]/g, '');
