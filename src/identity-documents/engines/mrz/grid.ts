import { type Point } from '../imaging/grey-image.js';
import { type GlyphLine } from './glyph-lines.js';

/** Cell positions of a line; column 0 is the leftmost glyph found. */
export interface Grid {
  /** Columns from the leftmost to the rightmost glyph found. */
  columns: number;
  /** Centre of a column's cell in pixels; columns beyond the glyphs extrapolate the curve. */
  centre(column: number): Point;
}

/** Boxes further from their cell than this share of the pitch do not affect the curve. */
const MAX_RESIDUAL = 0.25;
const MIN_GLYPHS = 10;

/**
 * Fits x and y as quadratics of the column, which absorbs perspective and a bent page and locates cells whose
 * glyphs touch, are broken or were missed. Null if too few glyphs fit a curve.
 */
export function fitGrid(line: GlyphLine): Grid | null {
  let glyphs = numberColumns(line);
  for (let round = 0; round < 2; round++) {
    if (glyphs.length < MIN_GLYPHS) return null;
    glyphs = reassignColumns(line, fitCurve(glyphs), glyphs.at(-1)!.column);
  }
  if (glyphs.length < MIN_GLYPHS) return null;
  const curve = fitCurve(glyphs);
  const first = glyphs[0]!.column;
  return {
    columns: glyphs.at(-1)!.column - first + 1,
    centre: (column) => curve(column + first),
  };
}

interface PlacedGlyph extends Point {
  column: number;
}

type Curve = (column: number) => Point;

/** Numbers columns from glyph to glyph with a pitch that adapts to the change of scale along the line. */
function numberColumns(line: GlyphLine): PlacedGlyph[] {
  const glyphs: PlacedGlyph[] = [];
  let { pitch } = line;
  for (const { x, y } of line.glyphs) {
    const last = glyphs.at(-1);
    if (!last) {
      glyphs.push({ x, y, column: 0 });
      continue;
    }
    const steps = Math.round((x - last.x) / pitch);
    if (steps < 1) continue;
    if (steps === 1) pitch += 0.1 * (x - last.x - pitch);
    glyphs.push({ x, y, column: last.column + steps });
  }
  return glyphs;
}

/** Assigns each glyph to its nearest cell; glyphs far from every cell, or second in one, are dropped. */
function reassignColumns(line: GlyphLine, curve: Curve, lastColumn: number): PlacedGlyph[] {
  const best = new Map<number, PlacedGlyph & { residual: number }>();
  for (const { x, y } of line.glyphs) {
    const column = nearestColumn(curve, x, lastColumn);
    const residual = Math.abs(curve(column).x - x);
    if (residual > MAX_RESIDUAL * line.pitch || residual >= (best.get(column)?.residual ?? Infinity))
      continue;
    best.set(column, { x, y, column, residual });
  }
  return [...best.values()].sort((a, b) => a.column - b.column);
}

function nearestColumn(curve: Curve, x: number, lastColumn: number): number {
  let nearest = 0;
  for (let column = 1; column <= lastColumn; column++) {
    if (Math.abs(curve(column).x - x) < Math.abs(curve(nearest).x - x)) nearest = column;
  }
  return nearest;
}

function fitCurve(glyphs: readonly PlacedGlyph[]): Curve {
  const middle = (glyphs[0]!.column + glyphs.at(-1)!.column) / 2;
  const scale = Math.max(1, (glyphs.at(-1)!.column - glyphs[0]!.column) / 2);
  const positions = glyphs.map((glyph) => (glyph.column - middle) / scale);
  const x = fitQuadratic(
    positions,
    glyphs.map((glyph) => glyph.x),
  );
  const y = fitQuadratic(
    positions,
    glyphs.map((glyph) => glyph.y),
  );
  return (column) => {
    const u = (column - middle) / scale;
    return { x: x[0] + x[1] * u + x[2] * u * u, y: y[0] + y[1] * u + y[2] * u * u };
  };
}

type Quadratic = [number, number, number];

/** Least squares by the normal equations, solved with Cramer's rule; positions lie in [-1, 1]. */
function fitQuadratic(positions: readonly number[], values: readonly number[]): Quadratic {
  const power = [0, 0, 0, 0, 0];
  const moment = [0, 0, 0];
  positions.forEach((u, index) => {
    for (let exponent = 0; exponent < 5; exponent++) power[exponent]! += u ** exponent;
    for (let exponent = 0; exponent < 3; exponent++) moment[exponent]! += u ** exponent * values[index]!;
  });
  const rows = [0, 1, 2].map((row) => power.slice(row, row + 3));
  const whole = determinant(rows);
  const solved = [0, 1, 2].map(
    (column) =>
      determinant(
        rows.map((row, at) => row.map((value, index) => (index === column ? moment[at]! : value))),
      ) / whole,
  );
  return solved as Quadratic;
}

function determinant([a, b, c]: number[][]): number {
  return (
    a![0]! * (b![1]! * c![2]! - b![2]! * c![1]!) -
    a![1]! * (b![0]! * c![2]! - b![2]! * c![0]!) +
    a![2]! * (b![0]! * c![1]! - b![1]! * c![0]!)
  );
}
