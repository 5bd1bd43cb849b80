import { type MrzFields } from '../mrz/mrz-reading.js';
import { mrzSpellings } from '../mrz/mrz-spellings.js';
import { type Agreement } from './agreement.js';
import { compareDates } from './compare-dates.js';
import { judgeFoundExpiry } from './expiry-or-issue.js';
import { splitLabels } from './glued-labels.js';
import { findPrintedFields } from './printed-fields.js';
import { compareNumber } from './printed-number.js';
import { CERTAIN, type PrintedText } from './printed-text.js';
import { editDistance, foldConfusables } from './similar-text.js';
import { toCapitals, toLines } from './text-lines.js';

/** Facts from the MRZ or barcode. Dates are YYYY-MM-DD. */
export interface MachineReadFacts {
  surname: string;
  givenNames: string;
  documentNumber: string;
  birthDate: string | null;
  expiryDate: string | null;
}

/** The facts stated by a zone. */
export function factsOfMrz({ birthDate, expiryDate, ...fields }: MrzFields): MachineReadFacts {
  return { ...fields, birthDate: birthDate.date, expiryDate: expiryDate.date };
}

export type ComparedFact = keyof MachineReadFacts;

export interface PrintAgreement extends Record<ComparedFact, Agreement> {
  /** Share of the facts found in print, 0 to 1. */
  score: number;
}

/** A shorter name can occur by chance in the joined words of a page. */
const MIN_JOINED = 5;
/** Two letters can be a mark of the background. */
const MIN_PART = 3;

const FACTS: readonly ComparedFact[] = ['surname', 'givenNames', 'documentNumber', 'birthDate', 'expiryDate'];

/** The facts for which something else is printed, or seems to be. */
export function factsThat(disagree: 'differs' | 'doubtful', agreement: PrintAgreement): ComparedFact[] {
  return FACTS.filter((fact) => agreement[fact] === disagree);
}

/** The facts that must be found in print before approval: those a forger would alter. */
export const REQUIRED_FACTS: readonly ComparedFact[] = [
  'surname',
  'documentNumber',
  'birthDate',
  'expiryDate',
];

/** Whether all of these are printed, and no fact is contradicted or in doubt. */
export function isConfirmed(agreement: PrintAgreement): boolean {
  return REQUIRED_FACTS.every((fact) => agreement[fact] === 'agrees') && !isDisputed(agreement);
}

/** Whether the surname and either number or birth date are printed, and no fact is contradicted or in doubt. */
export function isSamePerson(agreement: PrintAgreement): boolean {
  const { surname, documentNumber, birthDate } = agreement;
  const isNamed = surname === 'agrees' && (documentNumber === 'agrees' || birthDate === 'agrees');
  return isNamed && !isDisputed(agreement);
}

function isDisputed(agreement: PrintAgreement): boolean {
  return FACTS.some((fact) => agreement[fact] === 'differs' || agreement[fact] === 'doubtful');
}

/**
 * Compares the printed text with the MRZ or barcode. Characters that OCR confuses count as equal; any other
 * difference counts, even one digit of a number or date, because that is what forgers alter. Either of two readings
 * can confirm a fact; only both together contradict one. `today`, YYYY-MM-DD, determines whether an expiry could be a
 * date of issue.
 */
export function comparePrint(print: PrintedText, facts: MachineReadFacts, today: string): PrintAgreement {
  const looks = [print.words, ...(print.again ? [print.again] : [])].map((words) => ({ ...print, words }));
  const [first, second] = looks.map((look) => compareLook(look, facts));
  const agreement = Object.fromEntries(
    FACTS.map((fact) => [fact, second ? together(fact, first![fact], second[fact]) : first![fact]]),
  ) as Record<ComparedFact, Agreement>;
  if (agreement.expiryDate === 'agrees') agreement.expiryDate = judgeFoundExpiry(looks, facts, today);
  const agreed = FACTS.filter((fact) => agreement[fact] === 'agrees');
  return { score: agreed.length / FACTS.length, ...agreement };
}

