import { graphemesOf, visibleIn } from '../scripts/plain-text.js';
import { type Typeface } from './typeface.js';

/** Replaces a character that has no glyph, so that the gap is visible. */
export const MISSING = '\uFFFD';

const LINE_BREAK = /\r\n?|[\u2028\u2029\u0085\v\f]/g;

/** Replaces characters that the font cannot draw, with one MISSING per grapheme. */
export function printable(text: string, font: Typeface): string {
  const even = text.normalize('NFC').replace(LINE_BREAK, '\n').replaceAll('\t', '    ');
  const shown = graphemesOf(even).map((grapheme) => {
    const visible = visibleIn(grapheme);
    return visible === '' || visible === '\n' || font.canDraw(visible) ? visible : MISSING;
  });
  return shown.join('');
}
