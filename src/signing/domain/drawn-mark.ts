import { MARK_ASPECT_RATIO, MAX_MARK_POINTS } from '../../pdf/mark-limits.js';

export const MAX_STROKES = 200;
/** Limit on the strokes as JSON, in characters. */
export const MAX_STROKES_JSON = 128 * 1024;

/** In pad heights. Less ink or a smaller drawing counts as a slip of the finger. */
const LEAST_INK = 0.5;
const LEAST_EXTENT = 0.25;
const DECIMALS = 10_000;

/**
 * Reads the strokes posted by the pad: `[[x, y, x, y, …], …]`, as fractions of the pad from 0 to 1, y downwards.
 * @returns null if malformed, beyond the limits, or too small to be a signature
 */
export function readStrokes(json: string): number[][] | null {
  if (json.length > MAX_STROKES_JSON) return null;
  const strokes = parse(json);
  if (!isStrokes(strokes)) return null;
  return isSignature(strokes) ? strokes.map((stroke) => stroke.map(round)) : null;
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

function isStrokes(value: unknown): value is number[][] {
  if (!Array.isArray(value) || value.length === 0 || value.length > MAX_STROKES) return false;
  const strokes = value as unknown[];
  if (!strokes.every(isStroke)) return false;
  return strokes.reduce((sum, stroke) => sum + stroke.length, 0) <= 2 * MAX_MARK_POINTS;
}

function isStroke(value: unknown): value is number[] {
  return (
    Array.isArray(value) &&
    value.length >= 2 &&
    value.length % 2 === 0 &&
    value.every((share) => typeof share === 'number' && share >= 0 && share <= 1)
  );
}

function isSignature(strokes: number[][]): boolean {
  const points = strokes.map(toPoints);
  const xs = points.flat().map(([x]) => x);
  const ys = points.flat().map(([, y]) => y);
  const extent = Math.max(range(xs), range(ys));
  const ink = points.reduce((sum, stroke) => sum + lengthOf(stroke), 0);
  return extent >= LEAST_EXTENT && ink >= LEAST_INK;
}

type Point = readonly [x: number, y: number];

/** In pad heights. */
function toPoints(stroke: number[]): Point[] {
  return Array.from({ length: stroke.length / 2 }, (_none, index) => [
    stroke[2 * index]! * MARK_ASPECT_RATIO,
    stroke[2 * index + 1]!,
  ]);
}

function lengthOf(points: Point[]): number {
  return points.slice(1).reduce((sum, [x, y], index) => {
    const [fromX, fromY] = points[index]!;
    return sum + Math.hypot(x - fromX, y - fromY);
  }, 0);
}

const range = (values: number[]) => Math.max(...values) - Math.min(...values);
const round = (share: number) => Math.round(share * DECIMALS) / DECIMALS;
