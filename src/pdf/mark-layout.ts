/**
 * The layout of marks and entries in their boxes. The completed PDF is drawn with it, and the signing page uses it to
 * preview that. Sizes are in points; positions count from the box's upper left corner.
 */
import { MARK_ASPECT_RATIO, MAX_MARK_POINTS } from './mark-limits.js';
import { fitText, type Measure } from './typesetting/text-lines.js';

/** Width of marks on signature pages; pen and letters scale with it. */
export const MARK_WIDTH = 204;
export const MARK_HEIGHT = MARK_WIDTH / MARK_ASPECT_RATIO;

const MARK_BOX = { width: MARK_WIDTH, height: MARK_HEIGHT };
const PEN_WIDTH = 1.3;
/** In pad heights. A smaller drawing, such as a dot, is not enlarged to fill its box. */
const LEAST_INK = 0.25;
const LARGEST_HAND = 38;
const SMALLEST_HAND = 9;
/** Height of a typed signature's baseline above the bottom of the box, as a share of the box's height. */
const BASELINE_SHARE = 0.2;
/** Keeps the flourishes of the handwriting font inside the box. */
const INSET = 4;

const LARGEST_TEXT = 11;
const SMALLEST_TEXT = 4;
const CAP_HEIGHT = 0.714;
const TEXT_INSET = 2;

/** Side of a checkbox, and diameter of a radio button, as a share of the box's shorter side. */
const SQUARE_SHARE = 0.8;
/** Diameter of the dot of a chosen radio button, as a share of the same. */
const DOT_SHARE = 0.5;
export const SQUARE_LINE = 0.8;
/** A tick in a unit square, and the width of its line. */
const TICK: readonly Point[] = [
  [0.2, 0.5],
  [0.42, 0.75],
  [0.82, 0.22],
];
export const TICK_WIDTH = 0.12;

type Point = readonly [x: number, y: number];

/** Points on the pad as x and y from 0 to 1, one array for each stroke. */
type Strokes = readonly (readonly number[])[];

interface Size {
  width: number;
  height: number;
}

export interface Written {
  size: number;
  /** Each line with the left end of its baseline. */
  lines: { text: string; x: number; y: number }[];
}

/** Words as written by hand: on one line. */
export const handWords = (words: string) => words.normalize('NFC').replace(/\s+/g, ' ').trim();

/**
 * Where a mark or initials are written.
 * @param isHand false if no handwriting font has all letters, so `font` is the text font
 */
export function layHand(text: string, font: Measure, isHand: boolean, { width, height }: Size): Written {
  const baseline = height * BASELINE_SHARE;
  const largest = Math.max(1, Math.round((LARGEST_HAND * height) / MARK_HEIGHT));
  const { size, leading, lines } = fitText(text, font, {
    width: width - 2 * INSET,
    height: height - baseline,
    largest: isHand ? largest : Math.ceil(largest / 2),
    smallest: Math.min(SMALLEST_HAND, largest),
  });
  const last = lines.length - 1;
  return {
    size,
    lines: lines.map((line, index) => ({
      text: line,
      x: INSET,
      y: height - baseline - (last - index) * leading,
    })),
  };
}

/** Where an entry, a date or a name is printed: vertically centred in the box. */
export function layText(text: string, font: Measure, { width, height }: Size): Written {
  const { size, leading, lines } = fitText(text, font, {
    width: width - 2 * TEXT_INSET,
    height,
    largest: Math.max(SMALLEST_TEXT, Math.min(LARGEST_TEXT, Math.floor(height))),
    smallest: SMALLEST_TEXT,
  });
  const top = (height - lines.length * leading) / 2;
  return {
    size,
    lines: lines.map((line, index) => ({
      text: line,
      x: TEXT_INSET,
      y: top + index * leading + (leading + size * CAP_HEIGHT) / 2,
    })),
  };
}

/** Where a picture goes: as large as the box allows, at its bottom. */
export function layPicture(picture: Size, box: Size): Size & { x: number; y: number } {
  const scale = Math.min((box.width - 2 * INSET) / picture.width, (box.height - INSET) / picture.height);
  const [width, height] = [picture.width * scale, picture.height * scale];
  return { x: INSET, y: box.height - INSET / 2 - height, width, height };
}

/**
 * A checkbox centred in its box, and the corners of its tick.
 * @param share of the box's shorter side that it takes: all of it where the page itself has a box to tick
 */
export function laySquare(
  { width, height }: Size,
  share = SQUARE_SHARE,
): { x: number; y: number; side: number; tick: Point[] } {
  const side = Math.min(width, height) * share;
  const x = (width - side) / 2;
  const y = (height - side) / 2;
  return { x, y, side, tick: TICK.map(([across, down]) => [x + side * across, y + side * down]) };
}

