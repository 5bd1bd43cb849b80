/**
 * Where the lines of marks and entries go in their boxes. The completed PDF is drawn by it, and the signing page shows by it
 * beforehand what will be drawn. Sizes are in points; positions count from the box's upper left corner.
 */
import { MARK_ASPECT_RATIO, MAX_MARK_POINTS } from './mark-limits.js';
import { fitText, type Measure } from './typesetting/text-lines.js';

/** Width of marks on signature pages; pen and letters scale with it. */
export const MARK_WIDTH = 204;
export const MARK_HEIGHT = MARK_WIDTH / MARK_ASPECT_RATIO;

const PEN_WIDTH = 1.3;
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

/** Side of a checkbox as a share of its box's shorter side. */
const SQUARE_SHARE = 0.8;
export const SQUARE_LINE = 0.8;
/** A tick in a square with the side 1, and its line's width. */
const TICK: readonly Point[] = [
  [0.2, 0.5],
  [0.42, 0.75],
  [0.82, 0.22],
];
export const TICK_WIDTH = 0.12;

type Point = readonly [x: number, y: number];

interface Size {
  width: number;
  height: number;
}

export interface Written {
  size: number;
  /** Each line with the left end of its baseline. */
  lines: { text: string; x: number; y: number }[];
}

/** Words as they are written by hand: on one line. */
export const handWords = (words: string) => words.normalize('NFC').replace(/\s+/g, ' ').trim();

/** Where a mark or initials are written. @param isHand false if no handwriting font has all letters, so that `font` is for text */
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

/** Where an entry, a date or a name is printed: in the middle of the box's height. */
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

/** A checkbox in the middle of its box, and the corners of its tick. */
export function laySquare({ width, height }: Size): { x: number; y: number; side: number; tick: Point[] } {
  const side = Math.min(width, height) * SQUARE_SHARE;
  const x = (width - side) / 2;
  const y = (height - side) / 2;
  return { x, y, side, tick: TICK.map(([across, down]) => [x + side * across, y + side * down]) };
}

/** What draws lines, such as a path in a PDF. */
export interface Pen {
  moveTo(x: number, y: number): unknown;
  lineTo(x: number, y: number): unknown;
  quadraticCurveTo(controlX: number, controlY: number, x: number, y: number): unknown;
}

/**
 * Draws strokes as large as the box allows: smooth curves through the midpoints.
 * @param toPen a point of the box in the coordinates of the pen
 * @returns the width of the line
 * @throws RangeError for more points than a signature may have
 */
export function traceStrokes(
  pen: Pen,
  strokes: readonly (readonly number[])[],
  box: Size,
  toPen: (x: number, y: number) => Point,
): number {
  if (strokes.reduce((sum, stroke) => sum + stroke.length, 0) > 2 * MAX_MARK_POINTS) {
    throw new RangeError(`The drawn signature has more than ${MAX_MARK_POINTS} points`);
  }
  const width = strokesWidth(box);
  const height = width / MARK_ASPECT_RATIO;
  const place = ([x, y]: Point): Point => toPen(x * width, box.height - (1 - y) * height);
  for (const stroke of strokes) {
    const [first, ...rest] = toPoints(stroke).map(place);
    if (!first) continue;
    pen.moveTo(...rounded(first));
    rest.forEach((point, index) => {
      const next = rest[index + 1];
      if (next) pen.quadraticCurveTo(...rounded(point), ...rounded(middle(point, next)));
    });
    pen.lineTo(...rounded(rest.at(-1) ?? first));
  }
  return (PEN_WIDTH * width) / MARK_WIDTH;
}

/** Width of strokes that are drawn as large as the box allows. */
export const strokesWidth = ({ width, height }: Size) => Math.min(width, height * MARK_ASPECT_RATIO);

/** The strokes as an SVG path in a box of this size, and the width of its line. */
export function strokesPath(
  strokes: readonly (readonly number[])[],
  box: Size,
): { path: string; width: number } {
  const steps: string[] = [];
  const pen: Pen = {
    moveTo: (x, y) => steps.push(`M${x} ${y}`),
    lineTo: (x, y) => steps.push(`L${x} ${y}`),
    quadraticCurveTo: (...points) => steps.push(`Q${points.join(' ')}`),
  };
  const width = traceStrokes(pen, strokes, box, (x, y) => [x, y]);
  return { path: steps.join(''), width };
}

/** Pairs clamped to the box; pairs that are not two numbers are dropped. */
function toPoints(stroke: readonly number[]): Point[] {
  const points: Point[] = [];
  for (let index = 0; index + 1 < stroke.length; index += 2) {
    const [x, y] = [stroke[index]!, stroke[index + 1]!];
    if (Number.isFinite(x) && Number.isFinite(y)) points.push([clamp(x), clamp(y)]);
  }
  return points;
}

const clamp = (share: number) => Math.min(1, Math.max(0, share));
const middle = (a: Point, b: Point): Point => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
const rounded = ([x, y]: Point): [number, number] => [Number(x.toFixed(2)), Number(y.toFixed(2))];
