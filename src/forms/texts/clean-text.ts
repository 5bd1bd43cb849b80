import { plainLine, plainLines } from '../../common/plain-line.js';

/** A line as it is kept: without invisible characters, with single spaces, in normal form C. */
export const cleanLine = (text: string) => plainLine(text).normalize('NFC');

/** The same of several lines. */
export const cleanLines = (text: string) => plainLines(text).normalize('NFC');

/** Unicode code points: unlike what a reader sees as a character, they are counted the same everywhere. */
export const lengthOf = (text: string) => [...text].length;
