/** A transformation of coordinates (ISO 32000-2 §8.3.3). */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

/** Sides of an upright rectangle in the page's own coordinates. */
export interface Box {
  left: number;
  bottom: number;
  right: number;
  top: number;
}

/**
 * Something that a page draws: a `ground` fills its whole box with one colour, a `rule` is a thin horizontal line,
 * and anything else may carry meaning.
 */
export interface Mark {
  kind: 'ground' | 'rule' | 'content';
  box: Box;
}

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];
export const EVERYWHERE: Box = { left: -Infinity, bottom: -Infinity, right: Infinity, top: Infinity };
/** The thickest rule, in points. */
const THICKEST_RULE = 2;
/** The least share of a field's width that a line under a signature takes. */
const LEAST_OF_WIDTH = 0.5;

/** The transformation that applies `first` and then `second`. */
export function multiply(first: Matrix, second: Matrix): Matrix {
  const [a, b, c, d, e, f] = first;
  const [A, B, C, D, E, F] = second;
  return [a * A + b * C, a * B + b * D, c * A + d * C, c * B + d * D, e * A + f * C + E, e * B + f * D + F];
}

/** Whether upright rectangles remain upright. */
export const keepsUpright = ([a, b, c, d]: Matrix): boolean => (b === 0 && c === 0) || (a === 0 && d === 0);

/** The box around a box after a transformation. */
export function transformed(matrix: Matrix, { left, bottom, right, top }: Box): Box {
  const corners: [number, number][] = [
    [left, bottom],
    [right, bottom],
    [right, top],
    [left, top],
  ];
  return around(corners.map(([x, y]) => moved(matrix, x, y)));
}

export const moved = ([a, b, c, d, e, f]: Matrix, x: number, y: number): [number, number] => [
  a * x + c * y + e,
  b * x + d * y + f,
];

export function around(points: readonly (readonly [number, number])[]): Box {
  const box = { left: Infinity, bottom: Infinity, right: -Infinity, top: -Infinity };
  for (const [x, y] of points) {
    box.left = Math.min(box.left, x);
    box.bottom = Math.min(box.bottom, y);
    box.right = Math.max(box.right, x);
    box.top = Math.max(box.top, y);
  }
  return box;
}

export const grown = ({ left, bottom, right, top }: Box, by: number): Box => ({
  left: left - by,
  bottom: bottom - by,
  right: right + by,
  top: top + by,
});

export const intersection = (one: Box, other: Box): Box => ({
  left: Math.max(one.left, other.left),
  bottom: Math.max(one.bottom, other.bottom),
  right: Math.min(one.right, other.right),
  top: Math.min(one.top, other.top),
});

const isEmpty = ({ left, bottom, right, top }: Box) => right < left || top < bottom;
const contains = (outer: Box, inner: Box) =>
  outer.left <= inner.left &&
  outer.bottom <= inner.bottom &&
  outer.right >= inner.right &&
  outer.top >= inner.top;

/** A filled rectangle or a straight line, depending on its size. */
export function plainMark(box: Box): Mark {
  const isThin = box.top - box.bottom <= THICKEST_RULE;
  return { kind: isThin ? 'rule' : 'ground', box };
}

/**
 * Whether something drawn in this box covers visible content of a page. A ground that extends beyond the box on all
 * sides is as blank as paper, and a single line is one to sign on; two could be strokes of a letter.
 */
export function covers(box: Box, marks: readonly Mark[]): boolean {
  const touched = marks.filter(
    (mark) => !isEmpty(intersection(box, mark.box)) && !(mark.kind === 'ground' && contains(mark.box, box)),
  );
  const least = LEAST_OF_WIDTH * (box.right - box.left);
  const [only] = touched;
  if (touched.length > 1 || !only) return touched.length > 1;
  return only.kind !== 'rule' || only.box.right - only.box.left < least;
}
