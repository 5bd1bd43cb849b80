import './exact-numbers.js';
import { createHash } from 'node:crypto';
import { type PDF, PdfArray, PdfDict, PdfName, PdfNumber, type PdfObject, PdfString } from '@libpdf/core';
import { emptyField } from './form-field.js';
import { MESSAGE_BYTES, TOKEN_BYTES } from './signature-room.js';

/** Makes the CMS message (DER) for content with this SHA-256. */
export type DetachedSigner = (contentSha256: Buffer) => Promise<Buffer>;

export interface FieldSignature {
  fieldName: string;
  /** Who signs, as PDF readers show it. */
  name: string;
  reason: string;
  signedAt: Date;
  /** Bytes to reserve for the message, by `signatureRoom`; by default enough for a short chain without a time stamp. */
  roomBytes?: number;
}

/** Ten digits are enough for any offset in a file that this service accepts. */
const OFFSET_PLACEHOLDER = 9_999_999_999;

/**
 * Signs an empty field of the document in an incremental update (ISO 32000-1 §12.8, ETSI EN 319 142-1 §6.3), which includes
 * all changes made to `pdf` since it was opened. Afterwards `pdf` is the signed document.
 * @throws Error if the document cannot be extended, the field is missing or signed, or the message is too long
 */
export async function signField(
  pdf: PDF,
  { fieldName, name, reason, signedAt, roomBytes = MESSAGE_BYTES }: FieldSignature,
  sign: DetachedSigner,
): Promise<Uint8Array> {
  const entries = {
    Type: PdfName.of('Sig'),
    Filter: PdfName.of('Adobe.PPKLite'),
    SubFilter: PdfName.of('ETSI.CAdES.detached'),
    Name: PdfString.fromString(name),
    Reason: PdfString.fromString(reason),
    M: PdfString.fromString(pdfDate(signedAt)),
  };
  return fillField(pdf, fieldName, entries, roomBytes, sign);
}

/**
 * Puts a document time stamp into an empty field, as `signField` does with a signature (ISO 32000-2 §12.8.5).
 * @param stamp makes the token (DER) for content with this SHA-256
 */
export async function stampField(
  pdf: PDF,
  fieldName: string,
  stamp: (contentSha256: Buffer) => Promise<Buffer>,
): Promise<Uint8Array> {
  const entries = {
    Type: PdfName.of('DocTimeStamp'),
    Filter: PdfName.of('Adobe.PPKLite'),
    SubFilter: PdfName.of('ETSI.RFC3161'),
  };
  return fillField(pdf, fieldName, entries, TOKEN_BYTES, stamp);
}

async function fillField(
  pdf: PDF,
  fieldName: string,
  entries: Record<string, PdfObject>,
  roomBytes: number,
  messageOver: (contentSha256: Buffer) => Promise<Buffer>,
): Promise<Uint8Array> {
  const field = emptyField(pdf, fieldName);
  const lock = field.getDict('Lock', (ref) => pdf.getObject(ref));
  const range = [0, ...Array<number>(3).fill(OFFSET_PLACEHOLDER)].map((at) => PdfNumber.of(at));
  const signature = PdfDict.of({
    ...entries,
    ...(lock && { Reference: new PdfArray([lockReference(lock)]) }),
    ByteRange: new PdfArray(range),
    Contents: new PdfString(new Uint8Array(roomBytes), 'hex'),
  });
  field.set('V', pdf.register(signature));
  const obstacle = pdf.canSaveIncrementally();
  if (obstacle !== null) throw new Error(`The document cannot be extended: ${obstacle}`);
  const bytes = Buffer.from(await pdf.save({ incremental: true, subsetFonts: true }));
  const gap = findContents(bytes, roomBytes);
  writeByteRange(bytes, gap);
  const digest = createHash('sha256').update(bytes.subarray(0, gap.start)).update(bytes.subarray(gap.end));
  const message = (await messageOver(digest.digest())).toString('hex');
  if (message.length > 2 * roomBytes)
    throw new Error(`The signature takes ${message.length / 2} bytes, but ${roomBytes} are reserved for it`);
  bytes.write(message, gap.start + 1, 'latin1');
  await pdf.reload(bytes);
  return bytes;
}

/** States in the signature which fields it locks, as its field announced (ISO 32000-2 §12.8.2.4). */
function lockReference(lock: PdfDict): PdfDict {
  const [action, fields] = [lock.get('Action'), lock.get('Fields')];
  return PdfDict.of({
    Type: PdfName.of('SigRef'),
    TransformMethod: PdfName.of('FieldMDP'),
    TransformParams: PdfDict.of({
      Type: PdfName.of('TransformParams'),
      ...(action && { Action: action }),
      ...(fields && { Fields: fields }),
      V: PdfName.of('1.2'),
    }),
  });
}

/** Where the message is, including its angle brackets. */
interface Gap {
  start: number;
  end: number;
}

/** Finds the last string of this many zeros, which is in the new update. */
function findContents(bytes: Buffer, roomBytes: number): Gap {
  const start = bytes.lastIndexOf(`<${'0'.repeat(2 * roomBytes)}>`);
  if (start < 0) throw new Error('The placeholder of the signature is missing');
  return { start, end: start + 2 * roomBytes + 2 };
}

/** Writes the two ranges around the message, padded to the reserved width. */
function writeByteRange(bytes: Buffer, { start, end }: Gap): void {
  const kept = Array<string>(3).fill(String(OFFSET_PLACEHOLDER)).join(' ');
  const at = bytes.lastIndexOf(kept);
  if (at < 0) throw new Error('The placeholder of the byte range is missing');
  bytes.write([start, end, bytes.length - end].join(' ').padEnd(kept.length), at, 'latin1');
}

/** D:YYYYMMDDHHmmSS in UTC (ISO 32000-1 §7.9.4). */
function pdfDate(time: Date): string {
  return `D:${time.toISOString().slice(0, 19).replace(/[-:T]/g, '')}Z`;
}
