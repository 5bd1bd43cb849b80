import { type PDF, PdfArray, type PdfDict, PdfName, type PdfObject, PdfRef, PdfStream } from '@libpdf/core';
import { reachable } from './reachable.js';
import { directFilters } from './stream-filters.js';

/** Short keys of inline images (ISO 32000-2 §8.9.7), which programs also take in streams, and the keys they stand for. */
export const OF_STREAMS = [
  ['F', 'Filter'],
  ['DP', 'DecodeParms'],
] as const;
export const OF_IMAGES = [
  ['W', 'Width'],
  ['H', 'Height'],
  ['BPC', 'BitsPerComponent'],
  ['CS', 'ColorSpace'],
  ['D', 'Decode'],
  ['IM', 'ImageMask'],
  ['I', 'Interpolate'],
] as const;
/** Short names of filters (ISO 32000-2 §8.9.7, table 92). */
export const FILTERS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    AHx: 'ASCIIHexDecode',
    A85: 'ASCII85Decode',
    LZW: 'LZWDecode',
    Fl: 'FlateDecode',
    RL: 'RunLengthDecode',
    CCF: 'CCITTFaxDecode',
    DCT: 'DCTDecode',
  }),
);
const SIDES = 4;
const MATRIX = 6;

/**
 * Finds streams that programs decode or draw in different ways: with a key in full and abbreviated, of which some take
 * one and some the other; with data in another file; or forms without a sound box or matrix (ISO 32000-2 §7.3.8, §8.9.5, §8.10.2).
 * @param isSigned - whether the document carries signatures, so that nothing can be settled in it
 * @returns what it has, worded to follow 'The PDF has'; null if there is none
 */
export function contestedStream(pdf: PDF, isSigned: boolean): string | null {
  for (const object of reachable(pdf)) {
    const fault = object instanceof PdfStream ? faultOf(pdf, object, isSigned) : null;
    if (fault) return fault;
  }
  return null;
}

function faultOf(pdf: PDF, stream: PdfStream, isSigned: boolean): string | null {
  const resolve = (ref: PdfRef) => pdf.getObject(ref);
  const file = stream.get('F', resolve);
  if (file !== undefined && !isFilter(file)) return 'a stream whose data are in another file';
  for (const [short, long] of shortKeys(pdf, stream)) {
    if (stream.has(long)) return `a stream with both /${short} and /${long}`;
    if (isSigned) return `a stream with /${short} instead of /${long}`;
  }
  if (nameAt(pdf, stream, 'Subtype') !== 'Form') return null;
  if (stream.has('Ref')) return 'a form that stands for a page of another file';
  if (!hasNumbers(pdf, stream.get('BBox', resolve), SIDES)) return 'a form without a sound /BBox';
  const matrix = stream.get('Matrix', resolve);
  return matrix === undefined || hasNumbers(pdf, matrix, MATRIX) ? null : 'a form without a sound /Matrix';
}

/**
 * Writes out the keys and the names of filters that are abbreviated, and filters that stand elsewhere in the file.
 * @returns whether there were any
 */
export function settleStreams(pdf: PDF): boolean {
  let isChanged = false;
  for (const object of reachable(pdf)) {
    if (!(object instanceof PdfStream)) continue;
    for (const [short, long] of shortKeys(pdf, object)) {
      object.set(long, object.get(short)!);
      object.delete(short);
      isChanged = true;
    }
    for (const [key, value] of directFilters(pdf, object)) {
      object.set(key, value);
      isChanged = true;
    }
    const filters = object.get('Filter', (ref) => pdf.getObject(ref));
    const names = filterNames(pdf, filters);
    if (!names.some((name) => FILTERS.has(name))) continue;
    const written = names.map((name) => PdfName.of(FILTERS.get(name) ?? name));
    object.set('Filter', filters instanceof PdfArray ? new PdfArray(written) : written[0]!);
    isChanged = true;
  }
  return isChanged;
}

/** The abbreviated keys that a stream has. */
function shortKeys(pdf: PDF, stream: PdfStream): (readonly [string, string])[] {
  const keys = isImage(pdf, stream) ? [...OF_STREAMS, ...OF_IMAGES] : OF_STREAMS;
  return keys.filter(([short]) => stream.has(short));
}

/** Images, and masks without a type. */
function isImage(pdf: PDF, stream: PdfStream): boolean {
  if (nameAt(pdf, stream, 'Subtype') === 'Image') return true;
  const has = (...keys: string[]) => keys.some((key) => stream.has(key));
  return has('Width', 'W') && has('Height', 'H');
}

function filterNames(pdf: PDF, filters: PdfObject | undefined): string[] {
  const listed = filters instanceof PdfArray ? filters : filters ? [filters] : [];
  return Array.from(listed, (each) => {
    const name = each instanceof PdfRef ? pdf.getObject(each) : each;
    return name instanceof PdfName ? name.value : '';
  });
}

const isFilter = (value: PdfObject) =>
  value instanceof PdfName ||
  (value instanceof PdfArray && [...value].every((each) => each instanceof PdfName));

function hasNumbers(pdf: PDF, value: PdfObject | undefined, count: number): boolean {
  if (!(value instanceof PdfArray) || value.length !== count) return false;
  return Array.from(value, (_, index) => value.at(index, (ref) => pdf.getObject(ref))).every(
    (each) => each?.type === 'number',
  );
}

const nameAt = (pdf: PDF, dictionary: PdfDict, key: string) =>
  dictionary.getName(key, (ref) => pdf.getObject(ref))?.value;
