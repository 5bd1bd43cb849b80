import { PDF } from '@libpdf/core';
import sharp from 'sharp';
import { tooManyPixels } from './document-inspection.js';
import { MAX_IMAGE_PIXELS } from './document-limits.js';
import { A4 } from './page-size.js';

/** A4 at 400 dpi: finer than any office scanner's default, and small enough for a phone to show. */
const MAX_SIDE_PIXELS = 4677;
/** Small images keep their size on the page, at the 96 dpi that screens assume. */
const MAX_POINTS_PER_PIXEL = 72 / 96;
const JPEG_QUALITY = 92;

/**
 * Makes a PDF of one A4 page, upright or lying as the image is, with the image in its middle: turned as its EXIF
 * says, its colours brought to sRGB, on white where it was transparent, without its metadata.
 * Throws when the image is truncated or holds more than MAX_IMAGE_PIXELS.
 */
export async function imageToPdf(bytes: Uint8Array, kind: 'png' | 'jpeg'): Promise<Uint8Array> {
  const { data, info } = await normalise(bytes, kind);
  const lying = info.width > info.height;
  const [width, height] = lying ? [A4.height, A4.width] : [A4.width, A4.height];
  const scale = Math.min(width / info.width, height / info.height, MAX_POINTS_PER_PIXEL);
  const pdf = PDF.create();
  pdf.setProducer('Countersign');
  pdf.addPage({ width, height }).drawImage(pdf.embedImage(data), {
    x: (width - info.width * scale) / 2,
    y: (height - info.height * scale) / 2,
    width: info.width * scale,
    height: info.height * scale,
  });
  return pdf.save();
}

async function normalise(bytes: Uint8Array, kind: 'png' | 'jpeg') {
  sharp.concurrency(1);
  const image = sharp(bytes, { limitInputPixels: false, failOn: 'truncated', sequentialRead: true });
  const { width, height } = await image.metadata();
  if (width * height > MAX_IMAGE_PIXELS) throw tooManyPixels();
  const page = image
    .autoOrient()
    .resize({ width: MAX_SIDE_PIXELS, height: MAX_SIDE_PIXELS, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: 'white' })
    .toColourspace('srgb');
  const encoded =
    kind === 'png' ? page.png() : page.jpeg({ quality: JPEG_QUALITY, chromaSubsampling: '4:4:4' });
  return encoded.toBuffer({ resolveWithObject: true });
}