/**
 * Combines two readings: a reader rarely makes the same error twice. A date doubtful in one reading can be right in
 * the other.
 */
function together(fact: ComparedFact, first: Agreement, second: Agreement): Agreement {
  if (first === second) return first;
  const either = (agreement: Agreement) => first === agreement || second === agreement;
  const isDate = fact === 'birthDate' || fact === 'expiryDate';
  if (either('differs') || (either('doubtful') && !(isDate && either('agrees')))) return 'doubtful';
  return 'agrees';
}

function compareLook(print: PrintedText, facts: MachineReadFacts): Record<ComparedFact, Agreement> {
  const apart = { ...print, words: splitLabels(print.words) };
  const text = toCapitals(apart.words.map((word) => word.text).join(' '));
  const words = [...text.split(/[^A-Z0-9]+/), ...nationalWords(apart)].filter((word) => word !== '');
  const lines = toLines(apart.words).map((line) => foldConfusables(line.text.replace(/[^A-Z0-9]/g, '')));
  const fields = findPrintedFields(print);
  const isCertain = fields.meanConfidence >= CERTAIN;
  const name = (stated: string, printed: string | null): Agreement => {
    if (stated !== '' && (containsAllWords(words, stated) || isInOneLine(lines, stated))) return 'agrees';
    return isCertain && printed !== null && isDifferentName(stated, printed) ? 'differs' : 'unseen';
  };
  const givenNames = name(facts.givenNames, fields.givenNames);
  return {
    // A holder without a surname is identified by the given names.
    surname: facts.surname === '' ? givenNames : name(facts.surname, fields.surname),
    givenNames,
    documentNumber: compareNumber(print.words, facts.documentNumber),
    ...compareDates(apart, facts),
  };
}

/** Whether all words of a name occur, in any order, with umlauts spelled either way. */
function containsAllWords(words: readonly string[], stated: string): boolean {
  const printed = new Set(words.map(foldConfusables));
  const joined = foldConfusables(words.join(''));
  const parts = toCapitals(stated).match(/[A-Z]+/g) ?? [];
  const isPrinted = (part: string) =>
    spellings(part).some((spelling) => {
      const key = foldConfusables(spelling);
      return printed.has(key) || (key.length >= MIN_JOINED && joined.includes(key));
    });
  return parts.length > 0 && parts.every(isPrinted);
}

/**
 * Whether a name is the text of a line or, if long enough, part of one, regardless of how the line was split into
 * words.
 */
function isInOneLine(lines: readonly string[], stated: string): boolean {
  const name = toCapitals(stated).replace(/[^A-Z]/g, '');
  return spellings(name).some((spelling) => {
    const key = foldConfusables(spelling);
    return (
      key.length >= MIN_PART &&
      lines.some((line) => (key.length >= MIN_JOINED ? line.includes(key) : line === key))
    );
  });
}

/** Printed words with letters outside A–Z, such as Æ and Đ, in MRZ spelling. */
function nationalWords({ words }: PrintedText): string[] {
  return words
    .filter(({ text }) => /[^\x20-\x7e]/.test(toCapitals(text)))
    .flatMap(({ text }) => mrzSpellings(text))
    .flatMap((spelling) => spelling.split(' '));
}

/**
 * MUELLER is printed MÜLLER and DJURIC is printed ĐURIĆ, which Latin OCR reads as MULLER and DURIC. It reads the Æ of
 * AEVARSDOTTIR as E.
 */
function spellings(word: string): string[] {
  const short = word.replace(/([AOU])E|(A)A|(D)J|([NU])XX/g, '$1$2$3$4');
  return [word, short, word.replaceAll('AE', 'E'), word.replaceAll('SS', 'B')];
}

/** Whether the names differ beyond OCR errors. */
function isDifferentName(stated: string, printed: string): boolean {
  const [first, second] = [
    foldConfusables(toCapitals(stated).replace(/[^A-Z]/g, '')),
    foldConfusables(printed.replace(/[^A-Z0-9]/g, '')),
  ];
  return editDistance(first, second) > 0.4 * Math.max(first.length, second.length);
}
