import { AppError } from '../errors.js';

/** Bytes of a file, from `start` to `end` inclusive. */
export interface ByteRange {
  start: number;
  end: number;
}

export const rangeNotSatisfiable = (size: number) =>
  new AppError(416, `The Range is outside the file, which has ${size} bytes`, 'range_not_satisfiable');

const ONE_RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/i;

/**
 * The single range that a `Range` header requests (RFC 9110 §14.2). Null means the whole file: there is no header, or
 * one that may be ignored (several ranges, another unit, malformed).
 * @throws AppError 416 `range_not_satisfiable` for a range beyond the end
 */
export function readRange(header: string | undefined, size: number): ByteRange | null {
  const [, first, last] = ONE_RANGE.exec(header?.trim() ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return null;
  if (first === '') return suffix(Number(last), size);
  const [start, end] = [Number(first), last === '' ? size - 1 : Number(last)];
  if (last !== '' && end < start) return null;
  if (start >= size) throw rangeNotSatisfiable(size);
  return { start, end: Math.min(end, size - 1) };
}

function suffix(length: number, size: number): ByteRange {
  if (length === 0 || size === 0) throw rangeNotSatisfiable(size);
  return { start: Math.max(0, size - length), end: size - 1 };
}
