import { PDF } from '@libpdf/core';
import { chainOf, isSelfSigned, trustedChain } from './certificates/certificate-chain.js';
import { type PdfSignature, readSignatures } from './read-signatures.js';
import { revocationStatus } from './revocation/revocation-list.js';
import { type SealLevel } from './seal-level.js';
import { readSecurityStore } from './security-store.js';
import { type ValidationMaterial } from './validation-material.js';
import { type DetachedVerdict, verifyDetached } from './verify-detached.js';
import { isSound, verifyTimeStamp } from './verify-time-stamp.js';

/** SubFilter of a document time stamp (ISO 32000-2 §12.8.5). */
export const DOCUMENT_TIME_STAMP = 'ETSI.RFC3161';

/**
 * The PAdES level of a signature as found in the file (ETSI EN 319 142-1 §6.3); null if it is not valid. T: it has a
 * time stamp. LT: the file also has the chains of its certificate and of the time stamp's, each up to a root or an
 * anchor, and for each certificate below that a revocation list, current at the stamped time, that does not revoke
 * it. LTA: a document time stamp covers all of this.
 * @param anchors DER of certificates that end a chain even if others issued them
 */
export async function readLevel(
  bytes: Buffer,
  fieldName: string,
  anchors: readonly Buffer[] = [],
): Promise<SealLevel | null> {
  const pdf = await PDF.load(bytes);
  const signatures = readSignatures(pdf, bytes).filter(({ isWhole }) => isWhole);
  const signature = signatures.find((each) => each.fieldName === fieldName);
  const verdict = signature && verifyDetached(signature.contents, signature.contentSha256);
  if (!signature || !verdict?.digestMatches || !verdict.signatureHolds) return null;
  if (!verdict.timeStamp || !isSound(verdict.timeStamp)) return 'PAdES B-B';
  if (!canBeValidated(verdict, readSecurityStore(pdf), anchors)) return 'PAdES B-T';
  const stamp = signatures.findLast(({ subFilter }) => subFilter === DOCUMENT_TIME_STAMP);
  if (!stamp || !isAfter(stamp, signature) || !isSound(verifyTimeStamp(stamp.contents, stamp.digest)))
    return 'PAdES B-LT';
  const stamped = await PDF.load(bytes.subarray(0, stamp.gap.coveredBytes));
  return canBeValidated(verdict, readSecurityStore(stamped), anchors) ? 'PAdES B-LTA' : 'PAdES B-LT';
}

const isAfter = (later: PdfSignature, earlier: PdfSignature) =>
  later.gap.coveredBytes > earlier.gap.coveredBytes;

/** Whether the material proves that neither certificate was revoked at the stamped time. */
function canBeValidated(
  { certificate, certificates, timeStamp }: DetachedVerdict,
  material: ValidationMaterial,
  anchors: readonly Buffer[],
): boolean {
  const { time, certificate: authority, certificates: others } = timeStamp!;
  const pool = [...material.certificates, ...certificates, ...others];
  return [certificate!, authority!].every((leaf) => {
    const chain = chainOf(leaf, pool);
    const whole = trustedChain(chain, anchors, time!) ?? (isSelfSigned(chain.at(-1)!) ? chain : null);
    return whole?.every((each, index) => {
      const issuer = whole[index + 1];
      const isGood = (list: Buffer) => revocationStatus(list, each, issuer!, time!) === 'good';
      return !issuer || material.lists.some(isGood);
    });
  });
}
