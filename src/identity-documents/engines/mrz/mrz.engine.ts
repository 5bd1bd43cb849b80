import { findComponents, turnComponents } from './components.js';
import { type GlyphClassifier, trainedClassifier } from './glyph-classifier.js';
import { findGlyphLines, type GlyphLine } from './glyph-lines.js';
import { cutPatch } from './glyph-patch.js';
import { fitGrid, type Grid } from './grid.js';
import { groupLines } from './line-groups.js';
import { decodeZone, type LineScores, logLikelihood } from './mrz-decoder.js';
import { columnCharacters, type MrzFormat, MRVA, MRVB, TD1, TD2, TD3 } from './mrz-format.js';
import { interpretZone, type MrzPlace, type MrzReading } from './mrz-reading.js';
import { type Point, type Raster, turnRaster } from './raster.js';
import { closePrint, darkerThan, darkPixels, sumTable } from './threshold.js';

export const MRZ_ENGINE = 'mrz-2';

/** Longer side, in pixels, of the picture that the reader works on. */
export const READER_SIDE = 1800;
/** The same for a page that fills little of the picture. */
export const SMALL_PRINT_SIDE = 3000;

/** Ways to tell print from page, tried in turn: ordinary print, faint print, print on a busy ground … */
const THRESHOLDS = [0.8, 0.9, 0.7];
/** … and print that the edge of a shadow runs through. */
const SHADOW_THRESHOLD = 0.75;
/** Half the side, in pixels, of a square that is wider than any stroke of a character. */
const STROKE_REACH = 7;
const QUARTER_TURNS = [0, 1, 2, 3];
const MAX_GROUPS = 5;
/** Formats of one shape; they differ in their document code and in their check digits. */
const SHAPES: readonly (readonly [usual: MrzFormat, visa: MrzFormat | null])[] = [
  [TD1, null],
  [TD3, MRVA],
  [TD2, MRVB],
];

/**
 * A line may show so many stray marks beside its characters, or lack so many at its ends; with eight missing, the 36
 * columns of an identity card or small visa would be taken for 44.
 */
const MAX_EXTRA_COLUMNS = 4;
const MAX_MISSING_COLUMNS = 6;
/** Alignments of a line that are tried together with those of its neighbour. */
const MAX_ALIGNMENTS = 2;

/** Height of a capital in pitches, the softness of its edges included, and from what difference on it is corrected. */
const USUAL_HEIGHT = 1.07;
const MIN_STRETCH = 0.1;
const MAX_STRETCH = 1.8;

/** Below this mean confidence the best reading is no machine readable zone at all, but other print. */
const MIN_PLAUSIBLE = 0.6;
const FAILED_CHECK_COST = 0.05;

/**
 * Reads the machine readable zone of a passport, a card or a visa from a grey picture of any orientation, at most READER_SIDE a side.
 * Returns the first accepted reading, else the most plausible one, else null. `today`: YYYY-MM-DD; `isExpected`: whether a
 * zone must be there, so that it is sought in a shadow as well.
 */
export function readMrz(picture: Raster, today: string, isExpected = true): MrzReading | null {
  return readMasked(picture, printMasks(picture, isExpected), today);
}

/** The same for a picture of at most SMALL_PRINT_SIDE a side, where readMrz found nothing; only ordinary print is seen. */
export function readSmallMrz(picture: Raster, today: string): MrzReading | null {
  return readMasked(picture, [darkPixels(picture, sumTable(picture), THRESHOLDS[0]!)], today);
}

function readMasked(picture: Raster, masks: Iterable<Uint8Array>, today: string): MrzReading | null {
  const rasters = new Map([[0, picture]]);
  let best: MrzReading | null = null;
  for (const mask of masks) {
    let components = findComponents(mask, picture.width, picture.height);
    for (const turn of QUARTER_TURNS) {
      const groups = groupLines(findGlyphLines(components)).slice(0, MAX_GROUPS);
      if (groups.length > 0 && !rasters.has(turn)) rasters.set(turn, turnRaster(picture, turn));
      for (const reading of readGroups(rasters.get(turn)!, turn, groups, today)) {
        if (reading.accepted) return reading;
        if (best === null || plausibility(reading) > plausibility(best)) best = reading;
      }
      components = turnComponents(components, turn % 2 === 0 ? picture.height : picture.width);
    }
  }
  return best !== null && best.meanConfidence >= MIN_PLAUSIBLE ? best : null;
}

