import { type PDF, PdfArray, PdfNumber, type PdfRef, type PdfStream } from '@libpdf/core';
import { type Sides, sidesOf } from './page-geometry.js';

/** The six numbers of a transformation (ISO 32000-2 §8.3.4). */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** The matrix of a form XObject (ISO 32000-2 §8.10.2). */
export function matrixOf(pdf: PDF, form: PdfStream): Matrix {
  const matrix = form.getArray('Matrix', (ref: PdfRef) => pdf.getObject(ref));
  const numbers = [...(matrix instanceof PdfArray ? matrix : [])].map((part) =>
    part instanceof PdfNumber ? part.value : Number.NaN,
  );
  const isWhole = numbers.length === IDENTITY.length && numbers.every(Number.isFinite);
  return isWhole ? (numbers as unknown as Matrix) : IDENTITY;
}

/**
 * What an appearance is transformed by, beyond its own matrix, so that it fills its annotation's rectangle (ISO 32000-2
 * §12.5.5).
 * @returns null for an appearance without an area
 */
export function placingOf(pdf: PDF, look: PdfStream, rect: Sides): Matrix | null {
  const box = sidesOf(look.get('BBox', (ref: PdfRef) => pdf.getObject(ref)));
  if (!box) return null;
  const [a, b, c, d, e, f] = matrixOf(pdf, look);
  const corners = [box.left, box.right].flatMap((x) =>
    [box.bottom, box.top].map((y) => [a * x + c * y + e, b * x + d * y + f] as const),
  );
  const [left, bottom] = [0, 1].map((axis) => Math.min(...corners.map((corner) => corner[axis]!)));
  const [right, top] = [0, 1].map((axis) => Math.max(...corners.map((corner) => corner[axis]!)));
  const across = (rect.right - rect.left) / (right! - left!);
  const up = (rect.top - rect.bottom) / (top! - bottom!);
  if (!Number.isFinite(across) || !Number.isFinite(up)) return null;
  return [across, 0, 0, up, rect.left - left! * across, rect.bottom - bottom! * up];
}
