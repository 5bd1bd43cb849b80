import { type PDF, PdfArray, PdfNumber, type PdfObject } from '@libpdf/core';
import { resolve } from '../../pdf/pdf-comparison.js';
import { type Box } from './mark-geometry.js';

/** The rectangle of an annotation (ISO 32000-2 §12.5.2), whichever corners it names; null if it is none. */
export function boxOf(pdf: PDF, rectangle: PdfObject | undefined): Box | null {
  const sides = resolve(pdf, rectangle);
  if (!(sides instanceof PdfArray)) return null;
  const [x1, y1, x2, y2, ...more] = [...sides].map((side) => {
    const value = resolve(pdf, side);
    return value instanceof PdfNumber ? value.value : Number.NaN;
  });
  if (x1 === undefined || y2 === undefined || more.length > 0) return null;
  const box = {
    left: Math.min(x1, x2!),
    bottom: Math.min(y1!, y2),
    right: Math.max(x1, x2!),
    top: Math.max(y1!, y2),
  };
  return Object.values(box).some(Number.isNaN) ? null : box;
}

export const hasNoSize = ({ left, bottom, right, top }: Box): boolean => left === right || bottom === top;
