import { type PDF, PdfArray, type PDFImage, PdfName, PdfNumber, PdfRef, PdfStream } from '@libpdf/core';
import { isGreyOnly } from '../structure/device-colors.js';
import { claimsOf } from '../structure/document-claims.js';
import { brightness } from './colors.js';

const WHITE = 255;

/**
 * Embeds a picture with 8 bits per channel as the document's claims allow. The first part of PDF/A does not permit
 * soft masks (ISO 19005-1 §6.4): there the picture is placed on white, and white itself is made transparent (ISO
 * 32000-1 §8.9.6.4).
 */
export function embedPicture(pdf: PDF, png: Uint8Array): PDFImage {
  const image = pdf.embedPng(png);
  const hasSoftMask = claimsOf(pdf).pdfaPart !== 1;
  const isGrey = isGreyOnly(pdf);
  if (hasSoftMask && !isGrey) return image;
  const stream = streamAt(pdf, image.ref);
  const mask = stream.get('SMask');
  let samples = stream.getDecodedData();
  if (isGrey && samples.length > image.width * image.height) {
    samples = greyOf(samples);
    stream.set('ColorSpace', PdfName.of('DeviceGray'));
  }
  if (!hasSoftMask && mask instanceof PdfRef) {
    samples = onWhite(samples, streamAt(pdf, mask).getDecodedData());
    const channels = samples.length / (image.width * image.height);
    stream.delete('SMask');
    stream.set('Mask', new PdfArray(Array.from({ length: 2 * channels }, () => PdfNumber.of(WHITE))));
  }
  stream.setData(samples);
  return image;
}

function streamAt(pdf: PDF, ref: PdfRef): PdfStream {
  const found = pdf.getObject(ref);
  if (!(found instanceof PdfStream)) throw new Error('A picture has no samples');
  return found;
}

/** One brightness per pixel in place of three channels. */
function greyOf(samples: Uint8Array): Uint8Array {
  return Uint8Array.from({ length: samples.length / 3 }, (_none, at) =>
    Math.round(brightness(samples[3 * at]!, samples[3 * at + 1]!, samples[3 * at + 2]!)),
  );
}

/** @param opacity one byte per pixel, whatever the number of its channels */
function onWhite(samples: Uint8Array, opacity: Uint8Array): Uint8Array {
  const channels = samples.length / opacity.length;
  return samples.map((sample, at) => {
    const share = opacity[Math.floor(at / channels)]! / WHITE;
    return Math.round(share * sample + (1 - share) * WHITE);
  });
}
