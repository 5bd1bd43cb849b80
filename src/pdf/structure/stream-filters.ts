import { type PDF, PdfArray, PdfDict, type PdfObject, PdfRef, PdfStream } from '@libpdf/core';

/** What says how a stream's data are encoded (ISO 32000-2 §7.3.8.2). */
const KEYS = ['Filter', 'DecodeParms'] as const;
/** A list of dictionaries; what is nested deeper is no such entry. */
const MAX_DEPTH = 3;

/** The entries that refer to other objects for it, with these in their place: the library decodes only by such. */
export function directFilters(pdf: PDF, stream: PdfStream): [key: string, value: PdfObject][] {
  return KEYS.flatMap((key) => {
    const given = stream.get(key);
    const direct = given && withoutReferences(pdf, given, 0);
    return direct === undefined || direct === given ? [] : [[key, direct]];
  });
}

/** A stream's data without their encoding. @throws Error if they cannot be decoded */
export function decodedData(pdf: PDF, stream: PdfStream): Uint8Array {
  const direct = directFilters(pdf, stream);
  if (direct.length === 0) return stream.getDecodedData();
  const given = KEYS.flatMap((key): [string, PdfObject][] => {
    const value = stream.get(key);
    return value ? [[key, value]] : [];
  });
  return PdfStream.fromDict(Object.fromEntries([...given, ...direct]), stream.data).getDecodedData();
}

/** Streams, which some filters need, stay where they are. */
function withoutReferences(pdf: PDF, value: PdfObject, depth: number): PdfObject {
  if (depth > MAX_DEPTH) return value;
  if (value instanceof PdfRef) {
    const found = pdf.getObject(value);
    return found && !(found instanceof PdfStream) ? withoutReferences(pdf, found, depth + 1) : value;
  }
  if (value instanceof PdfArray) {
    const items = Array.from(value, (each) => withoutReferences(pdf, each, depth + 1));
    return items.every((each, index) => each === value.at(index)) ? value : new PdfArray(items);
  }
  if (value instanceof PdfDict && !(value instanceof PdfStream)) {
    const entries = Array.from(
      value,
      ([key, each]) => [key.value, each, withoutReferences(pdf, each, depth + 1)] as const,
    );
    if (entries.every(([, each, direct]) => each === direct)) return value;
    return PdfDict.of(Object.fromEntries(entries.map(([key, , direct]) => [key, direct])));
  }
  return value;
}
