import { type GreyImage, sampleGrey } from '../imaging/grey-image.js';
import { type Component, findComponents } from '../mrz/components.js';

/** Edges in pixels of the page. `glyph` is the median height of its characters. */
export interface ValueLine {
  left: number;
  top: number;
  right: number;
  bottom: number;
  glyph: number;
}

/** On a flattened page, print is darker than this. */
const DARK = 175;
/** Values are printed larger than their labels: at least 1.5 mm on a page 125 mm and 1,080 pixels wide. */
const MIN_GLYPH = 13;
/** Surnames can have two letters. A single character is mostly a speck of security print. */
const MIN_GLYPHS = 2;
/** Maximum gap between the words of a value, in heights of its characters; columns are further apart. */
const MAX_GAP = 2.6;
const MAX_ENLARGEMENT = 3;
/** White around a line, in heights of its characters. */
const RIM = 0.5;
const WHITE = 255;

interface Row {
  last: Component;
  glyphs: Component[];
}

/**
 * Lines of characters as large as the values on an upright page: of equal height and close together. `page` has a
 * flattened background.
 */
export function findValueLines(page: GreyImage): ValueLine[] {
  const mask = page.pixels.map((pixel) => (pixel < DARK ? 1 : 0));
  const glyphs = findComponents(mask, page.width, page.height).filter(({ height }) => height >= MIN_GLYPH);
  const rows: Row[] = [];
  for (const glyph of glyphs.sort((a, b) => leftOf(a) - leftOf(b))) {
    const row = nearestRow(rows, glyph);
    if (row) {
      row.glyphs.push(glyph);
      row.last = glyph;
    } else rows.push({ last: glyph, glyphs: [glyph] });
  }
  return rows.filter(({ glyphs: each }) => each.length >= MIN_GLYPHS).map(({ glyphs: each }) => around(each));
}

const leftOf = ({ x, width }: Component) => x - width / 2;

function nearestRow(rows: readonly Row[], glyph: Component): Row | null {
  let nearest: Row | null = null;
  let least = Infinity;
  for (const row of rows) {
    const gap = leftOf(glyph) - leftOf(row.last) - row.last.width;
    if (gap < least && isBeside(row.last, glyph, gap)) [nearest, least] = [row, gap];
  }
  return nearest;
}

function isBeside(left: Component, right: Component, gap: number): boolean {
  const [less, more] = [Math.min(left.height, right.height), Math.max(left.height, right.height)];
  return (
    less >= 0.6 * more &&
    Math.abs(left.y - right.y) <= 0.3 * more &&
    gap >= -0.3 * more &&
    gap <= MAX_GAP * more
  );
}

function around(glyphs: readonly Component[]): ValueLine {
  const heights = glyphs.map(({ height }) => height).sort((a, b) => a - b);
  return {
    left: Math.min(...glyphs.map(leftOf)),
    top: Math.min(...glyphs.map(({ y, height }) => y - height / 2)),
    right: Math.max(...glyphs.map(({ x, width }) => x + width / 2)),
    bottom: Math.max(...glyphs.map(({ y, height }) => y + height / 2)),
    glyph: heights[heights.length >> 1]!,
  };
}

/**
 * A line of the page with a margin, its characters `glyphHeight` pixels tall unless that enlarges them too far, and a
 * mapping back to the page.
 */
export function cutLine(
  page: GreyImage,
  { left, top, right, bottom, glyph }: ValueLine,
  glyphHeight: number,
): { line: GreyImage; scale: number; left: number; top: number } {
  const rim = RIM * glyph;
  const scale = Math.min(MAX_ENLARGEMENT, glyphHeight / glyph);
  const origin = { left: left - rim, top: top - rim };
  const [width, height] = [
    Math.round((right - left + 2 * rim) * scale),
    Math.round((bottom - top + 2 * rim) * scale),
  ];
  const pixels = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    const down = origin.top + y / scale;
    for (let x = 0; x < width; x++) {
      const along = origin.left + x / scale;
      const isOnPage = along >= 0 && down >= 0 && along < page.width && down < page.height;
      pixels[y * width + x] = isOnPage ? sampleGrey(page, along, down) : WHITE;
    }
  }
  return { line: { pixels, width, height }, scale, ...origin };
}
