import { type PDF } from '@libpdf/core';
import { reachable } from '../structure/reachable.js';

/** Some programs cut longer names off (ISO 32000-1 annex C). */
const LONGEST_NAME = 120;

/**
 * Finds keys that some programs take for others: with NUL, at which those written in C end a name, or so long that they
 * are cut off and then equal.
 * @returns what it is, worded to follow 'The PDF has'; null if there is none
 */
export function contestedNames(pdf: PDF): string | null {
  for (const dictionary of reachable(pdf)) {
    const keys = Array.from(dictionary.keys(), ({ value }) => value);
    if (keys.some((key) => key.includes('\0'))) return 'a name that some programs cut off';
    const long = keys.filter((key) => key.length > LONGEST_NAME).map((key) => key.slice(0, LONGEST_NAME));
    if (new Set(long).size < long.length) return 'names that some programs do not tell apart';
  }
  return null;
}