/** The middle of a radio button, and the radii of its circle and of its dot. */
export function layDot({ width, height }: Size): { x: number; y: number; circle: number; dot: number } {
  const radius = Math.min(width, height) / 2;
  return { x: width / 2, y: height / 2, circle: radius * SQUARE_SHARE, dot: radius * DOT_SHARE };
}

/** Draws lines, such as a path in a PDF. */
export interface Pen {
  moveTo(x: number, y: number): unknown;
  lineTo(x: number, y: number): unknown;
  quadraticCurveTo(controlX: number, controlY: number, x: number, y: number): unknown;
}

/**
 * Draws the ink of strokes as large as the box allows: smooth curves through the midpoints.
 * @param toPen a point of the box in the coordinates of the pen
 * @returns the width of the line
 * @throws RangeError for more points than a signature may have
 */
export function traceStrokes(
  pen: Pen,
  strokes: Strokes,
  box: Size,
  toPen: (x: number, y: number) => Point,
): number {
  if (strokes.reduce((sum, stroke) => sum + stroke.length, 0) > 2 * MAX_MARK_POINTS) {
    throw new RangeError(`The drawn signature has more than ${MAX_MARK_POINTS} points`);
  }
  const drawn = strokes.map(toPoints);
  const ink = inkOf(drawn);
  const { x: left, y: top, scale } = layInk(ink, box);
  const place = ([x, y]: Point): Point => toPen(left + (x - ink.x) * scale, top + (y - ink.y) * scale);
  for (const stroke of drawn) {
    const [first, ...rest] = stroke.map(place);
    if (!first) continue;
    pen.moveTo(...rounded(first));
    rest.forEach((point, index) => {
      const next = rest[index + 1];
      if (next) pen.quadraticCurveTo(...rounded(point), ...rounded(middle(point, next)));
    });
    pen.lineTo(...rounded(rest.at(-1) ?? first));
  }
  return (PEN_WIDTH * scale) / layInk(ink, MARK_BOX).scale;
}

/**
 * Where the ink of strokes goes: like a picture that was cut out, wherever on the pad it was drawn.
 * @returns its left end and bottom, and its size relative to that in a box of MARK_WIDTH by MARK_HEIGHT
 */
export function layStrokes(strokes: Strokes, box: Size): { x: number; bottom: number; share: number } {
  const ink = inkOf(strokes.map(toPoints));
  const { x, y, scale } = layInk(ink, box);
  return { x, bottom: y + ink.height * scale, share: scale / layInk(ink, MARK_BOX).scale };
}

/** @returns its upper left corner, and points per pad height */
function layInk(ink: Size, box: Size): { x: number; y: number; scale: number } {
  const { x, y, width } = layPicture(ink, box);
  return { x, y, scale: width / ink.width };
}

/** The smallest box around the strokes, in pad heights. */
function inkOf(strokes: readonly Point[][]): Size & { x: number; y: number } {
  const span = (along: 0 | 1) => {
    const values = strokes.flatMap((points) => points.map((point) => point[along]));
    const least = values.reduce((a, b) => Math.min(a, b), Infinity);
    return [least, Math.max(LEAST_INK, values.reduce((a, b) => Math.max(a, b), 0) - least)] as const;
  };
  const [x, width] = span(0);
  const [y, height] = span(1);
  return { x, y, width, height };
}

/** The strokes as an SVG path in a box of this size, and the width of its line. */
export function strokesPath(strokes: Strokes, box: Size): { path: string; width: number } {
  const steps: string[] = [];
  const pen: Pen = {
    moveTo: (x, y) => steps.push(`M${x} ${y}`),
    lineTo: (x, y) => steps.push(`L${x} ${y}`),
    quadraticCurveTo: (...points) => steps.push(`Q${points.join(' ')}`),
  };
  const width = traceStrokes(pen, strokes, box, (x, y) => [x, y]);
  return { path: steps.join(''), width };
}

/** Pairs clamped to the pad, in pad heights; pairs that are not two numbers are dropped. */
function toPoints(stroke: readonly number[]): Point[] {
  const points: Point[] = [];
  for (let index = 0; index + 1 < stroke.length; index += 2) {
    const [x, y] = [stroke[index]!, stroke[index + 1]!];
    if (Number.isFinite(x) && Number.isFinite(y)) points.push([clamp(x) * MARK_ASPECT_RATIO, clamp(y)]);
  }
  return points;
}

const clamp = (share: number) => Math.min(1, Math.max(0, share));
const middle = (a: Point, b: Point): Point => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
const rounded = ([x, y]: Point): [number, number] => [Number(x.toFixed(2)), Number(y.toFixed(2))];
