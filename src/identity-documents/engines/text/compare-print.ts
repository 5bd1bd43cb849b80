import { type Agreement } from './agreement.js';
import { compareDates } from './compare-dates.js';
import { findPrintedFields } from './printed-fields.js';
import { CERTAIN, type PrintedText } from './printed-text.js';
import { toCapitals } from './text-lines.js';

/** Facts from the MRZ or barcode. Dates are YYYY-MM-DD. */
export interface MachineReadFacts {
  surname: string;
  givenNames: string;
  documentNumber: string;
  birthDate: string | null;
  expiryDate: string | null;
}

export type ComparedFact = keyof MachineReadFacts;

export interface PrintAgreement extends Record<ComparedFact, Agreement> {
  /** Share of the facts found in print, 0 to 1. */
  score: number;
}

const FACTS: readonly ComparedFact[] = ['surname', 'givenNames', 'documentNumber', 'birthDate', 'expiryDate'];

/** The facts in whose place something else is printed, or seems to be. */
export function factsThat(disagree: 'differs' | 'doubtful', agreement: PrintAgreement): ComparedFact[] {
  return FACTS.filter((fact) => agreement[fact] === disagree);
}

/** Whether something else is clearly printed in the place of a fact. */
export function isContradicted(agreement: PrintAgreement): boolean {
  return factsThat('differs', agreement).length > 0;
}

/** Whether the surname and either number or birth date are printed, and nothing contradicts them or puts a date in doubt. */
export function isConfirmed(agreement: PrintAgreement): boolean {
  const { surname, documentNumber, birthDate } = agreement;
  const isSamePerson = surname === 'agrees' && (documentNumber === 'agrees' || birthDate === 'agrees');
  return isSamePerson && !isContradicted(agreement) && factsThat('doubtful', agreement).length === 0;
}

/** Characters that OCR confuses; they count as equal. */
const CONFUSABLES: Readonly<Record<string, string>> = {
  '0': 'O',
  Q: 'O',
  D: 'O',
  '1': 'I',
  L: 'I',
  '5': 'S',
  '8': 'B',
  '2': 'Z',
  '6': 'G',
};

const MIN_CERTAIN_NUMBER = 6;

/**
 * Compares the printed text with the MRZ or barcode. Characters that OCR confuses count as equal; any other
 * difference counts, even one digit of a number or date, because that is what forgers alter.
 */
export function comparePrint(print: PrintedText, facts: MachineReadFacts): PrintAgreement {
  const text = toCapitals(print.words.map((word) => word.text).join(' '));
  const words = text.split(/[^A-Z0-9]+/).filter((word) => word !== '');
  const fields = findPrintedFields(print);
  const isCertain = fields.meanConfidence >= CERTAIN;
  const name = (stated: string, printed: string | null): Agreement => {
    if (stated !== '' && containsAllWords(words, stated)) return 'agrees';
    return isCertain && printed !== null && isDifferentName(stated, printed) ? 'differs' : 'unseen';
  };
  const agreement = {
    surname: name(facts.surname, fields.surname),
    givenNames: name(facts.givenNames, fields.givenNames),
    documentNumber: compareNumber(print, words, facts.documentNumber),
    ...compareDates(print, facts),
  };
  const all = Object.values(agreement);
  return { score: all.filter((each) => each === 'agrees').length / all.length, ...agreement };
}

/** Whether all words of a name occur, in any order, with umlauts spelled either way. */
function containsAllWords(words: readonly string[], stated: string): boolean {
  const printed = new Set(words.map(foldConfusables));
  const joined = foldConfusables(words.join(''));
  return stated.split(/[^A-Z]+/).every((part) =>
    spellings(part).some((spelling) => {
      const key = foldConfusables(spelling);
      return printed.has(key) || (key.length >= 5 && joined.includes(key));
    }),
  );
}

/** MUELLER is printed MÜLLER, which OCR for Latin letters reads as MULLER. */
function spellings(word: string): string[] {
  const short = word.replace(/([AOU])E/g, '$1');
  return [word, short, word.replaceAll('SS', 'B')];
}

/** Maps confusable characters to one. */
function foldConfusables(text: string): string {
  return [...text].map((character) => CONFUSABLES[character] ?? character).join('');
}

/** Whether the names differ beyond OCR errors. */
function isDifferentName(stated: string, printed: string): boolean {
  const [first, second] = [
    foldConfusables(stated.replace(/[^A-Z]/g, '')),
    foldConfusables(printed.replace(/[^A-Z0-9]/g, '')),
  ];
  return editDistance(first, second) > 0.4 * Math.max(first.length, second.length);
}

/** A number of the same length, read with certainty and one or two characters off, is a different number. */
function compareNumber({ words }: PrintedText, texts: readonly string[], stated: string): Agreement {
  const wanted = foldConfusables(stated.replace(/[^A-Z0-9]/g, ''));
  if (wanted === '') return 'unseen';
  if (foldConfusables(texts.join('')).includes(wanted)) return 'agrees';
  const isOff = words.some(({ text, confidence }) => {
    const printed = foldConfusables(toCapitals(text).replace(/[^A-Z0-9]/g, ''));
    if (confidence < CERTAIN || printed.length < MIN_CERTAIN_NUMBER || printed.length !== wanted.length)
      return false;
    return editDistance(printed, wanted) <= 2;
  });
  return isOff ? 'differs' : 'unseen';
}

/** Levenshtein distance. */
function editDistance(first: string, second: string): number {
  let row = Array.from({ length: second.length + 1 }, (_, index) => index);
  for (let i = 1; i <= first.length; i++) {
    const next = [i];
    for (let j = 1; j <= second.length; j++) {
      const same = first[i - 1] === second[j - 1] ? 0 : 1;
      next.push(Math.min(next[j - 1]! + 1, row[j]! + 1, row[j - 1]! + same));
    }
    row = next;
  }
  return row[second.length]!;
}
