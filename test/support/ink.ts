import { type Sharp } from 'sharp';

/** Darker than this counts as ink, of 255: what a renderer only smooths at an edge does not. */
const INK_BELOW = 160;

/** Where a picture has ink, row by row. */
export interface Ink {
  width: number;
  height: number;
  isInk: boolean[];
  /** Pixels with ink. */
  count: number;
}

export async function inkOf(picture: Sharp): Promise<Ink> {
  const grey = picture.flatten({ background: 'white' }).greyscale();
  const { data, info } = await grey.raw().toBuffer({ resolveWithObject: true });
  const isInk = Array.from(
    { length: info.width * info.height },
    (_none, at) => data[at * info.channels]! < INK_BELOW,
  );
  return { width: info.width, height: info.height, isInk, count: isInk.filter(Boolean).length };
}

/** The ink of one picture that is not in another of the same place. */
export function without(ink: Ink, before: Ink): Ink {
  const isInk = ink.isInk.map((is, at) => is && !before.isInk[at]);
  return { ...ink, isInk, count: isInk.filter(Boolean).length };
}

/** How many strips of ink stand beside one another between these rows, each a letter if none touches the next. */
export function stripsOfInk({ width, isInk }: Ink, top: number, bottom: number): number {
  let strips = 0;
  let wasInk = false;
  for (let x = 0; x < width; x++) {
    let hasInk = false;
    for (let y = top; y < bottom && !hasInk; y++) hasInk = isInk[y * width + x]!;
    if (hasInk && !wasInk) strips++;
    wasInk = hasInk;
  }
  return strips;
}

/**
 * How far two pictures show the same, from 0 to 1: the share of the ink of each that has ink of the other within `reach`
 * pixels, and of both shares the smaller one. Two without ink show the same.
 */
export function likeness(one: Ink, other: Ink, reach: number): number {
  if (one.count === 0 || other.count === 0) return one.count === other.count ? 1 : 0;
  return Math.min(shareNear(one, other, reach), shareNear(other, one, reach));
}

function shareNear(ink: Ink, other: Ink, reach: number): number {
  let near = 0;
  for (let y = 0; y < ink.height; y++)
    for (let x = 0; x < ink.width; x++)
      if (ink.isInk[y * ink.width + x] && hasNear(other, x, y, reach)) near++;
  return near / ink.count;
}

function hasNear({ width, height, isInk }: Ink, x: number, y: number, reach: number): boolean {
  for (let row = Math.max(0, y - reach); row <= Math.min(height - 1, y + reach); row++)
    for (let column = Math.max(0, x - reach); column <= Math.min(width - 1, x + reach); column++)
      if (isInk[row * width + column]) return true;
  return false;
}
