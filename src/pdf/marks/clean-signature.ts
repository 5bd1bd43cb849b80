import sharp from 'sharp';
import { type CleanedSignature } from '../pdf-results.js';
import { decodePicture } from './decode-picture.js';
import { findInk } from './signature-ink.js';

/** Three times the width shown on a phone, and far more than the signature occupies in the PDF. */
const MAX_WIDTH = 1_200;
const MAX_HEIGHT = 400;
/** Longer side, in pixels, of the picture in which ink is searched. */
const WORK_SIDE = 1_600;

/** Extracts the signature from a photo, a scan, or a picture with a transparent background. */
export async function cleanSignature(bytes: Uint8Array): Promise<CleanedSignature> {
  const picture = await decodePicture(bytes, WORK_SIDE);
  if ('problem' in picture) return { ok: false, problem: picture.problem };
  const found = findInk(picture.raster);
  if ('problem' in found) return { ok: false, problem: found.problem };
  const { width, height } = found.ink;
  const { data, info } = await sharp(found.ink.data, { raw: { width, height, channels: 4 } })
    .resize({ width: MAX_WIDTH, height: MAX_HEIGHT, fit: 'inside', withoutEnlargement: true })
    .png({ compressionLevel: 9 })
    .toBuffer({ resolveWithObject: true });
  return { ok: true, png: data, width: info.width, height: info.height };
}
