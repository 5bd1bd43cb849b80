import { PDF } from '@libpdf/core';
import { type PdfSignature, readSignatures } from '../../pdf-signatures/read-signatures.js';
import { type Change, type CheckedDocument, type DocumentFacts } from '../domain/document-facts.js';
import { type Anchors } from './certificate-facts.js';
import { documentChanges } from './document-changes.js';
import { evidenceFacts } from './evidence-facts.js';
import { formNodes, isSigned } from './form-fields.js';
import { certificatesIn, machineAuthorities } from './known-authorities.js';
import { SEAL_FIELD } from '../domain/seal-field.js';
import { signatureFacts } from './signature-facts.js';

export interface CheckTask {
  pdf: Uint8Array;
  /** PEM of additional trusted certificates; empty for none. */
  authorities: string;
}

/** The header may be anywhere in the first 1,024 bytes (Adobe PDF Reference 1.7, implementation note 13). */
const HEADER_WINDOW = 1024;
const BYTE_RANGE =
  /\/ByteRange\s{0,8}\[\s{0,8}(\d{1,10})\s{1,8}(\d{1,10})\s{1,8}(\d{1,10})\s{1,8}(\d{1,10})\s{0,64}\]/g;
/** Signature formats (ISO 32000-2 §12.8.3). */
const FORMATS = /\/SubFilter\s{0,8}\/(?:adbe|ETSI)\./g;

/** Reads what can be known from a file's bytes. Faults in them are reported, not thrown. */
export async function checkDocument({ pdf: input, authorities }: CheckTask): Promise<CheckedDocument> {
  const bytes = Buffer.from(input.buffer, input.byteOffset, input.byteLength);
  if (!bytes.subarray(0, HEADER_WINDOW).includes('%PDF-')) return { ok: false, reason: 'not_a_pdf' };
  const pdf = await PDF.load(bytes).catch(() => null);
  if (!pdf || pdf.getPageCount() === 0)
    return { ok: false, reason: bytes.includes('/Encrypt') ? 'encrypted' : 'damaged' };
  if (pdf.isEncrypted) return { ok: false, reason: 'encrypted' };
  return { ok: true, facts: await factsOf(pdf, bytes, certificatesIn(authorities)) };
}

async function factsOf(pdf: PDF, bytes: Buffer, given: Anchors['given']): Promise<DocumentFacts> {
  const found = readSignatures(pdf, bytes);
  const anchors = { machine: found.length > 0 ? machineAuthorities() : [], given };
  const signatures = [];
  for (const signature of found) {
    const { isWhole, isLast, gap } = signature;
    const changes = isLast
      ? []
      : isWhole
        ? await changesSince(bytes.subarray(0, gap.coveredBytes), pdf)
        : null;
    signatures.push(signatureFacts(pdf, bytes, signature, anchors, changes));
  }
  return {
    pages: pdf.getPageCount(),
    signatures,
    lostSignatures: lostSignatures(bytes, found),
    missingSeals: found.length > 0 ? missingSeals(pdf) : [],
    evidence: evidenceFacts(pdf),
  };
}

/** The number of signatures that appear in the bytes but are missing from the document, or incomplete in it. */
function lostSignatures(bytes: Buffer, found: readonly PdfSignature[]): number {
  const text = bytes.toString('latin1');
  const ranges = new Set(found.map(({ gap }) => `${gap.start} ${gap.end} ${gap.coveredBytes}`));
  const lost = [...text.matchAll(BYTE_RANGE)].filter(
    ([, , first, second, last]) => !ranges.has(`${first} ${second} ${Number(second) + Number(last)}`),
  );
  return lost.length > 0 || found.length > 0 ? lost.length : (text.match(FORMATS) ?? []).length;
}

/** This service prepares the field of the seal before the first signer signs, so every signature names what should follow. */
const missingSeals = (pdf: PDF) =>
  [...formNodes(pdf).values()]
    .filter((node) => node.type === 'Sig' && SEAL_FIELD.test(node.name) && !isSigned(node))
    .map(({ name }) => name);

/** Null if the two revisions cannot be compared, for example because the file had to be recovered. */
async function changesSince(signed: Buffer, pdf: PDF): Promise<Change[] | null> {
  try {
    const before = await PDF.load(signed);
    if (before.recoveredViaBruteForce || pdf.recoveredViaBruteForce) return null;
    return documentChanges(before, pdf);
  } catch {
    return null;
  }
}
