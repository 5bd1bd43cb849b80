import { type Component } from './components.js';

/** A straight row of evenly spaced glyphs. */
export interface GlyphLine {
  /** From left to right, without boxes off the line. */
  glyphs: Component[];
  /** Line through the glyphs' centres: y = intercept + slope · x. */
  intercept: number;
  slope: number;
  /** Median glyph height and median distance between neighbours, in pixels. */
  height: number;
  pitch: number;
}

interface Row {
  glyphs: Component[];
  intercept: number;
  slope: number;
  height: number;
}

const MIN_CHAIN = 4;
const MIN_LINE_GLYPHS = 14;
const MIN_LINE_COLUMNS = 20;
/** Share of the gaps that must be a whole number of pitches; running text reaches about a third. */
const MIN_REGULARITY = 0.55;

/** Finds rows of evenly spaced glyphs that could be MRZ lines, read from left to right. */
export function findGlyphLines(components: readonly Component[]): GlyphLine[] {
  return mergeRows(chainNeighbours(components).map(fitRow)).flatMap((row) => regularLine(row) ?? []);
}

/** Links boxes that are each other's nearest neighbour along the line. */
function chainNeighbours(components: readonly Component[]): Component[][] {
  const boxes = [...components].sort((a, b) => a.x - b.x);
  const next = boxes.map((box, index) => nearestToTheRight(boxes, box, index));
  const previous = new Map<number, { from: number; cost: number }>();
  next.forEach((link, from) => {
    if (link && link.cost < (previous.get(link.to)?.cost ?? Infinity))
      previous.set(link.to, { from, cost: link.cost });
  });
  const follows = (index: number) => {
    const link = next[index];
    return link && previous.get(link.to)?.from === index ? link.to : null;
  };
  const chains: Component[][] = [];
  boxes.forEach((_, start) => {
    if (previous.has(start)) return;
    const chain: Component[] = [];
    for (let at: number | null = start; at !== null; at = follows(at)) chain.push(boxes[at]!);
    if (chain.length >= MIN_CHAIN) chains.push(chain);
  });
  return chains;
}

function nearestToTheRight(
  boxes: Component[],
  box: Component,
  index: number,
): { to: number; cost: number } | null {
  let nearest: { to: number; cost: number } | null = null;
  for (let to = index + 1; to < boxes.length; to++) {
    const other = boxes[to]!;
    const dx = other.x - box.x;
    const height = Math.max(box.height, other.height);
    // Boxes are sorted by x, and none is higher than 90 pixels.
    if (dx > 2.6 * 90) break;
    if (dx > 2.6 * height || dx < 0.3 * height) continue;
    const dy = Math.abs(other.y - box.y);
    if (dy > 0.55 * height || Math.min(box.height, other.height) < 0.5 * height) continue;
    const cost = dx + 2.5 * dy;
    if (cost < (nearest?.cost ?? Infinity)) nearest = { to, cost };
  }
  return nearest;
}

/** Up to four least-squares fits, each without the outliers of the one before. */
function fitRow(glyphs: Component[]): Row {
  const height = median(glyphs.map((glyph) => glyph.height));
  let kept = glyphs;
  let fit = fitLine(kept);
  for (let round = 0; round < 3; round++) {
    const near = kept.filter(
      (glyph) => Math.abs(glyph.y - fit.intercept - fit.slope * glyph.x) < 0.35 * height,
    );
    if (near.length < 6 || near.length === kept.length) break;
    kept = near;
    fit = fitLine(kept);
  }
  return { glyphs: kept, height, ...fit };
}

function fitLine(points: readonly Component[]): { intercept: number; slope: number } {
  const meanX = points.reduce((sum, point) => sum + point.x, 0) / points.length;
  const meanY = points.reduce((sum, point) => sum + point.y, 0) / points.length;
  let [covariance, variance] = [0, 0];
  for (const { x, y } of points) {
    covariance += (x - meanX) * (y - meanY);
    variance += (x - meanX) ** 2;
  }
  const slope = variance > 0 ? covariance / variance : 0;
  return { slope, intercept: meanY - slope * meanX };
}

/** Joins rows that continue each other, longest first, until nothing more can be joined. */
function mergeRows(rows: Row[]): Row[] {
  const open = [...rows].sort((a, b) => b.glyphs.length - a.glyphs.length);
  const merged: Row[] = [];
  for (let row = open.shift(); row; row = open.shift()) {
    let current = row;
    for (let index = 0; index < open.length; index++) {
      if (!continues(current, open[index]!)) continue;
      const [other] = open.splice(index, 1);
      current = fitRow([...current.glyphs, ...other!.glyphs].sort((a, b) => a.x - b.x));
      index = -1;
    }
    merged.push(current);
  }
  return merged;
}

function continues(row: Row, other: Row): boolean {
  const [left, right] = [row.glyphs[0]!, row.glyphs.at(-1)!];
  const [otherLeft, otherRight] = [other.glyphs[0]!, other.glyphs.at(-1)!];
  const gap = Math.max(otherLeft.x - right.x, left.x - otherRight.x);
  if (gap < 0 || gap > 7 * row.height || row.glyphs.length < 7) return false;
  if (other.height < 0.6 * row.height || other.height > 1.6 * row.height) return false;
  return other.glyphs.every(
    (glyph) => Math.abs(glyph.y - row.intercept - row.slope * glyph.x) < 0.6 * row.height,
  );
}

function regularLine(row: Row): GlyphLine | null {
  const { glyphs, height } = row;
  if (glyphs.length < MIN_LINE_GLYPHS) return null;
  const gaps = glyphs.slice(1).map((glyph, index) => glyph.x - glyphs[index]!.x);
  const pitch = median(gaps);
  const even = gaps.filter(
    (gap) => gap > 0.78 * pitch && Math.abs(gap / pitch - Math.round(gap / pitch)) < 0.22,
  );
  const columns = (glyphs.at(-1)!.x - glyphs[0]!.x) / pitch;
  const proportion = pitch / height;
  if (even.length < MIN_REGULARITY * gaps.length || columns < MIN_LINE_COLUMNS) return null;
  return proportion > 0.5 && proportion < 1.6 ? { ...row, pitch } : null;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
