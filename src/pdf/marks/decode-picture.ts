import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';
import { type Raster } from './signature-ink.js';

/** More than phone cameras take. The picture is scaled down while it is read. */
const MAX_PIXELS = 60_000_000;
const KINDS = new Set(['image/png', 'image/jpeg']);

/**
 * A PNG or JPEG, upright, in sRGB with alpha, one byte per channel.
 * @param side the longer side to scale it down to, in pixels
 * @returns `unreadable` as well if it is truncated or too large
 */
export async function decodePicture(
  bytes: Uint8Array,
  side: number,
): Promise<{ raster: Raster } | { problem: 'unsupported' | 'unreadable' }> {
  const kind = await fileTypeFromBuffer(bytes);
  if (!kind || !KINDS.has(kind.mime)) return { problem: 'unsupported' };
  const raster = await decode(bytes, side).catch(() => null);
  return raster ? { raster } : { problem: 'unreadable' };
}

async function decode(bytes: Uint8Array, side: number): Promise<Raster> {
  sharp.concurrency(1);
  const { data, info } = await sharp(bytes, {
    limitInputPixels: MAX_PIXELS,
    failOn: 'truncated',
    sequentialRead: true,
  })
    .autoOrient()
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  if (info.channels !== 4) throw new Error(`The decoded picture has ${info.channels} channels instead of 4`);
  return { data, width: info.width, height: info.height };
}
