/**
 * The layout of what a form's fields hold. The completed PDF is drawn with it, and the signing page uses it to preview
 * that and to say how much is left. Sizes are in points; positions count from the box's upper left corner.
 */
import { type FieldKind } from './document-field.js';
import { graphemesOf, isPlain } from './scripts/plain-text.js';
import { type Measure, wrapLines } from './typesetting/text-lines.js';

const LARGEST_TEXT = 11;
/** Nothing smaller can be read on paper, so what does not fit at this size is refused. */
export const SMALLEST_TEXT = 6;
/** Line height as a multiple of the size: room for accents and descenders, and for the marks of other scripts. */
const LEADING = { plain: 1.2, shaped: 1.4 };
const CAP_HEIGHT = 0.714;
const INSET = 2;
/** One line of what every font here can draw. */
const ASCII = /^[\x20-\x7e]*$/;
/** By which a line may exceed its measured parts. */
const ROUNDING = 0.5;

/** Largest type of a stamp's lines, the share of its box that they may take below a picture, and their gap to it. */
const STAMP = { largest: 9, share: 0.6, gap: 2 };
/** Width of a box as a multiple of its height from which the lines stand next to the picture. */
const WIDE = 2;

/** How the entries of a form are drawn. Null stands for kinds that look the same with and without a form. */
export const DRAWN_AS: Readonly<Record<FieldKind, 'words' | 'choice' | 'picture' | null>> = {
  signature: null,
  initials: null,
  date: null,
  name: null,
  text: 'words',
  number: 'words',
  formula: 'words',
  chosen_date: 'words',
  choice: 'words',
  label: 'words',
  checkbox: 'choice',
  checkboxes: 'choice',
  radio: 'choice',
  image: 'picture',
  stamp: 'picture',
};

/** Kinds that are never broken into lines. */
const UNBROKEN: ReadonlySet<FieldKind> = new Set(['number', 'formula', 'chosen_date']);
/** Amounts end at the same edge, as in a column of figures. */
const AT_THE_END: ReadonlySet<FieldKind> = new Set(['number', 'formula']);

interface Size {
  width: number;
  height: number;
}

/** The facts about a font that decide where lines break and begin. */
export interface EntryFont extends Measure {
  /** Whether a paragraph runs from right to left. */
  isRightToLeft(paragraph: string): boolean;
}

/** How the entries of a place are written. */
export interface EntryRules {
  kind: FieldKind;
  lines: 1 | 'many';
  /** Number of cells of a comb. */
  cells: number | null;
}

export interface EntryLine {
  text: string;
  /** The left end of its baseline. */
  x: number;
  y: number;
  width: number;
  isRightToLeft: boolean;
}

export interface LaidEntry {
  size: number;
  lines: EntryLine[];
}

/**
 * Where an entry is written: in the largest type, from 11 to 6 points, in which all of it fits.
 * @param text as the font can draw it
 * @returns null if it does not fit: it is never cut off
 */
export function layEntry(text: string, font: EntryFont, box: Size, rules: EntryRules): LaidEntry | null {
  for (let size = LARGEST_TEXT; size >= SMALLEST_TEXT; size--) {
    const lines = layAt(size, text, font, box, rules);
    if (lines) return { size, lines };
  }
  return null;
}

/**
 * Whether an entry is so short that it fits whatever its letters are, so that nothing need be measured: no letter of
 * ASCII is wider than an em. False is no answer.
 */
export function surelyFits(text: string, { width, height }: Size, { kind, cells }: EntryRules): boolean {
  if (DRAWN_AS[kind] !== 'words' || cells !== null || !ASCII.test(text)) return false;
  return text.length * SMALLEST_TEXT <= width - 2 * INSET && SMALLEST_TEXT * LEADING.plain <= height;
}

/**
 * By how many characters, which are Unicode code points, an entry is too long for its place. Zero if it fits.
 * @param text as the font can draw it
 */
export function tooMany(text: string, font: EntryFont, box: Size, rules: EntryRules): number {
  if (layEntry(text, font, box, rules)) return 0;
  const letters = graphemesOf(text);
  let [fitting, least] = [0, letters.length];
  while (fitting + 1 < least) {
    const middle = (fitting + least) >> 1;
    if (layAt(SMALLEST_TEXT, letters.slice(0, middle).join(''), font, box, rules)) fitting = middle;
    else least = middle;
  }
  return [...letters.slice(fitting).join('')].length;
}

