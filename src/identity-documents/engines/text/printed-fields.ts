import { isDateField, LABELS, NORTH_AMERICAN, type PrintedFieldName } from './field-labels.js';
import { splitLabels } from './glued-labels.js';
import { findDateWords } from './labelled-dates.js';
import { findDates } from './printed-dates.js';
import { type PrintedText, type PrintedWord } from './printed-text.js';
import { isBelow, type Line, textOf, toLines, wordsAfter } from './text-lines.js';

/** The labelled fields of a document; null for a field not found. */
export interface PrintedFields {
  surname: string | null;
  givenNames: string | null;
  /** YYYY-MM-DD; null if the printed date is ambiguous. On North American cards the month comes first. */
  birthDate: string | null;
  expiryDate: string | null;
  issueDate: string | null;
  documentNumber: string | null;
  /** Mean confidence, 0 to 1, of the words in these fields; 0 if there are none. */
  meanConfidence: number;
}

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
  const isMonthFirst = hasMonthFirst(print);
  for (const [name, words] of findPrintedWords(print)) {
    fields[name] = parseField(name, textOf(words), isMonthFirst);
    used.push(...words);
  }
  const total = used.reduce((sum, { confidence }) => sum + confidence, 0);
  return { ...fields, meanConfidence: used.length === 0 ? 0 : total / used.length };
}

/** The words of each readable labelled field; dates are included even if ambiguous. */
export function findPrintedWords(print: PrintedText): Map<PrintedFieldName, PrintedWord[]> {
  const lines = toLines(splitLabels(print.words));
  const found = new Map<PrintedFieldName, PrintedWord[]>();
  for (const name of Object.keys(LABELS) as PrintedFieldName[]) {
    const words = isDateField(name) ? findDateWords(lines, name) : findValue(lines, LABELS[name]);
    if (words && (isDateField(name) || parseField(name, textOf(words)))) found.set(name, words);
  }
  return found;
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

/** A day in the place of the month: the card does not print the month first. */
const DAY_FIRST = /(?<!\d)(?:1[3-9]|[23]\d) ?[/-] ?\d\d ?[/-] ?\d{4}(?!\d)/;

/** Whether this is a North American card, and none of its dates shows another order. */
function hasMonthFirst(print: PrintedText): boolean {
  const texts = toLines(splitLabels(print.words)).map(({ text }) => text);
  return texts.some((text) => NORTH_AMERICAN.test(text)) && !texts.some((text) => DAY_FIRST.test(text));
}

function parseField(name: PrintedFieldName, text: string, isMonthFirst = false): string | null {
  if (!isDateField(name)) return text.replace(/[^A-Z0-9 '-]/g, '').trim() || null;
  const [date] = findDates(text);
  if (!date || date.readings[0]!.startsWith('??')) return null;
  if (date.readings.length === 1) return date.readings[0]!;
  return (isMonthFirst && date.monthFirst) || null;
}
