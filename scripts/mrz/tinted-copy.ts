import sharp from 'sharp';
import { Random } from './random.js';

/** Colour of a grey value in a copy, at `along` the picture from 0 at its left to 1 at its right. */
type Tint = (grey: number, along: number) => readonly [red: number, green: number, blue: number];

/** Shares of the light removed by a filter of each colour. */
const FILTERS = {
  blue: [1, 0.6, 0],
  yellow: [0, 0.07, 1],
  green: [1, 0, 1],
  red: [0, 1, 1],
} as const;
const STRENGTHS = [0.1, 0.25, 0.5] as const;

/** Copies by kind: in light of four colours, from faint to garish, between two lamps, in blue ink, and turned brown. */
export const TINTS: Readonly<Record<string, Tint>> = {
  ...Object.fromEntries(
    Object.entries(FILTERS).flatMap(([colour, filter]) =>
      STRENGTHS.map((strength): [string, Tint] => [
        `${colour} light, ${100 * strength} %`,
        (grey) => filter.map((share) => grey * (1 - strength * share)) as [number, number, number],
      ]),
    ),
  ),
  'two lamps': (grey, along) => [grey * (1 - 0.25 * along), 0.9 * grey, grey * (0.75 + 0.25 * along)],
  'blue ink': (grey) => [30 + 0.85 * grey, 35 + 0.85 * grey, 90 + 0.63 * grey],
  sepia: (grey) => [60 + 0.75 * grey, 40 + 0.8 * grey, 20 + 0.75 * grey],
};

/** Standard deviation of the camera noise, in levels. */
const NOISE = 3;
/** Longer side of the copy in pixels, at most. */
const SIDE = 600;

/** A copy of a picture in shades of one tint, photographed: JPEG, noisy. */
export async function tintedCopy(picture: Buffer, tint: Tint, seed = 1): Promise<Buffer> {
  const random = new Random(seed);
  const { data: grey, info } = await sharp(picture)
    .autoOrient()
    .flatten({ background: '#ffffff' })
    .greyscale()
    .resize({ width: SIDE, height: SIDE, fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const pixels = new Uint8ClampedArray(3 * grey.length);
  for (const [at, level] of grey.entries())
    for (const [channel, value] of tint(level, (at % width) / width).entries())
      pixels[3 * at + channel] = value + NOISE * random.gaussian();
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 80 })
    .toBuffer();
}
