import { type Point } from '../imaging/grey-image.js';
import { type RgbImage } from '../imaging/rgb-image.js';
import { PAGE_RATIO, pageTransform } from '../mrz/page-transform.js';

/** Number of points sampled across the page. */
const COLUMNS = 120;
const ROWS = Math.round(COLUMNS * PAGE_RATIO);
/** Minimum share of the page in the picture for a result. */
const MIN_SHARE = 0.5;
/** The page is divided into this many by this many parts with uniform light and paper. */
const PARTS = 3;
/** Grey levels that a copy prints in the same hue. */
const LEVELS = 16;
/** Darker points are judged as if they were this light, since noise there looks like colour. */
const DARK = 64;
const SHARE = 0.9;

/** A point of the page: its lightness, and its red-green and yellow-blue opponents in hundredths of the lightness. */
interface PageColour {
  lightness: number;
  redGreen: number;
  yellowBlue: number;
  part: number;
}

/**
 * Colour of the page above an MRZ that no cast explains, in hundredths of the lightness: nine tenths of the page have
 * less. Whatever its light, paper and ink, a copy has one hue per lightness, so nothing remains after subtracting the
 * median colour of each part of the page and of each lightness. `mrzBox` holds the corners of the MRZ as fractions of
 * the image, top left first. Null if the image shows too little of the page.
 */
export function measurePageColours(image: RgbImage, mrzBox: readonly Point[]): number | null {
  const points = coloursOf(image, mrzBox);
  if (points.length < MIN_SHARE * COLUMNS * ROWS) return null;
  subtractMedians(points, ({ part }) => part);
  subtractMedians(points, ({ lightness }) => Math.floor(lightness / LEVELS));
  const strengths = points.map(({ redGreen, yellowBlue }) => Math.hypot(redGreen, yellowBlue));
  return valueAt(strengths, SHARE);
}

function coloursOf(image: RgbImage, mrzBox: readonly Point[]): PageColour[] {
  const { toImage } = pageTransform(mrzBox, image);
  const points: PageColour[] = [];
  for (let row = 0; row < ROWS; row++)
    for (let column = 0; column < COLUMNS; column++) {
      const place = toImage((column + 0.5) / COLUMNS, (row + 0.5) / ROWS);
      const [x, y] = [Math.floor(place.x), Math.floor(place.y)];
      if (x < 0 || y < 0 || x >= image.width || y >= image.height) continue;
      const at = 3 * (y * image.width + x);
      const [red, green, blue] = image.pixels.subarray(at, at + 3) as unknown as [number, number, number];
      const lightness = 0.299 * red + 0.587 * green + 0.114 * blue;
      const scale = 100 / Math.max(lightness, DARK);
      const part = Math.floor((PARTS * column) / COLUMNS) * PARTS + Math.floor((PARTS * row) / ROWS);
      const yellowBlue = scale * ((red + green) / 2 - blue);
      points.push({ lightness, redGreen: scale * (red - green), yellowBlue, part });
    }
  return points;
}

/** Subtracts the median colour of each group from its points. */
function subtractMedians(points: readonly PageColour[], groupOf: (point: PageColour) => number): void {
  const groups = new Map<number, PageColour[]>();
  for (const point of points) {
    const group = groups.get(groupOf(point));
    if (group) group.push(point);
    else groups.set(groupOf(point), [point]);
  }
  for (const group of groups.values())
    for (const opponent of ['redGreen', 'yellowBlue'] as const) {
      const middle = valueAt(
        group.map((point) => point[opponent]),
        0.5,
      );
      for (const point of group) point[opponent] -= middle;
    }
}

/** The value that this share of the values is below. */
function valueAt(values: readonly number[], share: number): number {
  return Float64Array.from(values).sort()[Math.floor(values.length * share)]!;
}
