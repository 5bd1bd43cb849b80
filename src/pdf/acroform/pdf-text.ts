import { type PDF, PdfArray, PdfName, PdfNumber, type PdfObject, PdfStream, PdfString } from '@libpdf/core';
import { resolve } from '../pdf-comparison.js';

/** Begins and ends a code that names the language of what follows (ISO 32000-2 §7.9.2.2). */
const ESCAPE = '\u001b';
/** The most bytes that one character takes, in any of the encodings. */
const CHARACTER_BYTES = 4;

/**
 * A text string in any of its encodings: UTF-16 in either order, UTF-8, PDFDocEncoding (ISO 32000-2 §7.9.2.2).
 * @param most characters that are decoded, in UTF-16 code units
 */
export function textOf(bytes: Uint8Array, most: number): string {
  const read = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, most * CHARACTER_BYTES));
  const parts = decoded(read).split(ESCAPE);
  const words = parts.filter((_, index) => index % 2 === 0).join('');
  return words.slice(0, most).toWellFormed();
}

function decoded(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return bytes.toString('utf16le', 2);
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return bytes.toString('utf8', 3);
  return new PdfString(bytes).asString();
}

/**
 * A text, which may be a string, a name, or a stream if it is long (ISO 32000-2 §12.7.5.3).
 * @param most as for `textOf`
 * @returns null for anything else
 */
export function textIn(object: PdfObject | null, most: number): string | null {
  if (object instanceof PdfString) return textOf(object.bytes, most);
  if (object instanceof PdfName) return object.value.slice(0, most).toWellFormed();
  if (object instanceof PdfNumber) return String(object.value);
  return object instanceof PdfStream ? textOfStream(object, most) : null;
}

/** Null if it cannot be decoded. */
function textOfStream(stream: PdfStream, most: number): string | null {
  try {
    return textOf(stream.getDecodedData(), most);
  } catch {
    return null;
  }
}

/** One text, or each text of a list of at most `longest`. */
export function textsIn(pdf: PDF, object: PdfObject | null, most: number, longest: number): string[] {
  const items: PdfObject[] = [];
  if (!(object instanceof PdfArray)) return [textIn(object, most)].filter((text) => text !== null);
  for (let index = 0; index < Math.min(object.length, longest); index++) items.push(object.at(index)!);
  return items.map((item) => textIn(resolve(pdf, item), most)).filter((text) => text !== null);
}
