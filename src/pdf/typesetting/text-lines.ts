import { graphemesOf, isPlain } from '../scripts/plain-text.js';

/** Scripts without spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** Line height as a multiple of the size: room for marks above and below letters. */
const SHAPED_LEADING = 1.4;

const words = new Intl.Segmenter('und', { granularity: 'word' });

/** The font metrics needed to break lines. */
export interface Measure {
  /** In the unit of `size`. */
  widthOfTextAtSize(text: string, size: number): number;
}

/** Breaks printable text into lines of at most `width` points: at line breaks, at spaces, or else inside a word. */
export function wrapLines(text: string, font: Measure, size: number, width: number): string[] {
  return text.split('\n').flatMap((paragraph) => wrapParagraph(paragraph, font, size, width));
}

function wrapParagraph(paragraph: string, font: Measure, size: number, width: number): string[] {
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

function pieces(word: string, font: Measure, size: number, width: number): Piece[] {
  const parts = breakable(word).flatMap((part) => {
    const whole = font.widthOfTextAtSize(part, size);
    return whole <= width ? [{ text: part, width: whole }] : cut(part, font, size, width);
  });
  return parts.map((part, index) => ({ ...part, joined: index > 0 }));
}

/** Where a line can break inside a word: before the words of scripts without spaces, but never before punctuation. */
function breakable(word: string): string[] {
  if (!UNSPACED.test(word)) return [word];
  const parts: string[] = [];
  for (const { segment, isWordLike } of words.segment(word)) {
    if (isWordLike === true || parts.length === 0) parts.push(segment);
    else parts.push(parts.pop()! + segment);
  }
  return parts;
}

/** The parts of a word that is wider than the line. */
function cut(word: string, font: Measure, size: number, width: number): Omit<Piece, 'joined'>[] {
  const parts: Omit<Piece, 'joined'>[] = [];
  let part = { text: '', width: 0 };
  for (const segment of graphemesOf(word)) {
    const advance = font.widthOfTextAtSize(segment, size);
    if (part.text !== '' && part.width + advance > width) {
      parts.push(part);
      part = { text: '', width: 0 };
    }
    part = { text: part.text + segment, width: part.width + advance };
  }
  return [...parts, part];
}

/**
 * The largest size in whole points, between `smallest` and `largest`, at which the text fits the box, with its lines
 * and the points from one line to the next.
 */
export function fitText(
  text: string,
  font: Measure,
  box: { width: number; height: number; largest: number; smallest: number },
): { size: number; leading: number; lines: string[] } {
  const factor = isPlain(text) ? 1 : SHAPED_LEADING;
  for (let size = box.largest; size > box.smallest; size--) {
    const lines = wrapLines(text, font, size, box.width);
    const leading = size * factor;
    if (lines.length * leading <= box.height && (lines.length === 1 || size <= box.largest / 2))
      return { size, leading, lines };
  }
  const size = box.smallest;
  return { size, leading: size * factor, lines: wrapLines(text, font, size, box.width) };
}
