import { type GreyImage, type Point, rotateQuarterTurns } from '../imaging/grey-image.js';
import { integralImage } from '../imaging/integral-image.js';
import { type AlignedLine, alignLine, verticalStretch } from './align-line.js';
import { findComponents, rotateComponents } from './components.js';
import { trainedClassifier } from './glyph-classifier.js';
import { findGlyphLines, type GlyphLine } from './glyph-lines.js';
import { groupLines } from './line-groups.js';
import { decodeMrz, type LineScores, mostProbableText } from './mrz-decoder.js';
import { columnCharacters, IDFRA, MRVA, MRVB, type MrzFormat, TD1, TD2, TD3 } from './mrz-format.js';
import { interpretMrz, type MrzLocation, type MrzReading } from './mrz-reading.js';
import { adaptiveThreshold, closeGreyscale, thresholdAgainst } from './threshold.js';

export const MRZ_ENGINE = 'mrz-6';

/** Longer side, in pixels, of the image that readMrz works on. */
export const MRZ_IMAGE_SIDE = 1800;
/** The same for readSmallMrz, whose page fills little of the image. */
export const SMALL_MRZ_IMAGE_SIDE = 3000;

/** Threshold ratios, tried in turn: ordinary print, faint print, print on a busy background … */
const THRESHOLDS = [0.8, 0.9, 0.7];
/** … and print crossed by the edge of a shadow. */
const SHADOW_THRESHOLD = 0.75;
/** Radius, in pixels, of a square wider than any stroke of a character. */
const STROKE_RADIUS = 7;
const QUARTER_TURNS = [0, 1, 2, 3];
const MAX_GROUPS = 5;
/** Formats with the same number and length of lines, distinguished by document code, state and check digits. */
const SHAPES: readonly { usual: MrzFormat; visa?: MrzFormat; national?: MrzFormat }[] = [
  { usual: TD1 },
  { usual: TD3, visa: MRVA },
  { usual: TD2, visa: MRVB, national: IDFRA },
];

/** Below this mean confidence, the best reading is other text, not an MRZ. */
const MIN_PLAUSIBLE = 0.6;
const FAILED_CHECK_COST = 0.05;

/**
 * Reads the MRZ of a passport, card or visa from a grey image of any orientation whose longer side is at most
 * MRZ_IMAGE_SIDE pixels. Returns the first reading without doubts, otherwise the most plausible one, otherwise null.
 * `today` (YYYY-MM-DD) resolves two-digit years; with `isExpected`, shadows are searched too.
 */
export function readMrz(image: GreyImage, today: string, isExpected = true): MrzReading | null {
  return readFromMasks(image, inkMasks(image, isExpected), today);
}

/** Second attempt at SMALL_MRZ_IMAGE_SIDE pixels if readMrz found nothing; looks for ordinary print only. */
export function readSmallMrz(image: GreyImage, today: string): MrzReading | null {
  return readFromMasks(image, [adaptiveThreshold(image, integralImage(image), THRESHOLDS[0]!)], today);
}

function readFromMasks(image: GreyImage, masks: Iterable<Uint8Array>, today: string): MrzReading | null {
  const rasters = new Map([[0, image]]);
  let best: MrzReading | null = null;
  for (const mask of masks) {
    let components = findComponents(mask, image.width, image.height);
    for (const turn of QUARTER_TURNS) {
      const groups = groupLines(findGlyphLines(components)).slice(0, MAX_GROUPS);
      if (groups.length > 0 && !rasters.has(turn)) rasters.set(turn, rotateQuarterTurns(image, turn));
      for (const reading of readGroups(rasters.get(turn)!, turn, groups, today)) {
        if (reading.doubts.length === 0) return reading;
        if (best === null || isMorePlausible(reading, best)) best = reading;
      }
      components = rotateComponents(components, turn % 2 === 0 ? image.height : image.width);
    }
  }
  return best !== null && best.meanConfidence >= MIN_PLAUSIBLE ? best : null;
}

