import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../../src/platform/config/paths.js';

export type OutlineFont = 'ocrB' | 'ocrBSharp' | 'sans';

/** Advance width and SVG path of a glyph, 1,000 units per em, baseline at y = 0. */
type Glyph = [advance: number, path: string];

let fonts: Record<OutlineFont, Record<string, Glyph>> | undefined;

function glyphOf(font: OutlineFont, character: string): Glyph {
  fonts ??= JSON.parse(
    readFileSync(join(PROJECT_ROOT, 'scripts/mrz/glyph-outlines.json'), 'utf8'),
  ) as NonNullable<typeof fonts>;
  const glyph = fonts[font][character];
  if (!glyph) throw new RangeError(`${font} has no outline for ${JSON.stringify(character)}`);
  return glyph;
}

export interface TextStyle {
  font: OutlineFont;
  /** Size of the em in drawing units. */
  size: number;
  fill?: string;
  /** Fixed distance between glyphs; the font's own advance widths by default. */
  pitch?: number;
  anchor?: 'start' | 'middle';
}

export function textWidth(text: string, style: TextStyle): number {
  return [...text].reduce(
    (width, character) => width + (style.pitch ?? (glyphOf(style.font, character)[0] * style.size) / 1000),
    0,
  );
}

/** Text as SVG paths, independent of installed fonts. `x` and `y` are the start of the baseline. */
export function textPaths(text: string, x: number, y: number, style: TextStyle): string {
  const scale = style.size / 1000;
  let pen = style.anchor === 'middle' ? x - textWidth(text, style) / 2 : x;
  const paths = [...text].map((character) => {
    const [advance, path] = glyphOf(style.font, character);
    const drawn = `<path transform="translate(${pen.toFixed(3)} ${y}) scale(${scale})" d="${path}"/>`;
    pen += style.pitch ?? advance * scale;
    return drawn;
  });
  return `<g fill="${style.fill ?? '#1a1a1a'}">${paths.join('')}</g>`;
}
