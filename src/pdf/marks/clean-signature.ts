import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';
import { type CleanedSignature } from '../pdf-results.js';
import { findInk, type Raster } from './signature-ink.js';

/** Three times the width shown on a phone, and far more than the signature occupies in the PDF. */
const MAX_WIDTH = 1_200;
const MAX_HEIGHT = 400;
/** More than phone cameras take. The picture is scaled down while it is read. */
const MAX_PIXELS = 60_000_000;
/** Longer side, in pixels, of the picture in which ink is searched. */
const WORK_SIDE = 1_600;
const KINDS = new Set(['image/png', 'image/jpeg']);

/** Extracts the signature from a photo, a scan, or a picture with a transparent background. */
export async function cleanSignature(bytes: Uint8Array): Promise<CleanedSignature> {
  const kind = await fileTypeFromBuffer(bytes);
  if (!kind || !KINDS.has(kind.mime)) return { ok: false, problem: 'unsupported' };
  const picture = await decode(bytes).catch(() => null);
  if (!picture) return { ok: false, problem: 'unreadable' };
  const found = findInk(picture);
  if ('problem' in found) return { ok: false, problem: found.problem };
  const { data, info } = await sharp(found.ink.data, { raw: { ...sizeOf(found.ink), channels: 4 } })
    .resize({ width: MAX_WIDTH, height: MAX_HEIGHT, fit: 'inside', withoutEnlargement: true })
    .png({ compressionLevel: 9 })
    .toBuffer({ resolveWithObject: true });
  return { ok: true, png: data, width: info.width, height: info.height };
}

/** Upright, in sRGB with alpha, one byte per channel. @throws Error if the picture is truncated or too large */
async function decode(bytes: Uint8Array): Promise<Raster> {
  sharp.concurrency(1);
  const { data, info } = await sharp(bytes, {
    limitInputPixels: MAX_PIXELS,
    failOn: 'truncated',
    sequentialRead: true,
  })
    .autoOrient()
    .resize({ width: WORK_SIDE, height: WORK_SIDE, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  if (info.channels !== 4) throw new Error(`The decoded picture has ${info.channels} channels instead of 4`);
  return { data, ...sizeOf(info) };
}

const sizeOf = ({ width, height }: { width: number; height: number }) => ({ width, height });
