import { type PDFPage, rgb } from '@libpdf/core';
import { isPlain } from '../scripts/plain-text.js';
import { type PageSize } from '../structure/page-size.js';
import { MISSING, printable } from '../typesetting/printable-text.js';
import { wrapLines } from '../typesetting/text-lines.js';
import { RIGHT_TO_LEFT } from '../typesetting/text-order.js';
import { type Typeface } from '../typesetting/typeface.js';
import { type FieldLook } from './field-look.js';
import { type ShownText } from './field-values.js';

/** Flags of a text field (ISO 32000-2 §12.7.5.3): lines are broken; each character has its own cell. */
const MULTILINE = 1 << 12;
const COMB = 1 << 24;

/** Sizes in points: of wrapped lines, unless the field sets another, and the smallest readable one. */
const USUAL_SIZE = 12;
const SMALLEST_SIZE = 4;
/** Points between the border and the text. */
const INSET = 2;
/** Height of a line and of capital letters, as multiples of the size; most other scripts are taller. */
const LEADING = 1.15;
const TALL_LEADING = 1.4;
const CAP_HEIGHT = 0.714;
/** Size of a single line that fills its field, as a share of the field's height. */
const SHARE_OF_HEIGHT = 0.7;
const CHOSEN = rgb(0.6, 0.757, 0.855);

export interface FieldText extends ShownText {
  /** Flags of a text field. */
  flags: number;
  /** The number of cells of a comb. */
  maxLength: number;
}

interface Laid {
  size: number;
  leading: number;
  lines: string[];
}

/**
 * Draws a field's text completely.
 * @returns false if that is impossible: the fonts lack a character, or it does not fit
 */
export function drawFieldText(page: PDFPage, font: Typeface, field: FieldText, look: FieldLook): boolean {
  const text = printable(field.text, font);
  if (text.includes(MISSING)) return false;
  if ((field.flags & COMB) !== 0 && field.maxLength > 0) return drawComb(page, font, text, field, look);
  const isBroken = (field.flags & MULTILINE) !== 0 || field.chosen !== null;
  const laid = layOut(isBroken ? text : text.replaceAll('\n', ' '), font, look, isBroken);
  if (!laid) return false;
  const { width, height } = look.size;
  const { size, leading, lines } = laid;
  const top = isBroken ? height - insetOf(look) : (height + leading) / 2;
  for (const [index, line] of lines.entries()) {
    const bottom = top - (index + 1) * leading;
    if (field.chosen?.has(index))
      page.drawRectangle({ x: 0, y: bottom, width, height: leading, color: CHOSEN });
    const y = bottom + (leading - size * CAP_HEIGHT) / 2;
    drawLine(page, font, line, { look, size, y });
  }
  return true;
}

function drawLine(
  page: PDFPage,
  font: Typeface,
  line: string,
  { look, size, y }: { look: FieldLook; size: number; y: number },
): void {
  const isRtl = font.isRightToLeft(line);
  const shown = isRtl ? RIGHT_TO_LEFT + line : line;
  const left = look.size.width - font.widthOfTextAtSize(shown, size);
  const inset = insetOf(look);
  const alignment = isRtl && look.alignment === 0 ? 2 : look.alignment;
  const x = alignment === 0 ? inset : alignment === 1 ? left / 2 : left - inset;
  font.draw(page, shown, { x, y, size, color: look.color });
}

/** Null if it does not fit even at the smallest size. */
function layOut(text: string, font: Typeface, look: FieldLook, isBroken: boolean): Laid | null {
  const inset = insetOf(look);
  const room = { width: look.size.width - 2 * inset, height: look.size.height - (isBroken ? 2 * inset : 0) };
  const filling = isBroken ? USUAL_SIZE : Math.max(SMALLEST_SIZE, look.size.height * SHARE_OF_HEIGHT);
  const factor = isPlain(text) ? LEADING : TALL_LEADING;
  let size = look.fontSize || Math.min(filling, USUAL_SIZE);
  for (; ; size = Math.max(SMALLEST_SIZE, size - 0.5)) {
    const lines = isBroken ? wrapLines(text, font, size, room.width) : [text];
    if (fits(lines, font, { size, leading: size * factor }, room))
      return { size, leading: size * factor, lines };
    if (size <= SMALLEST_SIZE) return null;
  }
}

/** A single line may slightly exceed the height of its field, as in other programs. */
function fits(
  lines: string[],
  font: Typeface,
  { size, leading }: Omit<Laid, 'lines'>,
  { width, height }: PageSize,
): boolean {
  const needed = lines.length === 1 ? size * CAP_HEIGHT : lines.length * leading;
  return needed <= height && lines.every((line) => font.widthOfTextAtSize(line, size) <= width);
}

/** Each character in the middle of its cell. */
function drawComb(
  page: PDFPage,
  font: Typeface,
  text: string,
  { maxLength }: FieldText,
  look: FieldLook,
): boolean {
  const characters = [...text];
  if (characters.length > maxLength) return false;
  const { width, height } = look.size;
  const cell = width / maxLength;
  const widest = Math.max(...characters.map((character) => font.widthOfTextAtSize(character, 1)), 0);
  const wanted = look.fontSize || Math.min(USUAL_SIZE, height * SHARE_OF_HEIGHT);
  const size = Math.min(wanted, widest > 0 ? cell / widest : wanted);
  const first = [0, Math.floor((maxLength - characters.length) / 2), maxLength - characters.length][
    look.alignment
  ]!;
  for (const [index, character] of characters.entries()) {
    const x = (first + index + 0.5) * cell - font.widthOfTextAtSize(character, size) / 2;
    font.draw(page, character, { x, y: (height - size * CAP_HEIGHT) / 2, size, color: look.color });
  }
  return size >= SMALLEST_SIZE;
}

const insetOf = ({ border }: FieldLook) => INSET + (border?.width ?? 0);
