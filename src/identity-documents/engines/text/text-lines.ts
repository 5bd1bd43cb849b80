import { type PrintedWord } from './printed-text.js';

/** A line of text: adjacent words from left to right. */
export interface Line {
  words: PrintedWord[];
  text: string;
}

/** Upper case without accents, as in the MRZ. */
export function toCapitals(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase();
}

/** Groups words into lines: they overlap by half their height and are close to each other. */
export function toLines(words: readonly PrintedWord[]): Line[] {
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

export function textOf(words: readonly PrintedWord[]): string {
  return toCapitals(words.map(({ text }) => text).join(' '));
}

/** The text of each line on a line of its own, so that no pattern of a date goes beyond one. */
export function textByLine(words: readonly PrintedWord[]): string {
  return toLines(words)
    .map(({ text }) => text)
    .join('\n');
}

/** The words of a line after its first `length` characters. */
export function wordsAfter(words: readonly PrintedWord[], length: number): PrintedWord[] {
  let at = 0;
  return words.filter(({ text }) => {
    const isAfter = at >= length;
    at += text.length + 1;
    return isAfter;
  });
}

/** Whether a word is in the place of the value of a label that has its own line. */
export function isBelow(label: PrintedWord, value: PrintedWord): boolean {
  const gap = value.y - (label.y + label.h);
  return Math.abs(value.x - label.x) < 0.08 && gap > -label.h && gap < 4 * label.h;
}
