import { type PDF } from '@libpdf/core';
import { type PdfSignature, readSignatures } from '../../pdf-signatures/read-signatures.js';
import { type Change, type CheckedDocument, type DocumentFacts } from '../domain/document-facts.js';
import { SEAL_FIELD } from '../domain/seal-field.js';
import { type Anchors } from './certificate-facts.js';
import { documentChanges } from './document-changes.js';
import { evidenceFacts } from './evidence-facts.js';
import { formNodes, isSigned } from './form-fields.js';
import { certificatesIn, machineAuthorities } from './known-authorities.js';
import { type CheckedPdf, documentAt, isInStream, openDocument } from './open-document.js';
import { usageRightsRanges } from './permissions.js';
import { signatureFacts } from './signature-facts.js';

export interface CheckTask {
  pdf: Uint8Array;
  /** PEM of additional trusted certificates; empty for none. */
  authorities: string;
}

/** The header can be anywhere in the first 1,024 bytes (Adobe PDF Reference 1.7, implementation note 13). */
const HEADER_WINDOW = 1024;
const BYTE_RANGE =
  /\/ByteRange\s{0,8}\[\s{0,8}(\d{1,10})\s{1,8}(\d{1,10})\s{1,8}(\d{1,10})\s{1,8}(\d{1,10})\s{0,64}\]/g;
/** Signature formats (ISO 32000-2 §12.8.3). */
const FORMATS = /\/SubFilter\s{0,8}\/(?:adbe|ETSI)\./g;

/** Extracts the facts from a file's bytes. Faults in them are reported, not thrown. */
export async function checkDocument({ pdf: input, authorities }: CheckTask): Promise<CheckedDocument> {
  const bytes = Buffer.from(input.buffer, input.byteOffset, input.byteLength);
  if (!bytes.subarray(0, HEADER_WINDOW).includes('%PDF-')) return { ok: false, reason: 'not_a_pdf' };
  const file = await openDocument(bytes).catch(() => null);
  if (!file || file.pdf.getPageCount() === 0)
    return { ok: false, reason: bytes.includes('/Encrypt') ? 'encrypted' : 'damaged' };
  if (file.pdf.isEncrypted) return { ok: false, reason: 'encrypted' };
  return { ok: true, facts: await factsOf(file, certificatesIn(authorities)) };
}

async function factsOf(file: CheckedPdf, given: Anchors['given']): Promise<DocumentFacts> {
  const { pdf, bytes } = file;
  const found = readSignatures(pdf, bytes);
  const anchors = { machine: found.length > 0 ? machineAuthorities() : [], given };
  const signatures = [];
  for (const signature of found) {
    const { isWhole, isLast } = signature;
    const changes = isLast ? [] : isWhole ? await changesSince(file, signature) : null;
    signatures.push(signatureFacts(pdf, bytes, signature, anchors, changes));
  }
  return {
    pages: pdf.getPageCount(),
    signatures,
    lostSignatures: lostSignatures(file, found),
    missingSeals: found.length > 0 ? missingSeals(pdf) : [],
    ...evidenceFacts(pdf),
  };
}

/** The number of signatures that appear in the bytes but are missing from the document, or incomplete in it. */
function lostSignatures(file: CheckedPdf, found: readonly PdfSignature[]): number {
  const text = file.bytes.toString('latin1');
  const isAttached = isInStream(file);
  const rights = usageRightsRanges(file.pdf);
  const ranges = new Set(
    found.map(({ gap }) => `${gap.start} ${gap.end} ${gap.coveredBytes}`).concat(rights),
  );
  const lost = [...text.matchAll(BYTE_RANGE)].filter(
    ({ index, 2: first, 3: second, 4: last }) =>
      !isAttached(index) && !ranges.has(`${first} ${second} ${Number(second) + Number(last)}`),
  );
  if (lost.length > 0 || found.length > 0) return lost.length;
  const formats = [...text.matchAll(FORMATS)].filter(({ index }) => !isAttached(index));
  return Math.max(0, formats.length - rights.length);
}

/**
 * This service prepares the seal's field before the first signer signs, so every signature covers the name of the
 * field.
 */
const missingSeals = (pdf: PDF) =>
  [...formNodes(pdf).values()]
    .filter((node) => node.type === 'Sig' && SEAL_FIELD.test(node.name) && !isSigned(node))
    .map(({ name }) => name);

/** Null if it is uncertain what readers see before and after. */
async function changesSince(file: CheckedPdf, { gap, fieldName }: PdfSignature): Promise<Change[] | null> {
  try {
    const before = await documentAt(file, gap.coveredBytes);
    if (!before || before.pdf.recoveredViaBruteForce) return null;
    return await documentChanges(before, file.pdf, fieldName);
  } catch {
    return null;
  }
}
