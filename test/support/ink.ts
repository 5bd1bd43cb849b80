import { type Sharp } from 'sharp';

/** Below this value, out of 255, a pixel counts as ink; pixels that a renderer only smooths at an edge do not. */
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
  const isInk = new Array<boolean>(info.width * info.height);
  let count = 0;
  for (let at = 0; at < isInk.length; at++) {
    isInk[at] = data[at * info.channels]! < INK_BELOW;
    if (isInk[at]) count++;
  }
  return { width: info.width, height: info.height, isInk, count };
}

/** The ink of one picture that is missing in another of the same place. */
export function without(ink: Ink, before: Ink): Ink {
  const isInk = ink.isInk.map((is, at) => is && !before.isInk[at]);
  return { ...ink, isInk, count: isInk.filter(Boolean).length };
}

/** The number of strips of ink next to one another between these rows; each is a letter if no letters touch. */
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
 * How similar two pictures are, from 0 to 1: the share of each one's ink that has ink of the other within `reach`
 * pixels, whichever share is smaller. Two without ink are the same.
 */
export function likeness(one: Ink, other: Ink, reach: number): number {
  if (one.count === 0 || other.count === 0) return one.count === other.count ? 1 : 0;
  return Math.min(shareNear(one, other, reach), shareNear(other, one, reach));
}

const shareNear = (ink: Ink, other: Ink, reach: number) => 1 - strays(ink, other, reach) / ink.count;

/**
 * The number of pixels of ink in one picture without ink of the other within `reach` pixels. Unlike a share, it does not
 * depend on how much else there is on a page.
 */
export function strays(ink: Ink, other: Ink, reach: number): number {
  let found = 0;
  for (let y = 0; y < ink.height; y++)
    for (let x = 0; x < ink.width; x++)
      if (ink.isInk[y * ink.width + x] && !hasNear(other, x, y, reach)) found++;
  return found;
}

function hasNear({ width, height, isInk }: Ink, x: number, y: number, reach: number): boolean {
  for (let row = Math.max(0, y - reach); row <= Math.min(height - 1, y + reach); row++)
    for (let column = Math.max(0, x - reach); column <= Math.min(width - 1, x + reach); column++)
      if (isInk[row * width + column]) return true;
  return false;
}
