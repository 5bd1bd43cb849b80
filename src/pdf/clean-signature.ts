import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';
import { findInk, type Raster } from './signature-ink.js';

/** Three times what a phone's screen shows, and far more than the signature's place in the PDF. */
const MAX_WIDTH = 1_200;
const MAX_HEIGHT = 400;
/** Above any phone's photo; the picture is scaled down as it is read. */
const MAX_PIXELS = 60_000_000;
/** Ink is looked for in a picture of this longer side. */
const WORK_SIDE = 1_600;
const KINDS = new Set(['image/png', 'image/jpeg']);

/**
 * Why no signature could be cut out: not a whole picture, another format than PNG and JPEG, nothing on the paper, or paper
 * that cannot be told from the ink.
 */
export type PictureProblem = 'unreadable' | 'unsupported' | 'empty' | 'unclear';

/** A PNG of the ink alone on a transparent ground, cut to its edges, at most 1,200 × 400 pixels. */
export type CleanedSignature =
  { ok: true; png: Uint8Array; width: number; height: number } | { ok: false; problem: PictureProblem };

/** Cuts the signature out of a photo, a scan or a picture with a transparent ground. */
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

/** Upright, in sRGB with an alpha channel, a byte a channel. @throws Error where the picture is cut off or too large */
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
  if (info.channels !== 4) throw new Error('not four channels');
  return { data, ...sizeOf(info) };
}

const sizeOf = ({ width, height }: { width: number; height: number }) => ({ width, height });
