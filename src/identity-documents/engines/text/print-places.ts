import { type MachineReadFacts } from './compare-print.js';
import { couldMean, findDates } from './printed-dates.js';
import { findPrintedWords } from './printed-fields.js';
import { type PrintedText, type PrintedWord } from './printed-text.js';
import { toCapitals } from './text-lines.js';

export type PlacedField = keyof MachineReadFacts;

/** Where a field is printed, and its words as read. Position and size are in the same units as for words. */
export interface PrintedPlace {
  text: string;
  x: number;
  y: number;
  w: number;
  h: number;
}

const FIELDS: readonly PlacedField[] = ['surname', 'givenNames', 'documentNumber', 'birthDate', 'expiryDate'];
/** A date has at most four words, such as `12 AUG / AOUT 1974`. */
const MAX_DATE_WORDS = 5;

/** Where the fields are printed: after their labels, otherwise where the words of the MRZ or barcode are found. */
export function placePrint(
  print: PrintedText,
  facts: MachineReadFacts | null,
): Partial<Record<PlacedField, PrintedPlace>> {
  const labelled = findPrintedWords(print);
  const places = FIELDS.flatMap((field) => {
    const words = labelled.get(field) ?? (facts && findAgain(print.words, field, facts[field]));
    return words?.length ? [[field, around(words)] as const] : [];
  });
  return Object.fromEntries(places);
}

function findAgain(
  words: readonly PrintedWord[],
  field: PlacedField,
  stated: string | null,
): readonly PrintedWord[] | null {
  if (!stated) return null;
  if (field === 'birthDate' || field === 'expiryDate') return findDate(words, stated);
  const parts = new Set(stated.split(/[^A-Z0-9]+/).filter((part) => part !== ''));
  return words.filter(({ text }) => parts.has(plain(text)));
}

/** The shortest run of words that can mean this day. */
function findDate(words: readonly PrintedWord[], stated: string): readonly PrintedWord[] | null {
  for (let length = 1; length <= MAX_DATE_WORDS; length++)
    for (let start = 0; start + length <= words.length; start++) {
      const run = words.slice(start, start + length);
      const text = toCapitals(run.map((word) => word.text).join(' '));
      if (findDates(text).some((date) => couldMean(date, stated))) return run;
    }
  return null;
}

const plain = (text: string) => toCapitals(text).replace(/[^A-Z0-9]/g, '');

function around(words: readonly PrintedWord[]): PrintedPlace {
  const [left, top] = [Math.min(...words.map(({ x }) => x)), Math.min(...words.map(({ y }) => y))];
  const right = Math.max(...words.map(({ x, w }) => x + w));
  const bottom = Math.max(...words.map(({ y, h }) => y + h));
  const text = words.map((word) => word.text).join(' ');
  return { text, x: left, y: top, w: right - left, h: bottom - top };
}
