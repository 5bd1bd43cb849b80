import { inflateSync } from 'node:zlib';
import { PdfArray, PdfName, type PdfStream } from '@libpdf/core';

/** The longest content that is decoded, in bytes. */
const MAX_BYTES = 64 * 1024 * 1024;
/** An end of line may stand between the data and `endstream`. */
const MOST_LEFT = 2;

/** A content stream without its filters, as one character per byte. */
export interface DecodedContent {
  text: string;
  /** Whether it is not encoded, or soundly by the usual filter, so that all programs decode it alike. */
  isPlain: boolean;
}

/** @throws Error if it cannot be decoded */
export function decodedContent(stream: PdfStream): DecodedContent {
  const filter = stream.get('Filter');
  const isUnencoded = filter === undefined || (filter instanceof PdfArray && filter.length === 0);
  if (isUnencoded) return { text: latin1(stream.data), isPlain: true };
  const sole = filter instanceof PdfArray && filter.length === 1 ? filter.at(0) : filter;
  const isUsual = sole instanceof PdfName && sole.value === 'FlateDecode' && !stream.has('DecodeParms');
  const inflated = isUsual ? soundlyInflated(stream.data) : null;
  return inflated
    ? { text: latin1(inflated), isPlain: true }
    : { text: latin1(stream.getDecodedData()), isPlain: false };
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
