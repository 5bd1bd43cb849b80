import {
  DATE_LABELS,
  type DateFieldName,
  isDateField,
  LABELS,
  type PrintedFieldName,
} from './field-labels.js';
import { findDates } from './printed-dates.js';
import { type PrintedWord } from './printed-text.js';
import { isBelow, type Line, textOf, wordsAfter } from './text-lines.js';

/** A date has at most four words, such as `12 AUG / AOUT 1974`, and a fifth that belongs to its label. */
const MAX_DATE_WORDS = 5;
const DATE_FIELDS = (Object.keys(LABELS) as PrintedFieldName[]).filter(isDateField);

/** The position of a date's label in a line. */
interface PlacedLabel {
  /** The word it begins in. */
  word: PrintedWord;
  /** Characters of the line up to its end. */
  end: number;
}

/**
 * The words of the date after its label, or below it if the label fills its line; null if there is none. The label in
 * other languages may come between them.
 */
export function findDateWords(lines: readonly Line[], name: DateFieldName): PrintedWord[] | null {
  for (const [index, line] of lines.entries()) {
    const label = findLabel(line, name);
    if (!label) continue;
    const found =
      firstDate(followingWords(line, label, name)) ?? dateBelow(lines.slice(index + 1), line, label);
    if (found) return found;
  }
  return null;
}

function findLabel({ words, text }: Line, name: DateFieldName): PlacedLabel | null {
  const match = LABELS[name].exec(text) ?? DATE_LABELS[name].exec(text);
  if (!match) return null;
  const begun = words.length - wordsAfter(words, match.index + 1).length;
  return { word: words[Math.max(0, begun - 1)]!, end: match.index + match[0].length };
}

/** The words between this label and the next one of another date. */
function followingWords({ words, text }: Line, { end }: PlacedLabel, name: DateFieldName): PrintedWord[] {
  const others = DATE_FIELDS.filter((other) => other !== name).flatMap((other) => {
    const at = text.slice(end).search(DATE_LABELS[other]);
    return at < 0 ? [] : [end + at];
  });
  const after = wordsAfter(words, end);
  return others.length === 0
    ? after
    : after.slice(0, Math.max(0, after.length - wordsAfter(words, Math.min(...others)).length));
}

/** Continues below the label until the label of another date. */
function dateBelow(lines: readonly Line[], labelled: Line, label: PlacedLabel): PrintedWord[] | null {
  for (const line of lines) {
    const first = line.words[0]!;
    if (!isBelow(label.word, first) && !isBelow(labelled.words[0]!, first)) continue;
    if (DATE_FIELDS.some((name) => findLabel(line, name))) return null;
    const date = firstDate(line.words);
    if (date) return date;
  }
  return null;
}

/** The words of the first date, without those before it. */
function firstDate(words: readonly PrintedWord[]): PrintedWord[] | null {
  for (let start = 0; start < words.length; start++)
    for (let end = start + 1; end <= Math.min(words.length, start + MAX_DATE_WORDS); end++) {
      if (!isDate(words.slice(start, end))) continue;
      while (isDate(words.slice(start + 1, end))) start++;
      return words.slice(start, end);
    }
  return null;
}

const isDate = (words: readonly PrintedWord[]) => findDates(textOf(words)).length > 0;
