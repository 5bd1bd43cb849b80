/**
 * Invisible characters that reorder text or break lines: controls and bidirectional marks (Unicode Standard Annex 9).
 * Joiners stay, because Persian and Indic names need them.
 */
const UNSEEN = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2028\u2029\u2066-\u2069\ufeff]/gu;

/** One line of text without invisible characters, with single spaces: for names that people typed. */
export function plainLine(text: string): string {
  return text.toWellFormed().replace(/\s+/g, ' ').replace(UNSEEN, '').trim();
}

/**
 * The name of a file from outside, or for others: one line, without the folders that a name may claim to be in. Empty if
 * nothing is left of it.
 */
export function plainFileName(name: string): string {
  const last = plainLine(name).split(/[/\\]/).at(-1)!.trim();
  return /^\.+$/.test(last) ? '' : last;
}

/** `plainLine` for text of several lines; the line breaks stay. */
export function plainLines(text: string): string {
  return text
    .split(/\r\n?|\n/)
    .map(plainLine)
    .join('\n')
    .trim();
}
