import sharp, { type Region } from 'sharp';
import { openImage } from '../engines/imaging/decode-image.js';
import { type QuarterTurn } from '../engines/imaging/grey-image.js';
import { type PictureRegion, type PictureView } from './picture-task.js';
import { watermark } from './watermark.js';

const QUALITY = 85;
/** Maximum enlargement of a part. */
const MAX_ENLARGEMENT = 3;

/**
 * A JPEG of the picture or a part of it: upright, watermarked and without metadata; null if the picture cannot be
 * decoded.
 */
export async function renderPicture(bytes: Buffer, view: PictureView): Promise<Buffer | null> {
  const opened = await openImage(bytes);
  if (!opened.ok) return null;
  const { turn, region, maxSide } = view;
  const part = region && toPixels(unturned(region, turn), opened.image);
  const whole = opened.pixels();
  const shown = part ? whole.extract(part) : whole;
  const side = part ? Math.min(maxSide, MAX_ENLARGEMENT * Math.max(part.width, part.height)) : maxSide;
  const upright = await shown
    .flatten({ background: '#ffffff' })
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: part === null })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(() => null);
  if (!upright) return null;
  const { data, info } = upright;
  const turned = await sharp(data, { raw: info }).rotate(turn).raw().toBuffer({ resolveWithObject: true });
  const { width, height } = turned.info;
  await watermark({ pixels: turned.data, width, height }, view.watermark);
  return sharp(turned.data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: QUALITY })
    .toBuffer();
}

/** Maps a part of the turned picture back to the original. */
function unturned({ x, y, w, h }: PictureRegion, turn: QuarterTurn): PictureRegion {
  if (turn === 90) return { x: y, y: 1 - x - w, w: h, h: w };
  if (turn === 180) return { x: 1 - x - w, y: 1 - y - h, w, h };
  return turn === 270 ? { x: 1 - y - h, y: x, w: h, h: w } : { x, y, w, h };
}

/** Clipped to the picture, and at least one pixel in size. */
function toPixels(
  { x, y, w, h }: PictureRegion,
  { width, height }: { width: number; height: number },
): Region {
  const within = (value: number, most: number) => Math.min(Math.max(Math.round(value), 0), most);
  const [left, top] = [within(x * width, width - 1), within(y * height, height - 1)];
  const right = Math.max(left + 1, within((x + w) * width, width));
  const bottom = Math.max(top + 1, within((y + h) * height, height));
  return { left, top, width: right - left, height: bottom - top };
}
