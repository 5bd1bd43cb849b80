import { type PDF, PdfArray, PdfDict, PdfName, PdfNumber, type PdfObject } from '@libpdf/core';
import { claimsOf } from './document-claims.js';

/** Daylight white (CIE D65) and the usual gamma of screens. */
const WHITE_POINT = [0.9505, 1, 1.089];
const GAMMA = 2.2;

/**
 * Whether only shades of grey may be added: a document that claims PDF/A may use device colours only if it names such
 * a device, and grey with any (ISO 19005-1 §6.2.3.3, ISO 19005-2 §6.2.4.3).
 */
export function isGreyOnly(pdf: PDF): boolean {
  const { pdfaPart, outputColors } = claimsOf(pdf);
  return pdfaPart !== null && outputColors !== 'RGB';
}

/** Initial resources of a page or a form XObject: in a PDF/A file without a device they define grey. */
export function newResources(pdf: PDF): PdfDict {
  if (!isGreyOnly(pdf) || claimsOf(pdf).outputColors !== null) return new PdfDict();
  const calibrated: PdfObject[] = [
    PdfName.of('CalGray'),
    PdfDict.of({ WhitePoint: numbers(WHITE_POINT), Gamma: PdfNumber.of(GAMMA) }),
  ];
  return PdfDict.of({ ColorSpace: PdfDict.of({ DefaultGray: new PdfArray(calibrated) }) });
}

const numbers = (values: readonly number[]) => new PdfArray(values.map((value) => PdfNumber.of(value)));
