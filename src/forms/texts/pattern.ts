import { RE2JS, RE2JSException } from 're2js';

export const MAX_PATTERN = 200;
/** Instructions of one pattern; matching takes at most as many steps for each character. */
export const MAX_INSTRUCTIONS = 2_000;

/** A regular expression in RE2 syntax: the time it takes grows in proportion to the text. */
export interface Pattern {
  /** Whether the whole text matches. */
  matches(text: string): boolean;
  /** Steps for each character, at most. */
  instructions: number;
}

/** @returns what is wrong with the pattern, if it is none */
export function compilePattern(source: string): Pattern | { problem: string } {
  try {
    const compiled = RE2JS.compile(source);
    return { matches: (text) => compiled.testExact(text), instructions: compiled.programSize() };
  } catch (error) {
    if (error instanceof RE2JSException) return { problem: error.message };
    throw error;
  }
}
