import { findDates } from './printed-dates.js';
import { type PrintedText, type PrintedWord } from './printed-text.js';

/** The labelled fields of a document; null for a field not found. */
export interface PrintedFields {
  surname: string | null;
  givenNames: string | null;
  /** YYYY-MM-DD; null if the printed date is ambiguous. */
  birthDate: string | null;
  expiryDate: string | null;
  issueDate: string | null;
  documentNumber: string | null;
  /** Mean confidence, 0 to 1, of the words in these fields; 0 if there are none. */
  meanConfidence: number;
}

export type PrintedFieldName = Exclude<keyof PrintedFields, 'meanConfidence'>;

/** A line of text: adjacent words from left to right. */
interface Line {
  words: PrintedWord[];
  text: string;
}

/**
 * Field labels: numbered on EU licences (Directive 2006/126/EC, Annex I), abbreviated on North American ones
 * (AAMVA card design standard, Annex A), named on passports and cards in one or more languages (ICAO 9303-4
 * §4.1). OCR may drop the dot after a small number, or read the two as a letter.
 */
const LABELS: Readonly<Record<PrintedFieldName, RegExp>> = {
  surname:
    /^(?:LN\b|(?:1[.,]? )?(?:SURNAME|LAST NAME|FAMILY NAME|NAME\/NOM|NOM\b|APELLIDOS?|NACHNAME|COGNOME)[^ ]*|(?:1[.,]?|[IL][.,])(?= |$))/,
  givenNames:
    /^(?:FN\b|(?:2[.,]? )?(?:GIVEN NAMES?|FIRST NAMES?|FORENAMES?|PRENOMS?|NOMBRES?|VORNAMEN?|NOME\b)[^ ]*|(?:2[.,]?|Z[.,])(?= |$))/,
  birthDate:
    /^(?:3 ?DOB|DOB\b|3[.,]?(?= |$)|(?:[BD]ATE OF BIRTH|DATE DE NAISSANCE|FECHA DE NACIMIENTO|GEBURTSDATUM)[^ ]*)/,
  issueDate: /^(?:4A[.,]?|ISS\b|(?:DATE OF ISSUE|DATE DE DELIVRANCE|FECHA DE EXPEDICION)[^ ]*)/,
  expiryDate:
    /^(?:4B[.,]?|4B ?EXP|EXP\b|(?:DATE OF EXPIRY|EXPIRES|VALID UNTIL|DATE D'EXPIRATION|GUELTIG BIS)[^ ]*)/,
  documentNumber:
    /^(?:(?:5[.,]?|S[.,])(?= (?!DD)|$)|4D ?DLN|DLN?\b|LIC(?:ENSE)? NO|(?:PASSPORT NO|DOCUMENT NO|CARD NO|DOCUMENT NUMBER|NUMERO)[^ ]*)/,
};

const NOTHING: PrintedFields = {
  surname: null,
  givenNames: null,
  birthDate: null,
  expiryDate: null,
  issueDate: null,
  documentNumber: null,
  meanConfidence: 0,
};

/** Finds labelled fields. A value follows its label on the same line or below it. */
export function findPrintedFields(print: PrintedText): PrintedFields {
  const fields: PrintedFields = { ...NOTHING };
  const used: PrintedWord[] = [];
  for (const [name, words] of findPrintedWords(print)) {
    fields[name] = parseField(name, textOf(words));
    used.push(...words);
  }
  const total = used.reduce((sum, { confidence }) => sum + confidence, 0);
  return { ...fields, meanConfidence: used.length === 0 ? 0 : total / used.length };
}

/** The words of each labelled field that can be read. */
export function findPrintedWords(print: PrintedText): Map<PrintedFieldName, PrintedWord[]> {
  const lines = toLines(print.words);
  const found = new Map<PrintedFieldName, PrintedWord[]>();
  for (const name of Object.keys(LABELS) as PrintedFieldName[]) {
    const words = findValue(lines, LABELS[name]);
    if (words && parseField(name, textOf(words))) found.set(name, words);
  }
  return found;
}

/** Upper case without accents, as in the MRZ. */
export function toCapitals(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase();
}

/** Groups words into lines: they overlap by half their height and are close to each other. */
function toLines(words: readonly PrintedWord[]): Line[] {
  const lines: PrintedWord[][] = [];
  for (const word of [...words].sort((a, b) => a.x - b.x)) {
    const line = lines.find((each) => isNextTo(each.at(-1)!, word));
    if (line) line.push(word);
    else lines.push([word]);
  }
  return lines.sort((a, b) => a[0]!.y - b[0]!.y).map((line) => ({ words: line, text: textOf(line) }));
}

function isNextTo(left: PrintedWord, right: PrintedWord): boolean {
  const height = Math.min(left.h, right.h);
  const overlap = Math.min(left.y + left.h, right.y + right.h) - Math.max(left.y, right.y);
  return overlap > height / 2 && right.x - (left.x + left.w) < 3 * Math.max(left.h, right.h);
}

function textOf(words: readonly PrintedWord[]): string {
  return toCapitals(words.map(({ text }) => text).join(' '));
}

function findValue(lines: readonly Line[], label: RegExp): PrintedWord[] | null {
  const index = lines.findIndex(({ text }) => label.test(text));
  if (index < 0) return null;
  const { words, text } = lines[index]!;
  const following = wordsAfter(words, label.exec(text)![0].length);
  if (following.length > 0) return following;
  const below = lines.slice(index + 1).find((line) => isBelow(words[0]!, line.words[0]!));
  return below && !Object.values(LABELS).some((other) => other.test(below.text)) ? below.words : null;
}

/** The words of a line after its first `length` characters. */
function wordsAfter(words: readonly PrintedWord[], length: number): PrintedWord[] {
  let at = 0;
  return words.filter(({ text }) => {
    const isAfter = at >= length;
    at += text.length + 1;
    return isAfter;
  });
}

function isBelow(label: PrintedWord, value: PrintedWord): boolean {
  const gap = value.y - (label.y + label.h);
  return Math.abs(value.x - label.x) < 0.08 && gap > -label.h && gap < 4 * label.h;
}

function parseField(name: PrintedFieldName, text: string): string | null {
  if (!name.endsWith('Date')) return text.replace(/[^A-Z0-9 '-]/g, '').trim() || null;
  const [date] = findDates(text);
  return date?.readings.length === 1 && !date.readings[0]!.startsWith('??') ? date.readings[0]! : null;
}
