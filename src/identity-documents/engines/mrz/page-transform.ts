import { type Point } from '../imaging/grey-image.js';

/**
 * The printed area above the MRZ, in widths of the MRZ. Passports are 125 × 88 mm and two-line cards 105 × 74
 * mm, with an MRZ about 114 and 94 mm wide (ICAO 9303-4 §3.1, 9303-6 §3.1).
 */
const PAGE = { margin: 0.05, height: 0.66, gap: 0.01 };

/** Height of that area divided by its width. */
export const PAGE_RATIO = PAGE.height / (1 + 2 * PAGE.margin);

/** Maps a point of the page, in fractions from its top left, to pixels of the image. */
export type PageToImage = (along: number, down: number) => Point;

/**
 * The page above an MRZ in any orientation. `mrzBox` holds the corners of the MRZ as fractions of the image,
 * top left first, clockwise as read. `widthPx` is the page's width in pixels of the image.
 */
export function pageTransform(
  mrzBox: readonly Point[],
  { width, height }: { width: number; height: number },
): { toImage: PageToImage; widthPx: number } {
  const [first, second, , fourth] = mrzBox.map(({ x, y }) => ({ x: x * width, y: y * height })) as [
    Point,
    Point,
    Point,
    Point,
  ];
  const across = { x: second.x - first.x, y: second.y - first.y };
  // The page lies opposite the MRZ's lower edge.
  const isMirrored = across.y * (first.x - fourth.x) - across.x * (first.y - fourth.y) < 0;
  const up = isMirrored ? { x: -across.y, y: across.x } : { x: across.y, y: -across.x };
  const toImage: PageToImage = (alongPage, down) => {
    const along = alongPage * (1 + 2 * PAGE.margin) - PAGE.margin;
    const rise = PAGE.gap + PAGE.height * (1 - down);
    return { x: first.x + along * across.x + rise * up.x, y: first.y + along * across.y + rise * up.y };
  };
  return { toImage, widthPx: Math.hypot(across.x, across.y) * (1 + 2 * PAGE.margin) };
}
