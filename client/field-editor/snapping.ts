/** Lines to which fields can be aligned, in points. Edges and centres of a field snap to them. */
import type { Box, PageSize } from './box.js';

/** What most documents leave free at each side: an inch. */
export const MARGIN = 72;

export interface Lines {
  x: number[];
  y: number[];
}

/** The line that a box was aligned to in each direction; null for none. */
export interface Aligned {
  x: number | null;
  y: number | null;
}

export type Way = 'left' | 'right' | 'up' | 'down';

const SIDES = { x: 'width', y: 'height' } as const;
type Axis = keyof typeof SIDES;

/** The lines of a page with these boxes: its margins and centre, and edges and centres of the boxes. */
export function linesOf(boxes: readonly Box[], [width, height]: PageSize): Lines {
  const along = (axis: Axis, length: number) => {
    const own = boxes.flatMap((box) => stopsOf(box, axis));
    return [...new Set([MARGIN, length / 2, length - MARGIN, ...own])].sort((a, b) => a - b);
  };
  return { x: along('x', width), y: along('y', height) };
}

/** Moves a box to lines within `reach` points of its edges or its centre. */
export function snapPlace(box: Box, lines: Lines, reach: number): { part: Partial<Box>; aligned: Aligned } {
  const [x, y] = (['x', 'y'] as const).map((axis) => nearest(stopsOf(box, axis), lines[axis], reach));
  return {
    part: { x: box.x + (x?.by ?? 0), y: box.y + (y?.by ?? 0) },
    aligned: { x: x?.line ?? null, y: y?.line ?? null },
  };
}

/** Moves the right and the lower edge of a box to lines within `reach` points of them. */
export function snapSize(box: Box, lines: Lines, reach: number): { part: Partial<Box>; aligned: Aligned } {
  const x = nearest([box.x + box.width], lines.x, reach);
  const y = nearest([box.y + box.height], lines.y, reach);
  return {
    part: { width: box.width + (x?.by ?? 0), height: box.height + (y?.by ?? 0) },
    aligned: { x: x?.line ?? null, y: y?.line ?? null },
  };
}

/** The next place in a direction at which an edge or the centre of a box lies on a line; null if there is none. */
export function nextPlace(box: Box, lines: Lines, way: Way): { part: Partial<Box>; aligned: Aligned } | null {
  const axis = way === 'left' || way === 'right' ? 'x' : 'y';
  const sign = way === 'left' || way === 'up' ? -1 : 1;
  const steps = stopsOf(box, axis)
    .flatMap((stop) => lines[axis].map((line) => ({ line, by: line - stop })))
    // Fields stand on half points.
    .filter(({ by }) => sign * by >= 0.5)
    .sort((a, b) => Math.abs(a.by) - Math.abs(b.by));
  const [step] = steps;
  return step
    ? { part: { [axis]: box[axis] + step.by }, aligned: { x: null, y: null, [axis]: step.line } }
    : null;
}

/** The first edge, the centre and the last edge. */
function stopsOf(box: Box, axis: Axis): number[] {
  const [start, length] = [box[axis], box[SIDES[axis]]];
  return [start, start + length / 2, start + length];
}

function nearest(stops: readonly number[], lines: readonly number[], reach: number) {
  const steps = stops.flatMap((stop) => lines.map((line) => ({ line, by: line - stop })));
  const [step] = steps.sort((a, b) => Math.abs(a.by) - Math.abs(b.by));
  return step && Math.abs(step.by) <= reach ? step : null;
}
