import { createHash } from 'node:crypto';
import { type PDF, type PdfArray, type PdfDict, PdfNumber, PdfString } from '@libpdf/core';

/** A signature in a file. */
export interface PdfSignature {
  fieldName: string;
  /** Such as `ETSI.CAdES.detached`; empty if missing. */
  subFilter: string;
  /** CMS message or time stamp token, with the zeros that pad it. */
  contents: Buffer;
  /** SHA-256 of the bytes in its byte range. */
  contentSha256: Buffer;
  /** The same with another digest, named as in `node:crypto`. */
  digest: (algorithm: string) => Buffer;
  /** Offsets of the signature's own bytes, and of the end of its revision; zeros if the byte range is invalid. */
  gap: { start: number; end: number; coveredBytes: number };
  /** The byte range covers the whole revision except the signature itself. */
  isWhole: boolean;
  /** Its revision is the whole file; nothing was added afterwards. */
  isLast: boolean;
  /** The signature dictionary (ISO 32000-1 §12.8.1). */
  dictionary: PdfDict;
}

/** All signatures in the file, oldest first. A byte range outside the file is not whole. */
export function readSignatures(pdf: PDF, bytes: Buffer): PdfSignature[] {
  const fields = pdf.getForm()?.getSignatureFields() ?? [];
  return fields
    .flatMap((field) => {
      const dictionary = field.getSignatureDict();
      const range = dictionary?.getArray('ByteRange', (ref) => pdf.getObject(ref));
      const contents = dictionary?.get('Contents');
      if (!dictionary || !range || !(contents instanceof PdfString)) return [];
      return [
        {
          fieldName: field.name,
          subFilter: dictionary.getName('SubFilter')?.value ?? '',
          contents: Buffer.from(contents.bytes),
          ...readRange(bytes, range, contents),
          dictionary,
        },
      ];
    })
    .sort((a, b) => a.gap.coveredBytes - b.gap.coveredBytes);
}

function readRange(
  bytes: Buffer,
  range: PdfArray,
  contents: PdfString,
): Pick<PdfSignature, 'contentSha256' | 'digest' | 'gap' | 'isWhole' | 'isLast'> {
  const numbers = [...range].map((item) => (item instanceof PdfNumber ? item.value : NaN));
  const [first = NaN, firstLength = NaN, second = NaN, secondLength = NaN] = numbers;
  const coveredBytes = second + secondLength;
  const isInside =
    numbers.length === 4 &&
    numbers.every((value) => Number.isSafeInteger(value) && value >= 0) &&
    firstLength <= second &&
    coveredBytes <= bytes.length;
  const parts = isInside
    ? [bytes.subarray(first, first + firstLength), bytes.subarray(second, coveredBytes)]
    : [];
  const digest = (algorithm: string) =>
    parts.reduce((hash, part) => hash.update(part), createHash(algorithm)).digest();
  const isWhole = isInside && first === 0 && isGap(bytes, firstLength, second, contents);
  return {
    contentSha256: digest('sha256'),
    digest,
    gap: isInside ? { start: firstLength, end: second, coveredBytes } : { start: 0, end: 0, coveredBytes: 0 },
    isWhole,
    isLast: isWhole && coveredBytes === bytes.length,
  };
}

/**
 * Nothing may be hidden in the unsigned gap: it must be exactly this signature in hexadecimal. Some software signs
 * its angle brackets, which leaves even less unsigned.
 */
function isGap(file: Buffer, start: number, end: number, { bytes }: PdfString): boolean {
  const digits =
    digitsIn(file.subarray(start, end)) ?? digitsIn(file.subarray(Math.max(0, start - 1), end + 1));
  return digits !== null && Buffer.from(digits, 'hex').equals(bytes);
}

/** The digits of a hexadecimal string with its angle brackets (ISO 32000-1 §7.3.4.3); null for anything else. */
function digitsIn(bytes: Buffer): string | null {
  const [, digits] = /^<([0-9A-Fa-f\s]*)>$/.exec(bytes.toString('latin1')) ?? [];
  return digits?.replace(/\s/g, '') ?? null;
}
