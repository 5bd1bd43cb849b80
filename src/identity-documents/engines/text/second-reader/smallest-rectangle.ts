import { type Point } from '../../imaging/grey-image.js';

/** A rectangle at any angle, in pixels. Its text runs along `along`, a unit vector that points to the right. */
export interface LineBox {
  centre: Point;
  along: Point;
  halfWidth: number;
  halfHeight: number;
}

/**
 * The smallest rectangle around pixels: one of its sides lies along an edge of their convex hull (Freeman and Shapira, 1975).
 * Null for fewer than two points.
 */
export function smallestRectangle(points: readonly Point[]): LineBox | null {
  const hull = convexHull(points);
  let best: (LineBox & { area: number }) | null = null;
  for (const [index, from] of hull.entries()) {
    const to = hull[(index + 1) % hull.length]!;
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    if (length === 0) continue;
    const box = rectangleAlong(hull, { x: (to.x - from.x) / length, y: (to.y - from.y) / length });
    const area = box.halfWidth * box.halfHeight;
    if (!best || area < best.area) best = { ...box, area };
  }
  return best && leftToRight(best);
}

function rectangleAlong(points: readonly Point[], along: Point): LineBox {
  const right = points.map(({ x, y }) => x * along.x + y * along.y);
  const down = points.map(({ x, y }) => -x * along.y + y * along.x);
  const [left, top] = [Math.min(...right), Math.min(...down)];
  const [width, height] = [Math.max(...right) - left + 1, Math.max(...down) - top + 1];
  const [middle, level] = [left + (width - 1) / 2, top + (height - 1) / 2];
  return {
    centre: { x: middle * along.x - level * along.y, y: middle * along.y + level * along.x },
    along,
    halfWidth: width / 2,
    halfHeight: height / 2,
  };
}

/** On an upright page, text runs from left to right, so this picks the nearest of the four directions. */
function leftToRight({ centre, along, halfWidth, halfHeight }: LineBox): LineBox {
  const isSteep = Math.abs(along.y) > Math.abs(along.x);
  const turned = isSteep ? { x: along.y, y: -along.x } : along;
  const sign = turned.x < 0 ? -1 : 1;
  return {
    centre,
    along: { x: sign * turned.x, y: sign * turned.y },
    halfWidth: isSteep ? halfHeight : halfWidth,
    halfHeight: isSteep ? halfWidth : halfHeight,
  };
}

/** Andrew's monotone chain (1979). */
function convexHull(points: readonly Point[]): Point[] {
  const sorted = [...points].sort((a, b) => a.x - b.x || a.y - b.y);
  return [...chain(sorted), ...chain(sorted.reverse())];
}

function chain(points: readonly Point[]): Point[] {
  const kept: Point[] = [];
  for (const point of points) {
    while (kept.length > 1 && !turnsLeft(kept.at(-2)!, kept.at(-1)!, point)) kept.pop();
    kept.push(point);
  }
  kept.pop();
  return kept;
}

const turnsLeft = (a: Point, b: Point, c: Point) => (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x) > 0;
