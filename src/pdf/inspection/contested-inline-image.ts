import { constants, inflateSync } from 'node:zlib';
import { PdfName, PdfStream } from '@libpdf/core';
import { contentOperators } from '../layout/content-tokens.js';
import { FILTERS, OF_IMAGES, OF_STREAMS } from '../structure/stream-keys.js';

const LONG_KEYS = new Map<string, string>([...OF_STREAMS, ...OF_IMAGES]);
/** `BI` where it can be an operator. */
const BEGINNING = /(?<![^\0\t\n\f\r ()<>[\]{}/%])BI(?![^\0\t\n\f\r ()<>[\]{}/%])/;
/** What some programs take for the end, and others only in certain places. */
const END = /EI(?=[\0\t\n\f\r ]|$)/g;
const SPACED_END = /[\0\t\n\f\r ]*EI(?=[\0\t\n\f\r ]|$)/y;
/** What follows the end in files of text; pdf.js looks at so many bytes. */
const FOLLOWING = 15;
const IS_TEXT = /^[\t\n\f\r\x20-\x7e]*$/;
/** A line end and a checksum may be left over behind data. */
const MOST_LEFT = 8;
/** Of the data of an inline image, which are meant for small ones. */
const MAX_BYTES = 64 * 1024 * 1024;
const END_WORD = /EI[\0\t\n\f\r ]/;
/** The end of data in digits (ISO 32000-2 §7.4.2, §7.4.3). */
const TERMINATORS = new Map(Object.entries({ ASCIIHexDecode: '>', ASCII85Decode: '~>' }));
/** Filters that are not undone here. */
const OPAQUE = new Set(['CCITTFaxDecode', 'DCTDecode', 'JBIG2Decode', 'JPXDecode']);
/** By the family of a colour space (ISO 32000-2 §8.6.3), also abbreviated. */
export const COMPONENTS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    ...{ G: 1, DeviceGray: 1, CalGray: 1, I: 1, Indexed: 1, Separation: 1 },
    ...{ RGB: 3, DeviceRGB: 3, CalRGB: 3, Lab: 3, CMYK: 4, DeviceCMYK: 4 },
  }),
);

/** An inline image (ISO 32000-2 §8.9.7): the tokens of each value by its key in full, and where its data begin. */
interface InlineImage {
  entries: Map<string, string[]>;
  hasKeyTwice: boolean;
  from: number;
}

/**
 * Finds inline images that programs read differently: with a key twice, in full and abbreviated, or with data that
 * contain what may be their end. Some programs count the data, and others search for the end.
 * @param componentsOf - the number of colour components of a colour space of the resources; null if it is unknown
 * @returns what it is, worded to follow 'The PDF has'; null if there is none
 */
export function contestedInlineImage(
  content: string,
  componentsOf: (name: string) => number | null,
): string | null {
  if (!BEGINNING.test(content)) return null;
  for (let rest = content; ;) {
    const image = firstImage(rest);
    if (image === null) return null;
    if (image.hasKeyTwice) return 'an inline image that has a key twice';
    const end = endOf(rest, image, componentsOf);
    if (end === null) return 'an inline image whose data may end in two places';
    rest = rest.slice(end);
  }
}

/**
 * Where an inline image ends, behind `EI`; null unless all programs end it there.
 * @param start - of `BI`
 */
export function inlineImageEnd(
  content: string,
  start: number,
  componentsOf: (name: string) => number | null,
): number | null {
  const rest = content.slice(start);
  const image = firstImage(rest);
  const end = image && endOf(rest, image, componentsOf);
  return end === null ? null : start + end;
}

function firstImage(content: string): InlineImage | null {
  let tokens: string[] | null = null;
  for (const { name, operands, end } of contentOperators(content)) {
    if (name === 'BI') tokens = [];
    else if (tokens !== null) {
      tokens.push(...operands.map(({ text }) => text));
      // One white-space character follows `ID`.
      if (name === 'ID') return { ...entriesOf(tokens), from: end + 1 };
      tokens.push(name);
    }
  }
  return null;
}

