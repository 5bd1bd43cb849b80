import { type PrintedWord } from './printed-text.js';
import { toCapitals } from './text-lines.js';

/**
 * Labels read as one word with their value, since cards print them small directly before it: `LNADAMS`,
 * `DOB02/01/1995`, `DOB02011995`, `EXP02JAN2030`, `1.SPECIMEN`, `4b.01.02.2030`. Each matches the label of a word in capitals.
 */
const GLUED: readonly RegExp[] = [
  /^(?:LN|FN)(?=[A-Z][A-Z'-]+$)/,
  /^[12][.,]?(?=[A-Z][A-Z'-]{2,}$)/,
  /^(?:.*[A-Z]{3}[.:]?|3[.,]|4[AB][.,]?)(?=(?:\d\d([./-])\d\d\1\d{2,4}|\d{4}([./-])\d\d\2\d\d)$)/,
  /^(?:(?:3|4[AB])?[.,]?(?:DOB|EXP|ISS)[.:]?|3[.,]|4[AB][.,])(?=(?:\d{8}|\d\d-?[A-Z]{3}-?\d{2,4})$)/,
  /^(?:4D ?)?DLN?[.:#]?(?=[A-Z]{0,2}\d{4,})/,
  /^(?:5[.,]|4D[.,]?)(?=[A-Z]{0,2}\d{4,})/,
];

/** The words, with labels split off as separate words. */
export function splitLabels(words: readonly PrintedWord[]): PrintedWord[] {
  return words.flatMap((word) => {
    const length = lengthOfLabel(toCapitals(word.text));
    if (length === 0 || length >= word.text.length) return [word];
    const share = length / word.text.length;
    return [
      { ...word, text: word.text.slice(0, length), w: word.w * share },
      { ...word, text: word.text.slice(length), x: word.x + word.w * share, w: word.w * (1 - share) },
    ];
  });
}

function lengthOfLabel(text: string): number {
  for (const label of GLUED) {
    const match = label.exec(text);
    if (match) return match[0].length;
  }
  return 0;
}
