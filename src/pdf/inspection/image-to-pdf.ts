import { PDF, PdfDict, PDFImage, PdfName, PdfNumber, PdfStream } from '@libpdf/core';
import sharp, { type OutputInfo } from 'sharp';
import { tooManyPixels } from '../document-inspection.js';
import { MAX_IMAGE_PIXELS } from '../document-limits.js';
import { appendPage } from '../structure/append-page.js';
import { A4 } from '../structure/page-size.js';

/** A4 at 400 dpi: finer than any office scanner's default, and small enough for a phone to show. */
const MAX_SIDE_PIXELS = 4677;
/** Small images are not enlarged beyond the 96 dpi that screens assume. */
const MAX_POINTS_PER_PIXEL = 72 / 96;
const JPEG_QUALITY = 92;

/**
 * Makes a PDF with one A4 page, portrait or landscape like the image, with the image centred: rotated according to
 * its EXIF data, converted to sRGB, on white where it is transparent, without metadata.
 * @throws Error if the image is truncated, DocumentRefusal if it has more than MAX_IMAGE_PIXELS
 */
export async function imageToPdf(bytes: Uint8Array, kind: 'png' | 'jpeg'): Promise<Uint8Array> {
  const { data, info } = await normalise(bytes, kind);
  const isLandscape = info.width > info.height;
  const [width, height] = isLandscape ? [A4.height, A4.width] : [A4.width, A4.height];
  const scale = Math.min(width / info.width, height / info.height, MAX_POINTS_PER_PIXEL);
  const pdf = PDF.create();
  pdf.setProducer('Countersign');
  const image = kind === 'png' ? embedPng(pdf, data, info) : pdf.embedJpeg(data);
  appendPage(pdf, { width, height }).drawImage(image, {
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

const PNG_SIGNATURE_BYTES = 8;
/** Length and type before a PNG chunk's data, and the checksum after it (PNG specification §5.3). */
const CHUNK_HEAD_BYTES = 8;
const CHUNK_TAIL_BYTES = 4;

/**
 * Copies a PNG's compressed rows into the PDF: PDF's predictor 15 is PNG filtering (ISO 32000-1 §7.4.4.4). The library
 * would decompress and recompress them, which takes seconds and multiplies their size.
 * @param png made by sharp: 8 bits per channel, no palette, no alpha, not interlaced
 */
function embedPng(pdf: PDF, png: Buffer, { width, height, channels }: OutputInfo): PDFImage {
  const numbers = { Colors: channels, BitsPerComponent: 8, Columns: width, Predictor: 15 };
  const parameters = PdfDict.of(
    Object.fromEntries(Object.entries(numbers).map(([key, value]) => [key, PdfNumber.of(value)])),
  );
  const stream = PdfStream.fromDict(
    {
      Type: PdfName.of('XObject'),
      Subtype: PdfName.of('Image'),
      Width: PdfNumber.of(width),
      Height: PdfNumber.of(height),
      ColorSpace: PdfName.of(channels === 1 ? 'DeviceGray' : 'DeviceRGB'),
      BitsPerComponent: PdfNumber.of(8),
      Filter: PdfName.of('FlateDecode'),
      DecodeParms: parameters,
    },
    imageData(png),
  );
  return new PDFImage(pdf.register(stream), width, height);
}

/** The data of all IDAT chunks, which form one zlib stream. */
function imageData(png: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = PNG_SIGNATURE_BYTES; at < png.length;) {
    const length = png.readUInt32BE(at);
    const type = png.toString('latin1', at + 4, at + CHUNK_HEAD_BYTES);
    const data = at + CHUNK_HEAD_BYTES;
    if (type === 'IDAT') parts.push(png.subarray(data, data + length));
    at = data + length + CHUNK_TAIL_BYTES;
  }
  return Buffer.concat(parts);
}
