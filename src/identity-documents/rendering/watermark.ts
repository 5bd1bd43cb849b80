import sharp from 'sharp';
import { fontPath } from '#vendor/fonts';
import { type RgbImage } from '../engines/imaging/rgb-image.js';

const FONT = fontPath('NotoSans_600SemiBold');
/** Counter-clockwise, in degrees. */
const SLOPE = 24;
/** Height of the letters as a share of the longer side, and its bounds in pixels. */
const LETTERS = { share: 1 / 55, min: 13, max: 36 };
/** The text is light with a dark rim, so it is readable on any ground. Shares of full opacity. */
const LIGHT = 0.36;
const RIM = 0.34;
const RIM_WIDTH = 1.6;
const RIM_STRENGTH = 2.4;
const MAX_LENGTH = 320;

/** Anything but letters, digits, punctuation and symbols: characters that are invisible or change the direction. */
const UNPRINTABLE = /[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu;

/** What a watermark does to each pixel of a tile: `value * keep + add`. */
interface Tile {
  width: number;
  height: number;
  keep: Float32Array;
  add: Float32Array;
}

/** Writes `text` repeatedly and diagonally over the whole picture, which is changed in place. */
export async function watermark(picture: RgbImage, text: string): Promise<void> {
  const { width, height, pixels } = picture;
  const tile = await tileOf(text, lettersFor(Math.max(width, height)));
  for (let y = 0; y < height; y++) {
    const row = (y % tile.height) * tile.width;
    // Every other row of tiles is shifted to leave no empty lane.
    const shift = Math.floor(y / tile.height) % 2 === 0 ? 0 : tile.width >> 2;
    for (let x = 0, at = 3 * y * width; x < width; x++) {
      const from = row + ((x + shift) % tile.width);
      const [keep, add] = [tile.keep[from]!, tile.add[from]!];
      for (let channel = 0; channel < 3; channel++, at++) pixels[at] = pixels[at]! * keep + add;
    }
  }
}

const lettersFor = (side: number) =>
  Math.round(Math.min(LETTERS.max, Math.max(LETTERS.min, side * LETTERS.share)));

async function tileOf(text: string, letters: number): Promise<Tile> {
  const slanted = sharp(await textMask(text, letters)).rotate(-SLOPE, { background: '#000000' });
  const { data, info } = await slanted.extractChannel(0).raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const letterMask = twice(data, width);
  const rim = await sharp(letterMask, { raw: { width, height, channels } })
    .blur(RIM_WIDTH)
    .linear(RIM_STRENGTH, 0)
    .extractChannel(0)
    .raw()
    .toBuffer();
  const [keep, add] = [new Float32Array(width * height), new Float32Array(width * height)];
  for (let index = 0; index < keep.length; index++) {
    const light = (LIGHT * letterMask[index]!) / 255;
    keep[index] = (1 - (RIM * rim[index]!) / 255) * (1 - light);
    add[index] = 255 * light;
  }
  return { width, height, keep, add };
}

/** Adds a second line of text, half a tile from the first. */
function twice(mask: Buffer, width: number): Buffer {
  const half = width >> 1;
  return Buffer.from(
    mask.map((value, index) => {
      const start = index - (index % width);
      return Math.max(value, mask[start + ((index - start + half) % width)]!);
    }),
  );
}

/** White letters on black, as PNG, with space around them. */
async function textMask(text: string, letters: number): Promise<Buffer> {
  const markup = escapeMarkup(text.normalize('NFC').replace(UNPRINTABLE, '?').slice(0, MAX_LENGTH));
  const drawn = sharp({
    text: {
      text: `<span foreground="white">${markup}</span>`,
      font: `Noto Sans SemiBold ${letters}`,
      fontfile: FONT,
      dpi: 72,
      rgba: true,
    },
  });
  return drawn
    .flatten({ background: '#000000' })
    .extend({ top: letters, bottom: letters, left: letters, right: letters, background: '#000000' })
    .png({ compressionLevel: 0 })
    .toBuffer();
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** For Pango markup, which sharp uses for text. */
const escapeMarkup = (text: string) => text.replace(/[&<>]/g, (character) => ENTITIES[character]!);
