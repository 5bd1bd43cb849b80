/**
 * Characters that are not seen but turn the text around them or break lines: controls, and the marks of direction
 * (Unicode Standard Annex 9). Joiners stay, which Persian and Indic names need.
 */
const UNSEEN = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2028\u2029\u2066-\u2069\ufeff]/gu;

/** One line of text without unseen characters, its blanks single: names as people type them, and what others named. */
export function plainLine(text: string): string {
  return text.toWellFormed().replace(/\s+/g, ' ').replace(UNSEEN, '').trim();
}

/** The same of what people write over several lines, which stay. */
export function plainLines(text: string): string {
  return text
    .split(/\r\n?|\n/)
    .map(plainLine)
    .join('\n')
    .trim();
}
