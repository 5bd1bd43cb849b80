/**
 * Invisible characters that reorder text or break lines: controls and bidirectional marks (Unicode Standard Annex 9).
 * Joiners stay, because Persian and Indic names need them.
 */
const UNSEEN = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2028\u2029\u2066-\u2069\ufeff]/gu;

/** Halves of a character outside the basic plane; with the flag `u`, only those without their other half. */
const LONE_SURROGATE = /\p{Surrogate}/gu;

/**
 * One line of text without invisible characters and with single spaces, for names that people typed. It changes nothing
 * the second time.
 */
export function plainLine(text: string): string {
  return text
    .replace(LONE_SURROGATE, '\ufffd')
    .replace(/\s+/g, ' ')
    .replace(UNSEEN, '')
    .replace(/ +/g, ' ')
    .trim();
}

/** The name of a received or offered file: one line, without any folders in it. Empty if nothing is left. */
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
