import { type PDF, PdfArray, PdfDict, PdfName, PdfNumber, type PdfObject } from '@libpdf/core';
import { claimsOf } from './document-claims.js';

/** Daylight white (CIE D65), the usual gamma of screens, and the primaries of sRGB (IEC 61966-2-1), by columns. */
const WHITE_POINT = [0.9505, 1, 1.089];
const GAMMA = 2.2;
const PRIMARIES = [0.4124, 0.2126, 0.0193, 0.3576, 0.7152, 0.1192, 0.1805, 0.0722, 0.9505];

/**
 * Whether only shades of grey may be added: a document that claims PDF/A may use device colours only if it names such
 * a device, and grey with any (ISO 19005-1 §6.2.3.3, ISO 19005-2 §6.2.4.3).
 */
export function isGreyOnly(pdf: PDF): boolean {
  const { pdfaPart, outputColors } = claimsOf(pdf);
  return pdfaPart !== null && outputColors !== 'RGB';
}

/** Whether the document must say itself what its greys are, since it names no device. */
export const definesGrey = (pdf: PDF): boolean => isGreyOnly(pdf) && claimsOf(pdf).outputColors === null;

/** Initial resources of a page or a form XObject: in a PDF/A file without a device they define grey. */
export function newResources(pdf: PDF): PdfDict {
  if (!definesGrey(pdf)) return new PdfDict();
  return PdfDict.of({ ColorSpace: PdfDict.of({ DefaultGray: screenGrey() }) });
}

/** The greys of screens, independent of a device (ISO 32000-2 §8.6.5.2). */
export const screenGrey = (): PdfArray =>
  calibrated('CalGray', { WhitePoint: numbers(WHITE_POINT), Gamma: PdfNumber.of(GAMMA) });

/** The colours of screens, independent of a device (ISO 32000-2 §8.6.5.3). */
export const screenColors = (): PdfArray =>
  calibrated('CalRGB', {
    WhitePoint: numbers(WHITE_POINT),
    Gamma: numbers([GAMMA, GAMMA, GAMMA]),
    Matrix: numbers(PRIMARIES),
  });

const calibrated = (family: string, entries: Record<string, PdfObject>) =>
  new PdfArray([PdfName.of(family), PdfDict.of(entries)]);
const numbers = (values: readonly number[]) => new PdfArray(values.map((value) => PdfNumber.of(value)));
