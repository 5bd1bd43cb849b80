import sharp from 'sharp';
import { MRZ_ALPHABET } from '../../src/identity-documents/engines/mrz/check-digit.js';
import { type OutlineFont, textPaths } from './glyph-outlines.js';

/** Pixels per pitch, and the size of a glyph image, larger than its cell so that it can be rotated. */
const PITCH_PX = 64;
const SHAPE_WIDTH = 112;
const SHAPE_HEIGHT = 128;
/** Edge blur in pixels; shifting the edge threshold makes strokes bolder or thinner. */
const EDGE_SIGMA = 2.5;
/**
 * Middle of the capitals and taller digits above the baseline, and advance width, in thousandths of an em.
 */
const MIDDLE = 365;
const ADVANCE = 723;

/** Glyph image with blurred edges: 255 is ink, 128 the edge. */
export type GlyphShape = Uint8Array;

export interface ShapeSet {
  /** One list per font, in the order of MRZ_ALPHABET. */
  fonts: GlyphShape[][];
  /** Print that is not an MRZ character. */
  otherGlyphs: GlyphShape[];
}

export async function renderShapes(): Promise<ShapeSet> {
  const draw = (font: OutlineFont, characters: string) =>
    Promise.all([...characters].map((character) => renderShape(font, character)));
  return {
    fonts: [await draw('ocrB', MRZ_ALPHABET), await draw('ocrBSharp', MRZ_ALPHABET)],
    otherGlyphs: await draw('sans', 'abdefghkmnpqrtyß&%@#?/+=*'),
  };
}

async function renderShape(font: OutlineFont, character: string): Promise<GlyphShape> {
  const size = (PITCH_PX * 1000) / ADVANCE;
  const baseline = SHAPE_HEIGHT / 2 + (MIDDLE * size) / 1000;
  const glyph = textPaths(character, SHAPE_WIDTH / 2, baseline, {
    font,
    size,
    anchor: 'middle',
    fill: '#fff',
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${SHAPE_WIDTH}" height="${SHAPE_HEIGHT}"><rect width="100%" height="100%"/>${glyph}</svg>`;
  return sharp(Buffer.from(svg)).grayscale().blur(EDGE_SIGMA).raw().toBuffer();
}

/** Value of a shape at (`x`, `y`) in pitches from its centre; 0 to 1, 0.5 at the edge. */
export function shapeAt(shape: GlyphShape, x: number, y: number): number {
  const column = Math.round(x * PITCH_PX + SHAPE_WIDTH / 2);
  const row = Math.round(y * PITCH_PX + SHAPE_HEIGHT / 2);
  if (column < 0 || row < 0 || column >= SHAPE_WIDTH || row >= SHAPE_HEIGHT) return 0;
  return shape[row * SHAPE_WIDTH + column]! / 255;
}

/** Slope of a shape's value per pitch at an edge; converts the blurred edge to one of a pixel's width. */
export const EDGE_SLOPE = PITCH_PX / (EDGE_SIGMA * Math.sqrt(2 * Math.PI));
