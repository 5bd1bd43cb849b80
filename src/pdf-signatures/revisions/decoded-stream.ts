import { inflateSync } from 'node:zlib';
import { isDict, nameOf, type ScannedDict, type ScannedValue, wholeNumber } from './pdf-scanner.js';

/** Longest object stream or cross-reference stream, in bytes. */
const MAX_BYTES = 64 * 1024 * 1024;
/** Filters of a stream in another file, and abbreviations of inline images: some programs decode by these instead. */
const OTHER_FILTERS = ['F', 'FFilter', 'FDecodeParms', 'DP'];

/**
 * The content of a cross-reference stream or object stream: unfiltered, or with FlateDecode with or without PNG
 * predictors (ISO 32000-2 §7.4.4), which is what software writes.
 * @throws Error for anything else, or if it is too long
 */
export function decodedStream(dictionary: ScannedDict, raw: Buffer): Buffer {
  if (OTHER_FILTERS.some((key) => dictionary.has(key))) throw new Error('Filters in two places');
  const filter = only(dictionary.get('Filter'));
  if (filter === undefined) return raw;
  if (nameOf(filter) !== 'FlateDecode') throw new Error('A filter other than FlateDecode');
  const inflated = inflateSync(raw, { maxOutputLength: MAX_BYTES });
  const parameters = only(dictionary.get('DecodeParms'));
  if (parameters === undefined) return inflated;
  if (!isDict(parameters)) throw new Error('Parameters that are not a dictionary');
  return withoutPredictor(inflated, parameters);
}

/** A single value, alone or as the only one in an array; undefined for none or null. */
function only(value: ScannedValue | undefined): ScannedValue | undefined {
  if (!Array.isArray(value)) return value ?? undefined;
  if (value.length > 1) throw new Error('More than one filter');
  return value[0] ?? undefined;
}

function withoutPredictor(data: Buffer, parameters: ScannedDict): Buffer {
  const number = (key: string, usually: number) =>
    parameters.has(key) ? wholeNumber(parameters.get(key)) : usually;
  const predictor = number('Predictor', 1);
  if (predictor === 1) return data;
  const [columns, colors, bits] = [number('Columns', 1), number('Colors', 1), number('BitsPerComponent', 8)];
  if (
    predictor === undefined ||
    predictor < 10 ||
    !columns ||
    columns > MAX_BYTES ||
    colors !== 1 ||
    bits !== 8
  )
    throw new Error('Unusual parameters of a predictor');
  return fromPngRows(data, columns);
}

/** Undoes the filters of PNG rows of single bytes (PNG specification §9.2). */
function fromPngRows(data: Buffer, columns: number): Buffer {
  const rows = Math.floor(data.length / (columns + 1));
  if (rows * (columns + 1) !== data.length) throw new Error('An incomplete row');
  const out = Buffer.alloc(rows * columns);
  for (let row = 0; row < rows; row++) {
    const kind = data[row * (columns + 1)]!;
    for (let column = 0; column < columns; column++) {
      const at = row * columns + column;
      const left = column > 0 ? out[at - 1]! : 0;
      const above = row > 0 ? out[at - columns]! : 0;
      const corner = row > 0 && column > 0 ? out[at - columns - 1]! : 0;
      out[at] = data[row * (columns + 1) + 1 + column]! + predicted(kind, left, above, corner);
    }
  }
  return out;
}

function predicted(kind: number, left: number, above: number, corner: number): number {
  if (kind === 0) return 0;
  if (kind === 1) return left;
  if (kind === 2) return above;
  if (kind === 3) return (left + above) >> 1;
  if (kind !== 4) throw new Error('An unknown filter of a row');
  const estimate = left + above - corner;
  const [toLeft, toAbove, toCorner] = [left, above, corner].map((each) => Math.abs(estimate - each));
  return toLeft! <= toAbove! && toLeft! <= toCorner! ? left : toAbove! <= toCorner! ? above : corner;
}