function entriesOf(tokens: readonly string[]): Pick<InlineImage, 'entries' | 'hasKeyTwice'> {
  const entries = new Map<string, string[]>();
  let hasKeyTwice = false;
  for (let at = 0; at < tokens.length;) {
    const written = tokens[at++]!.slice(1);
    const key = LONG_KEYS.get(written) ?? written;
    hasKeyTwice ||= entries.has(key) || written.includes('#');
    const value: string[] = [];
    let depth = 0;
    do {
      const token = tokens[at++] ?? '';
      if (token === '[' || token === '<<') depth++;
      else if (token === ']' || token === '>>') depth--;
      value.push(token);
    } while (depth > 0 && at < tokens.length);
    entries.set(key, value);
  }
  return { entries, hasKeyTwice };
}

/** Where the content goes on; null unless all programs end the image there. */
function endOf(
  content: string,
  { entries, from }: InlineImage,
  componentsOf: (name: string) => number | null,
): number | null {
  const filters = namesIn(entries.get('Filter')).map((name) => FILTERS.get(name) ?? name);
  const terminator = TERMINATORS.get(filters[0] ?? '');
  const size = sizeOf(entries, componentsOf);
  if (terminator !== undefined) {
    const last = content.indexOf(terminator, from);
    if (last === -1) return null;
    const digits = content.slice(from, last);
    const { decoded, left } = decode(digits + terminator, filters);
    SPACED_END.lastIndex = last + terminator.length;
    const isCounted = size !== null && decoded !== null;
    const isWhole = isCounted
      ? decoded >= size && (left ?? decoded - size) <= MOST_LEFT
      : !END_WORD.test(digits);
    return isWhole && SPACED_END.test(content) ? SPACED_END.lastIndex : null;
  }
  END.lastIndex = from;
  for (let found = END.exec(content); found; found = END.exec(content)) {
    const at = found.index;
    const after = at + found[0].length;
    const isFollowed = IS_TEXT.test(content.slice(after, after + FOLLOWING));
    const { decoded, left } = decode(content.slice(from, at), filters);
    if (size === null || decoded === null) return isFollowed && !END.test(content) ? after : null;
    if (decoded >= size !== isFollowed) return null;
    const spare = content.slice(at - (filters.length === 0 ? decoded - size : (left ?? 0)), at);
    if (isFollowed) return spare.includes('EI') ? null : after;
  }
  return null;
}

/** The bytes of the image without filters; null if they are not known. */
function sizeOf(
  entries: Map<string, string[]>,
  componentsOf: (name: string) => number | null,
): number | null {
  const number = (key: string) => Number(entries.get(key)?.[0] ?? Number.NaN);
  const [space] = namesIn(entries.get('ColorSpace'));
  const isMask = entries.get('ImageMask')?.[0] === 'true';
  const components = isMask ? 1 : space === undefined ? null : (COMPONENTS.get(space) ?? componentsOf(space));
  if (components === null) return null;
  const bits = isMask ? 1 : number('BitsPerComponent');
  const isPredicted = entries.get('DecodeParms')?.includes('/Predictor') ?? false;
  const row = Math.ceil((number('Width') * bits * components) / 8) + (isPredicted ? 1 : 0);
  const size = row * number('Height');
  return Number.isSafeInteger(size) ? size : null;
}

/**
 * How many bytes the data have without their filters, null if that is not known; and how many bytes are left over behind
 * compressed data, null if they are not compressed or that is not known.
 */
function decode(
  content: string,
  [filter, ...others]: readonly string[],
): { decoded: number | null; left: number | null } {
  const data = Buffer.from(content, 'latin1');
  if (filter === undefined) return { decoded: data.length, left: null };
  if (OPAQUE.has(filter)) return { decoded: null, left: null };
  try {
    if (filter === 'FlateDecode' && others.length === 0) {
      // Data that are cut off are decoded as far as they go.
      const options = {
        info: true,
        finishFlush: constants.Z_SYNC_FLUSH,
        maxOutputLength: MAX_BYTES,
      } as const;
      const { buffer, engine } = inflateSync(data, options) as unknown as {
        buffer: Buffer;
        engine: { bytesWritten: number };
      };
      return { decoded: buffer.length, left: data.length - engine.bytesWritten };
    }
    const stream = PdfStream.fromDict({}, data);
    stream.set('Filter', PdfName.of(filter));
    return decode(Buffer.from(stream.getDecodedData()).toString('latin1'), others);
  } catch {
    return { decoded: 0, left: null };
  }
}

const namesIn = (tokens: readonly string[] = []) =>
  tokens.filter((token) => token.startsWith('/')).map((token) => token.slice(1));
