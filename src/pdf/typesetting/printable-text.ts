import { type EmbeddedFont } from '@libpdf/core';

/** Replaces a character that has no glyph, so that the gap is visible. */
export const MISSING = '\uFFFD';

/** Scripts that need no shaping. Others (Arabic, Devanagari) do, which is not supported. */
const UNSHAPED =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]+$/u;
/** Invisible characters: controls except line feed, directional overrides, joiners, variation selectors. */
const INVISIBLE = /[\p{Cf}\uFE00-\uFE0F]|(?!\n)\p{Cc}/gu;
const LINE_BREAK = /\r\n?|[\u2028\u2029\u0085\v\f]/g;

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Replaces what the font cannot draw, with one MISSING per grapheme. */
export function printable(text: string, font: EmbeddedFont): string {
  const even = text.normalize('NFC').replace(LINE_BREAK, '\n').replaceAll('\t', '    ');
  return Array.from(graphemes.segment(even), ({ segment }) => {
    const visible = segment.replace(INVISIBLE, '');
    return visible === '' || visible === '\n' || canDraw(visible, font) ? visible : MISSING;
  }).join('');
}

/** Whether the whole text can be drawn unchanged. */
export function canDraw(text: string, font: EmbeddedFont): boolean {
  return UNSHAPED.test(text) && font.canEncode(text);
}

/** Breaks printable text into lines of at most `width` points: at line breaks, at spaces, or else inside a word. */
export function wrapLines(text: string, font: EmbeddedFont, size: number, width: number): string[] {
  return text.split('\n').flatMap((paragraph) => wrapParagraph(paragraph, font, size, width));
}

function wrapParagraph(paragraph: string, font: EmbeddedFont, size: number, width: number): string[] {
  const space = font.widthOfTextAtSize(' ', size);
  const lines: string[] = [];
  let line = '';
  let used = 0;
  for (const [index, piece] of paragraph
    .split(' ')
    .flatMap((word) => pieces(word, font, size, width))
    .entries()) {
    const gap = index === 0 || piece.joined ? 0 : space;
    if (index > 0 && used + gap + piece.width > width) {
      lines.push(line);
      line = piece.text;
      used = piece.width;
    } else {
      line += (gap > 0 ? ' ' : '') + piece.text;
      used += gap + piece.width;
    }
  }
  return [...lines, line];
}

interface Piece {
  text: string;
  width: number;
  /** Whether it continues the word of the previous piece. */
  joined: boolean;
}

function pieces(word: string, font: EmbeddedFont, size: number, width: number): Piece[] {
  const whole = font.widthOfTextAtSize(word, size);
  if (whole <= width) return [{ text: word, width: whole, joined: false }];
  const parts: Piece[] = [];
  let part: Piece = { text: '', width: 0, joined: false };
  for (const { segment } of graphemes.segment(word)) {
    const advance = font.widthOfTextAtSize(segment, size);
    if (part.text !== '' && part.width + advance > width) {
      parts.push(part);
      part = { text: '', width: 0, joined: true };
    }
    part.text += segment;
    part.width += advance;
  }
  return [...parts, part];
}

/** The largest size in whole points, between `smallest` and `largest`, at which the text fits the box, and its lines. */
export function fitText(
  text: string,
  font: EmbeddedFont,
  box: { width: number; height: number; largest: number; smallest: number },
): { size: number; lines: string[] } {
  for (let size = box.largest; size > box.smallest; size--) {
    const lines = wrapLines(text, font, size, box.width);
    if (lines.length * size <= box.height && (lines.length === 1 || size <= box.largest / 2))
      return { size, lines };
  }
  return { size: box.smallest, lines: wrapLines(text, font, box.smallest, box.width) };
}
