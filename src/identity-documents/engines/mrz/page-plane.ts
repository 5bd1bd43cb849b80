import { type Point } from './raster.js';

/**
 * The printed part of a page above its zone, in widths of the zone: passports are 125 by 88 mm and cards of two lines
 * 105 by 74, their zones about 114 and 94 mm wide (ICAO 9303-4 §3.1, 9303-6 §3.1).
 */
const PAGE = { margin: 0.05, height: 0.66, gap: 0.01 };

/** Height of that part in its own widths. */
export const PAGE_RATIO = PAGE.height / (1 + 2 * PAGE.margin);

/** Gives the place in the picture, in pixels, of a point of the page, in shares of its width and height from its upper left. */
export type PagePlane = (along: number, down: number) => Point;

/**
 * The page above a zone, however it lies. `zone`: the zone's corners in shares of the picture, upper left first, then
 * clockwise as it is read; also its width in pixels.
 */
export function pagePlane(
  zone: readonly Point[],
  { width, height }: { width: number; height: number },
): { plane: PagePlane; widthPx: number } {
  const [first, second, , fourth] = zone.map(({ x, y }) => ({ x: x * width, y: y * height })) as [
    Point,
    Point,
    Point,
    Point,
  ];
  const across = { x: second.x - first.x, y: second.y - first.y };
  // Upwards lies on the other side of the zone's upper edge than its lower one.
  const isMirrored = across.y * (first.x - fourth.x) - across.x * (first.y - fourth.y) < 0;
  const up = isMirrored ? { x: -across.y, y: across.x } : { x: across.y, y: -across.x };
  const plane: PagePlane = (alongPage, down) => {
    const along = alongPage * (1 + 2 * PAGE.margin) - PAGE.margin;
    const rise = PAGE.gap + PAGE.height * (1 - down);
    return { x: first.x + along * across.x + rise * up.x, y: first.y + along * across.y + rise * up.y };
  };
  return { plane, widthPx: Math.hypot(across.x, across.y) * (1 + 2 * PAGE.margin) };
}
