import sharp from 'sharp';
import { type LogoResult } from './logo-task.js';

/** Maximum pixels per side of the file. A few kilobytes can claim to be much larger. */
const MAX_SIDE = 4_000;
/** Pixels of the result, twice the displayed size, for high-resolution screens. */
const WIDTH = 400;
const HEIGHT = 120;
/** A larger PNG gets a palette, since mails carry it. At this size no logo looks worse for it. */
const MAX_TRUE_COLOR_BYTES = 64 * 1024;

const HEADS: readonly [head: string, format: 'png' | 'jpeg'][] = [
  ['\x89PNG\r\n\x1a\n', 'png'],
  ['\xff\xd8\xff', 'jpeg'],
];
const SVG = /<svg[\s>]/i;

/** Decodes a PNG or JPEG and re-encodes its pixels, so nothing else in the file is kept. */
export async function encodeLogo(bytes: Buffer): Promise<LogoResult> {
  const head = bytes.subarray(0, 1_024).toString('latin1');
  const format = HEADS.find(([beginning]) => head.startsWith(beginning))?.[1];
  if (!format) return { problem: SVG.test(head) ? 'svg' : 'format' };
  const header = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => null);
  if (header?.format !== format) return { problem: 'unreadable' };
  if (Math.max(header.width, header.height) > MAX_SIDE) return { problem: 'too_many_pixels' };
  try {
    const { data, info } = await sharp(bytes, { limitInputPixels: MAX_SIDE ** 2, failOn: 'truncated' })
      .autoOrient()
      .resize({ width: WIDTH, height: HEIGHT, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .png({ compressionLevel: 9 })
      .toBuffer({ resolveWithObject: true });
    const { width, height } = info;
    const isSmall = data.length <= MAX_TRUE_COLOR_BYTES;
    return { png: isSmall ? data : await sharp(data).png({ palette: true }).toBuffer(), width, height };
  } catch {
    return { problem: 'unreadable' };
  }
}
