import { inflateSync } from 'node:zlib';
import { type PDF, PdfArray, PdfName, type PdfStream } from '@libpdf/core';
import { decodedData, directFilters } from '../structure/stream-filters.js';
import { fromBase85, fromHex } from './ascii-filters.js';

/** The longest content that is decoded, in bytes. */
const MAX_BYTES = 64 * 1024 * 1024;
/** An end of line may stand between the data and `endstream`. */
const MOST_LEFT = 2;

/** A content stream without its filters, as one character per byte. */
export interface DecodedContent {
  text: string;
  /** Whether it is not encoded, or soundly by usual filters, so that all programs decode it alike. */
  isPlain: boolean;
}

/** How each usual filter is undone, or null unless all programs do it alike. */
const UNDO: Readonly<Record<string, (data: Uint8Array) => Uint8Array | null>> = {
  ASCIIHexDecode: fromHex,
  ASCII85Decode: fromBase85,
  FlateDecode: soundlyInflated,
};

/** @throws Error if it cannot be decoded */
export function decodedContent(pdf: PDF, stream: PdfStream): DecodedContent {
  const filter = new Map(directFilters(pdf, stream)).get('Filter') ?? stream.get('Filter');
  const listed = filter instanceof PdfArray ? [...filter] : filter ? [filter] : [];
  const names = listed.map((each) => (each instanceof PdfName ? each.value : null));
  if (names.includes(null)) throw new Error('a stream has a filter that is no name');
  const plain = stream.has('DecodeParms') ? null : soundlyDecoded(stream.data, names as string[]);
  return plain
    ? { text: latin1(plain), isPlain: true }
    : { text: latin1(decodedData(pdf, stream)), isPlain: false };
}

/** Null if a filter is none of the usual ones, or its data are not sound. */
function soundlyDecoded(data: Uint8Array, filters: readonly string[]): Uint8Array | null {
  return filters.reduce<Uint8Array | null>((left, name) => left && (UNDO[name]?.(left) ?? null), data);
}

/** Null unless the data are whole, sound, and all there is. */
function soundlyInflated(data: Uint8Array): Uint8Array | null {
  try {
    const options = { info: true, maxOutputLength: MAX_BYTES } as const;
    const { buffer, engine } = inflateSync(data, options) as unknown as {
      buffer: Buffer;
      engine: { bytesWritten: number };
    };
    return data.length - engine.bytesWritten <= MOST_LEFT ? buffer : null;
  } catch {
    return null;
  }
}

const latin1 = (bytes: Uint8Array) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
