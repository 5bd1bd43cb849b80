import sharp from 'sharp';
import { type CleanedPicture } from '../pdf-results.js';
import { decodePicture } from './decode-picture.js';

/** Longer side, in pixels: more than 200 to the inch on a third of a page. */
const MAX_SIDE = 1_000;

/** Reads a picture to be drawn as it is: upright, in sRGB, at most 1,000 pixels long, and without its metadata. */
export async function cleanPicture(bytes: Uint8Array): Promise<CleanedPicture> {
  const found = await decodePicture(bytes, MAX_SIDE);
  if ('problem' in found) return { ok: false, problem: found.problem };
  const { data, width, height } = found.raster;
  const png = await sharp(data, { raw: { width, height, channels: 4 } })
    .png({ compressionLevel: 9 })
    .toBuffer();
  return { ok: true, png, width, height };
}