function layAt(
  size: number,
  text: string,
  font: EntryFont,
  box: Size,
  rules: EntryRules,
): EntryLine[] | null {
  if (rules.cells !== null) return layCells(size, text, font, box, rules.cells);
  const isBlock = rules.lines === 'many' || rules.kind === 'label';
  const width = box.width - 2 * INSET;
  const leading = leadingOf(text, size);
  const lines = text.split('\n').flatMap((paragraph) => {
    const isRightToLeft = font.isRightToLeft(paragraph);
    const parts = UNBROKEN.has(rules.kind) ? [paragraph] : wrapLines(paragraph, font, size, width);
    return parts.map((part) => ({ text: part, width: font.widthOfTextAtSize(part, size), isRightToLeft }));
  });
  const room = box.height - lines.length * leading;
  if (room < 0 || lines.some((line) => line.width > width + ROUNDING)) return null;
  const top = isBlock ? Math.min(INSET, room / 2) : room / 2;
  return lines.map((line, index) => {
    // A single line begins at the left, next to the words of the document that it follows.
    const isAtEnd = AT_THE_END.has(rules.kind) || (line.isRightToLeft && (isBlock || lines.length > 1));
    const x = isAtEnd ? box.width - INSET - line.width : INSET;
    return { ...line, x, y: baselineOf(top, index, leading, size) };
  });
}

/** One character in the middle of each cell, beginning where the text begins. */
function layCells(
  size: number,
  text: string,
  font: EntryFont,
  { width, height }: Size,
  cells: number,
): EntryLine[] | null {
  const letters = graphemesOf(text);
  const leading = leadingOf(text, size);
  const cell = width / cells;
  const isRightToLeft = font.isRightToLeft(text);
  const lines = letters.map((letter, index) => {
    const across = font.widthOfTextAtSize(letter, size);
    const left = cell * (isRightToLeft ? cells - 1 - index : index);
    const y = baselineOf((height - leading) / 2, 0, leading, size);
    return { text: letter, x: left + (cell - across) / 2, y, width: across, isRightToLeft };
  });
  const areTooLarge = leading > height || lines.some((letter) => letter.width > cell);
  return letters.length > cells || areTooLarge ? null : lines;
}

const leadingOf = (text: string, size: number) => size * (isPlain(text) ? LEADING.plain : LEADING.shaped);
const baselineOf = (top: number, line: number, leading: number, size: number) =>
  top + line * leading + (leading + size * CAP_HEIGHT) / 2;

/** Where a picture goes in a box: in the middle, as large as the box allows. */
export function fitPicture(picture: Size, box: Size): Size & { x: number; y: number } {
  const scale = Math.min(box.width / picture.width, box.height / picture.height);
  const [width, height] = [picture.width * scale, picture.height * scale];
  return { x: (box.width - width) / 2, y: (box.height - height) / 2, width, height };
}

export interface LaidStamp extends LaidEntry {
  /** Null if there is none. */
  picture: (Size & { x: number; y: number }) | null;
}

/**
 * Where the picture and the lines of a stamp go: the lines below it, or next to it in a wide box.
 * @param lines as the font can draw them
 * @returns null if the lines do not fit
 */
export function layStamp(
  picture: Size | null,
  lines: readonly string[],
  font: EntryFont,
  box: Size,
): LaidStamp | null {
  const text = lines.join('\n');
  if (text === '') return { size: 0, lines: [], picture: picture && fitPicture(picture, box) };
  const isBeside = picture !== null && box.width >= WIDE * box.height;
  const side = isBeside ? Math.min(box.height, box.width / WIDE) : 0;
  const room = picture === null || isBeside ? box.height : box.height * STAMP.share;
  const column = { width: box.width - side, height: room };
  for (let size = STAMP.largest; size >= SMALLEST_TEXT; size--) {
    const written = layAt(size, text, font, column, { kind: 'stamp', lines: 1, cells: null });
    if (!written) continue;
    const below = leadingOf(text, size) * written.length;
    const top = isBeside || picture === null ? 0 : box.height - room + (room - below) / 2;
    const moved = written.map((line) => ({ ...line, x: line.x + side, y: line.y + top }));
    const area = { width: side || box.width, height: isBeside ? box.height : box.height - below - STAMP.gap };
    return { size, lines: moved, picture: picture && fitPicture(picture, area) };
  }
  return null;
}
