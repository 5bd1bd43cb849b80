/** A box on a page, in points from the upper left corner of the page as displayed. */
export interface Box {
  /** From 1. */
  page: number;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Width and height in points. */
export type PageSize = readonly [width: number, height: number];

export const SMALLEST_SIDE = 6;

export const isSamePlace = (a: Box, b: Box) => a.page === b.page && a.x === b.x && a.y === b.y;

export function overlap(a: Box, b: Box): boolean {
  return (
    a.page === b.page &&
    Math.min(a.x + a.width, b.x + b.width) > Math.max(a.x, b.x) &&
    Math.min(a.y + a.height, b.y + b.height) > Math.max(a.y, b.y)
  );
}

/** The box, moved within its page. One on no page stays as it is. */
export function fittedTo(pages: readonly PageSize[], box: Box): Box {
  const { page: wanted, x, y, width, height } = box;
  if (wanted === 0) return { page: 0, x, y, width, height };
  const page = within(wanted, 1, pages.length);
  const [across, down] = pages[page - 1]!;
  const [wide, high] = [within(width, SMALLEST_SIDE, across), within(height, SMALLEST_SIDE, down)];
  return {
    page,
    x: rounded(within(x, 0, across - wide)),
    y: rounded(within(y, 0, down - high)),
    width: rounded(wide),
    height: rounded(high),
  };
}

const within = (value: number, least: number, most: number) => Math.max(least, Math.min(value, most));
/** Rounds to half points, so fields can be aligned by eye and by keyboard. */
const rounded = (points: number) => Math.floor(points * 2) / 2;
