import { around, type Box } from './mark-geometry.js';

/** A part of a path drawn in one go (ISO 32000-2 §8.5.2). */
export interface Outline {
  box: Box;
  /** Whether it is an upright rectangle. */
  isRectangle: boolean;
  /** The ends of its straight lines, in order; null if it has curves. */
  points: Point[] | null;
}

type Point = readonly [x: number, y: number];

/** Numbers after each of pdf.js's `DrawOPS`: move, line, two kinds of curves, and closing the path. */
const NUMBERS = [2, 2, 6, 4, 0];
const [MOVE, LINE, , , CLOSE] = [0, 1, 2, 3, 4];
const CORNERS = 4;

/** The outlines of a path as pdf.js writes it. */
export function outlinesOf(path: ArrayLike<number>): Outline[] {
  const outlines: Outline[] = [];
  let points: Point[] = [];
  let isStraight = true;
  const finish = () => {
    if (points.length > 0) outlines.push(outline(points, isStraight));
    points = [];
    isStraight = true;
  };
  for (let at = 0; at < path.length;) {
    const operation = path[at++]!;
    const count = NUMBERS[operation];
    if (count === undefined) throw new Error(`A path has an operation ${operation}`);
    if (operation === MOVE) finish();
    if (operation === CLOSE && points.length > 0) points.push(points[0]!);
    if (operation !== MOVE && operation !== LINE && operation !== CLOSE) isStraight = false;
    for (const end = at + count; at < end; at += 2) points.push([path[at]!, path[at + 1]!]);
  }
  finish();
  return outlines;
}

function outline(points: Point[], isStraight: boolean): Outline {
  const box = around(points);
  return { box, isRectangle: isStraight && isRectangle(points, box), points: isStraight ? points : null };
}

/** Whether straight lines lead from corner to corner of the box around them. */
function isRectangle(points: readonly Point[], { left, bottom, right, top }: Box): boolean {
  const isClosed = points.length === CORNERS + 1 && isSame(points[0]!, points[CORNERS]!);
  if (points.length !== CORNERS && !isClosed) return false;
  return points.slice(0, CORNERS).every(([x, y], index) => {
    const [nextX, nextY] = points[(index + 1) % CORNERS]!;
    const isCorner = (x === left || x === right) && (y === bottom || y === top);
    return isCorner && (x === nextX) !== (y === nextY);
  });
}

const isSame = ([x, y]: Point, [otherX, otherY]: Point) => x === otherX && y === otherY;
