import { type GreyImage, type Point } from '../imaging/grey-image.js';
import { type GlyphClassifier } from './glyph-classifier.js';
import { type GlyphLine } from './glyph-lines.js';
import { extractPatch } from './glyph-patch.js';
import { fitGrid, type Grid } from './grid.js';
import { countFailedInLine } from './mrz-checks.js';
import { type LineScores, logLikelihood, mostProbableText } from './mrz-decoder.js';
import { columnCharacters, type MrzFormat } from './mrz-format.js';
import { withoutStrays } from './stray-marks.js';

/**
 * How many stray marks a line can have in addition to its characters, or characters missing at its ends. With eight
 * missing, the 36 columns of an identity card or small visa would pass for 44.
 */
const MAX_EXTRA_COLUMNS = 4;
const MAX_MISSING_COLUMNS = 6;

/** Marks at one end of a line can hide that this many characters are missing at the other. */
const MAX_UNNOTICED_SHIFT = 2;

/** Alignments per line to try in combination with those of the other lines. */
const MAX_ALIGNMENTS = 2;

/** Height of a capital in pitches, blurred edges included, and the deviation from which it is corrected. */
const USUAL_HEIGHT = 1.07;
const MIN_STRETCH = 0.1;
const MAX_STRETCH = 1.8;

/** A line's cells aligned with the format's columns. */
export interface AlignedLine {
  scores: LineScores;
  /** Centres of the first and the last column, in pixels. */
  first: Point;
  last: Point;
}

/**
 * Alignments of a line's cells with the format's columns, most probable first, including the most probable one that
 * satisfies the line's own check digits.
 */
export function alignLine(
  rotated: GreyImage,
  line: GlyphLine,
  stretch: number,
  classifier: GlyphClassifier,
  format: MrzFormat,
  lineIndex: number,
): AlignedLine[] {
  const grid = gridOf(line, format.lineLength);
  const extra = grid ? grid.columns - format.lineLength : Infinity;
  if (!grid || extra > MAX_EXTRA_COLUMNS || extra < -MAX_MISSING_COLUMNS) return [];
  const firstStart = Math.min(0, extra) - MAX_UNNOTICED_SHIFT;
  const lastStart = Math.max(0, extra) + MAX_UNNOTICED_SHIFT;
  const scores = classifyColumns(
    rotated,
    grid,
    stretch,
    classifier,
    firstStart,
    lastStart + format.lineLength,
  );
  const allowed = columnCharacters(format)[lineIndex]!;
  const alignments = Array.from({ length: lastStart - firstStart + 1 }, (_, index): Alignment => {
    const aligned = scores.slice(index, index + format.lineLength);
    const failed = countFailedInLine(format, lineIndex, mostProbableText(aligned, allowed));
    return { start: firstStart + index, scores: aligned, fit: logLikelihood(aligned, allowed), failed };
  });
  return mostPlausible(alignments).map(({ start, scores: aligned }) => ({
    scores: aligned,
    first: grid.centre(start),
    last: grid.centre(start + format.lineLength - 1),
  }));
}

interface Alignment {
  /** The cell of the first column. */
  start: number;
  scores: Float32Array[];
  /** Log-likelihood of the most probable text. */
  fit: number;
  /** The number of failed check digits. */
  failed: number;
}

function mostPlausible(alignments: readonly Alignment[]): Alignment[] {
  const sorted = [...alignments].sort((a, b) => b.fit - a.fit);
  const likely = sorted.slice(0, MAX_ALIGNMENTS);
  if (likely.some(({ failed }) => failed === 0)) return likely;
  const confirmed = sorted.find(({ failed }) => failed === 0);
  return confirmed ? [...likely, confirmed] : likely;
}

/** The cells of a line; if it is too long, without the separate marks at its ends. */
function gridOf(line: GlyphLine, lineLength: number): Grid | null {
  const grid = fitGrid(line);
  const isTooLong = grid !== null && grid.columns - lineLength > MAX_EXTRA_COLUMNS;
  return isTooLong ? fitGrid(withoutStrays(line)) : grid;
}

function classifyColumns(
  rotated: GreyImage,
  grid: Grid,
  stretch: number,
  classifier: GlyphClassifier,
  start: number,
  end: number,
): Float32Array[] {
  return Array.from({ length: end - start }, (_, index) =>
    classifier.classify(extractPatch(rotated, grid, start + index, stretch)),
  );
}

/**
 * Height-to-pitch ratio relative to upright print: a page seen from the side is narrower, one seen from below
 * flatter. Uses the 80th percentile of heights, because fillers are lower than letters and digits.
 */
export function verticalStretch(lines: readonly GlyphLine[]): number {
  const ratios = lines.map(({ glyphs, pitch }) => {
    const heights = glyphs.map((glyph) => glyph.height).sort((a, b) => a - b);
    return heights[Math.floor(0.8 * heights.length)]! / pitch;
  });
  const stretch = ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length / USUAL_HEIGHT;
  return Math.abs(stretch - 1) < MIN_STRETCH ? 1 : Math.min(MAX_STRETCH, Math.max(1 / MAX_STRETCH, stretch));
}