function* printMasks(picture: Raster, isExpected: boolean): Generator<Uint8Array> {
  const sums = sumTable(picture);
  for (const threshold of THRESHOLDS) yield darkPixels(picture, sums, threshold);
  if (isExpected) yield darkerThan(closePrint(picture, STROKE_REACH), picture, SHADOW_THRESHOLD);
}

function* readGroups(
  raster: Raster,
  turn: number,
  groups: readonly (readonly GlyphLine[])[],
  today: string,
): Generator<MrzReading> {
  const classifier = trainedClassifier();
  for (const lines of groups) {
    for (const [usual, visa] of SHAPES) {
      if (usual.lineCount !== lines.length) continue;
      const place = placeOf(raster, turn, lines);
      const stretch = stretchOf(lines);
      const aligned = lines.map((line, index) => alignLine(raster, line, stretch, classifier, usual, index));
      for (const scores of combinations(aligned)) {
        const zone = decodeZone(usual, scores);
        const isVisa = visa !== null && visa.codes.includes(zone.lines[0]!.charAt(0));
        yield interpretZone(isVisa ? decodeZone(visa, scores) : zone, today, place);
      }
    }
  }
}

/** One alignment of each line, in every way; none where a line has none. */
function combinations(aligned: readonly (readonly LineScores[])[]): LineScores[][] {
  return aligned.reduce<LineScores[][]>(
    (begun, choices) => begun.flatMap((scores) => choices.map((choice) => [...scores, choice])),
    [[]],
  );
}

/** Where the lines lie in the picture as it was given, with half a line's height of room around them. */
function placeOf({ width, height }: Raster, turn: number, lines: readonly GlyphLine[]): MrzPlace {
  const [first, last] = [lines[0]!, lines.at(-1)!];
  const room = 0.8 * first.height;
  const left = Math.min(...lines.map((line) => line.glyphs[0]!.x)) - room;
  const right = Math.max(...lines.map((line) => line.glyphs.at(-1)!.x)) + room;
  const at = ({ intercept, slope }: GlyphLine, x: number, below: number): Point => ({
    x: x / width,
    y: (intercept + slope * x + below) / height,
  });
  const corners = [
    at(first, left, -room),
    at(first, right, -room),
    at(last, right, room),
    at(last, left, room),
  ];
  const rotation = (90 * turn) as MrzPlace['rotation'];
  return { rotation, box: corners.map((corner) => turnedBack(corner, turn)) };
}

/** A point of a picture that was turned clockwise by so many quarters, in shares of the picture before. */
function turnedBack({ x, y }: Point, turn: number): Point {
  let point = { x, y };
  for (let done = 0; done < turn; done++) point = { x: point.y, y: 1 - point.x };
  return point;
}

/**
 * How much higher the print is than it should be beside its pitch: a page seen from aside is narrower, one seen from
 * below flatter. The letters and digits count, not the lower fillers.
 */
function stretchOf(lines: readonly GlyphLine[]): number {
  const ratios = lines.map(({ glyphs, pitch }) => {
    const heights = glyphs.map((glyph) => glyph.height).sort((a, b) => a - b);
    return heights[Math.floor(0.8 * heights.length)]! / pitch;
  });
  const stretch = ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length / USUAL_HEIGHT;
  return Math.abs(stretch - 1) < MIN_STRETCH ? 1 : Math.min(MAX_STRETCH, Math.max(1 / MAX_STRETCH, stretch));
}

/** The ways in which a line's cells may be the format's columns, the most probable first, as the scores of each cell. */
function alignLine(
  raster: Raster,
  line: GlyphLine,
  stretch: number,
  classifier: GlyphClassifier,
  format: MrzFormat,
  lineIndex: number,
): LineScores[] {
  const grid = fitGrid(line);
  const extra = grid ? grid.columns - format.lineLength : Infinity;
  if (!grid || extra > MAX_EXTRA_COLUMNS || extra < -MAX_MISSING_COLUMNS) return [];
  const firstStart = Math.min(0, extra) - 1;
  const lastStart = Math.max(0, extra) + 1;
  const scores = classifyColumns(
    raster,
    grid,
    stretch,
    classifier,
    firstStart,
    lastStart + format.lineLength,
  );
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
  stretch: number,
  classifier: GlyphClassifier,
  start: number,
  end: number,
): Float32Array[] {
  return Array.from({ length: end - start }, (_, index) =>
    classifier.classify(cutPatch(raster, grid, start + index, stretch)),
  );
}

function plausibility(reading: MrzReading): number {
  const failed = Object.values(reading.checkDigits).filter((holds) => !holds).length;
  return reading.meanConfidence - FAILED_CHECK_COST * (failed + reading.substitutions.length);
}