function* inkMasks(image: GreyImage, isExpected: boolean): Generator<Uint8Array> {
  const sums = integralImage(image);
  for (const threshold of THRESHOLDS) yield adaptiveThreshold(image, sums, threshold);
  if (isExpected) yield thresholdAgainst(closeGreyscale(image, STROKE_RADIUS), image, SHADOW_THRESHOLD);
}

function* readGroups(
  rotated: GreyImage,
  turn: number,
  groups: readonly (readonly GlyphLine[])[],
  today: string,
): Generator<MrzReading> {
  for (const lines of groups) {
    for (const { usual, visa, national } of SHAPES) {
      if (usual.lineCount !== lines.length) continue;
      for (const { scores, location } of national ? alignments(rotated, turn, lines, national) : [])
        yield interpretMrz(decodeMrz(national!, scores), today, location);
      for (const { scores, location } of alignments(rotated, turn, lines, usual)) {
        const decoded = decodeMrz(usual, scores);
        const isVisa = visa?.codes.includes(decoded.lines[0]!.charAt(0));
        yield interpretMrz(isVisa ? decodeMrz(visa!, scores) : decoded, today, location);
      }
    }
  }
}

/** Alignments of a format's columns with these lines, most probable first; none if the first line starts differently. */
function* alignments(
  rotated: GreyImage,
  turn: number,
  lines: readonly GlyphLine[],
  format: MrzFormat,
): Generator<{ scores: LineScores[]; location: MrzLocation }> {
  const [stretch, classifier] = [verticalStretch(lines), trainedClassifier()];
  const align = (line: GlyphLine, index: number) =>
    alignLine(rotated, line, stretch, classifier, format, index);
  const columns = columnCharacters(format)[0]!;
  const beginsSo = ({ scores }: AlignedLine) =>
    !format.prefix || mostProbableText(scores, columns).startsWith(format.prefix);
  const first = align(lines[0]!, 0).filter(beginsSo);
  if (first.length === 0) return;
  const others = lines.slice(1).map((line, index) => align(line, index + 1));
  for (const alignment of cartesianProduct([first, ...others]))
    yield {
      scores: alignment.map((line) => line.scores),
      location: locateMrz(rotated, turn, lines, alignment),
    };
}

/** Cartesian product: one alignment of each line, in every combination. */
function cartesianProduct(aligned: readonly (readonly AlignedLine[])[]): AlignedLine[][] {
  return aligned.reduce<AlignedLine[][]>(
    (begun, choices) => begun.flatMap((lines) => choices.map((choice) => [...lines, choice])),
    [[]],
  );
}

/**
 * Position of the lines in the given image, with a margin of 0.8 glyph heights. Follows the columns, since a stray
 * mark next to a line would make the page seem to extend beyond the picture.
 */
function locateMrz(
  { width, height }: GreyImage,
  turn: number,
  lines: readonly GlyphLine[],
  aligned: readonly AlignedLine[],
): MrzLocation {
  const [first, last] = [lines[0]!, lines.at(-1)!];
  const room = 0.8 * first.height;
  const left = Math.min(...aligned.map((line) => line.first.x)) - room;
  const right = Math.max(...aligned.map((line) => line.last.x)) + room;
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
  const rotation = (90 * turn) as MrzLocation['rotation'];
  return { rotation, box: corners.map((corner) => rotateBack(corner, turn)) };
}

/** Undoes clockwise quarter turns for a point given in fractions of the image. */
function rotateBack({ x, y }: Point, turn: number): Point {
  let point = { x, y };
  for (let done = 0; done < turn; done++) point = { x: point.y, y: 1 - point.x };
  return point;
}

function isMorePlausible(reading: MrzReading, other: MrzReading): boolean {
  if (reading.accepted !== other.accepted) return reading.accepted;
  return plausibility(reading) > plausibility(other);
}

function plausibility({ checkDigits, substitutions, doubts, meanConfidence }: MrzReading): number {
  const failed = Object.values(checkDigits).filter((holds) => !holds).length;
  return meanConfidence - FAILED_CHECK_COST * (failed + substitutions.length + doubts.length);
}
