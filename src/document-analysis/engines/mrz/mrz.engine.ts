import { findComponents, turnComponents } from './components.js';
import { type GlyphClassifier, trainedClassifier } from './glyph-classifier.js';
import { findGlyphLines, type GlyphLine } from './glyph-lines.js';
import { cutPatch } from './glyph-patch.js';
import { fitGrid, type Grid } from './grid.js';
import { pairLines } from './line-groups.js';
import { decodeZone, type LineScores, logLikelihood } from './mrz-decoder.js';
import { columnCharacters, type MrzFormat, TD3 } from './mrz-format.js';
import { interpretZone, type MrzReading } from './mrz-reading.js';
import { type Raster, turnRaster } from './raster.js';
import { darkPixels, sumTable } from './threshold.js';

/** Longer side, in pixels, of the picture that the reader works on. */
export const READER_SIDE = 1800;

/** Tried in turn: ordinary print, faint print, print on a busy ground. */
const THRESHOLDS = [0.8, 0.9, 0.7];
const QUARTER_TURNS = [0, 1, 2, 3];
const MAX_PAIRS = 4;

/**
 * A line may show so many stray marks beside its characters, or lack so many at its ends; with eight missing, the 36
 * columns of an identity card or small visa would be taken for 44.
 */
const MAX_EXTRA_COLUMNS = 4;
const MAX_MISSING_COLUMNS = 6;
/** Alignments of a line that are tried together with those of its neighbour. */
const MAX_ALIGNMENTS = 2;

/** Below this mean confidence the best reading is no machine readable zone at all, but other print. */
const MIN_PLAUSIBLE = 0.6;
const FAILED_CHECK_COST = 0.05;

/**
 * Reads the machine readable zone of a passport from a grey picture of any orientation, at most READER_SIDE a side.
 * Returns the first accepted reading, else the most plausible one, else null. `today`: YYYY-MM-DD.
 */
export function readMrz(picture: Raster, today: string): MrzReading | null {
  const rasters = new Map([[0, picture]]);
  const sums = sumTable(picture);
  let best: MrzReading | null = null;
  for (const threshold of THRESHOLDS) {
    let components = findComponents(darkPixels(picture, sums, threshold), picture.width, picture.height);
    for (const turn of QUARTER_TURNS) {
      const pairs = pairLines(findGlyphLines(components)).slice(0, MAX_PAIRS);
      if (pairs.length > 0 && !rasters.has(turn)) rasters.set(turn, turnRaster(picture, turn));
      for (const reading of readPairs(rasters.get(turn)!, pairs, today)) {
        if (reading.accepted) return reading;
        if (best === null || plausibility(reading) > plausibility(best)) best = reading;
      }
      components = turnComponents(components, turn % 2 === 0 ? picture.height : picture.width);
    }
  }
  return best !== null && best.meanConfidence >= MIN_PLAUSIBLE ? best : null;
}

function* readPairs(raster: Raster, pairs: [GlyphLine, GlyphLine][], today: string): Generator<MrzReading> {
  const classifier = trainedClassifier();
  for (const [upperLine, lowerLine] of pairs) {
    const uppers = alignLine(raster, upperLine, classifier, TD3, 0);
    const lowers = uppers.length > 0 ? alignLine(raster, lowerLine, classifier, TD3, 1) : [];
    for (const upper of uppers) {
      for (const lower of lowers) yield interpretZone(decodeZone(TD3, [upper, lower]), today);
    }
  }
}

/** The ways in which a line's cells may be the format's columns, the most probable first, as the scores of each cell. */
function alignLine(
  raster: Raster,
  line: GlyphLine,
  classifier: GlyphClassifier,
  format: MrzFormat,
  lineIndex: number,
): LineScores[] {
  const grid = fitGrid(line);
  const extra = grid ? grid.columns - format.lineLength : Infinity;
  if (!grid || extra > MAX_EXTRA_COLUMNS || extra < -MAX_MISSING_COLUMNS) return [];
  const firstStart = Math.min(0, extra) - 1;
  const lastStart = Math.max(0, extra) + 1;
  const scores = classifyColumns(raster, grid, classifier, firstStart, lastStart + format.lineLength);
  const allowed = columnCharacters(format)[lineIndex]!;
  const alignments: { scores: Float32Array[]; fit: number }[] = [];
  for (let offset = 0; offset <= lastStart - firstStart; offset++) {
    const shifted = scores.slice(offset, offset + format.lineLength);
    alignments.push({ scores: shifted, fit: logLikelihood(shifted, allowed) });
  }
  return alignments
    .sort((a, b) => b.fit - a.fit)
    .slice(0, MAX_ALIGNMENTS)
    .map((alignment) => alignment.scores);
}

function classifyColumns(
  raster: Raster,
  grid: Grid,
  classifier: GlyphClassifier,
  start: number,
  end: number,
): Float32Array[] {
  return Array.from({ length: end - start }, (_, index) =>
    classifier.classify(cutPatch(raster, grid, start + index)),
  );
}

function plausibility(reading: MrzReading): number {
  const failed = Object.values(reading.checkDigits).filter((holds) => !holds).length;
  return reading.meanConfidence - FAILED_CHECK_COST * (failed + reading.substitutions.length);
}
