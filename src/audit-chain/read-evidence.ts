import { isSafeInteger, objectWith, oneOf } from '../common/shapes.js';
import { type EvidenceDocument, isEvidence } from './evidence-document.js';
import { EVIDENCE_FORMAT } from './evidence-shapes.js';
import { type EvidenceDocument2, isEvidence2 } from './evidence-version-2.js';

/** Size limit for reading; a trail of 10,000 events takes about 5 MB. */
export const MAX_EVIDENCE_BYTES = 64 * 1024 * 1024;

/** The versions of evidence that can be read. */
export const KNOWN_VERSIONS = [1, 2] as const;

export type AnyEvidence = EvidenceDocument | EvidenceDocument2;

const isOurs = objectWith({ format: oneOf(EVIDENCE_FORMAT), version: isSafeInteger });

/**
 * Parses untrusted evidence of any known version. Only its structure is checked: callers must verify that the chain is
 * whole, ends with `chainHead` and belongs to `request.id`, who sealed the certificate, and for version 2 `faultsIn`.
 * @returns null if it is not evidence of a known version
 */
export function readEvidence(bytes: Uint8Array): AnyEvidence | null {
  const value = parsed(bytes);
  return isEvidence(value) || isEvidence2(value) ? (value as AnyEvidence) : null;
}

/** The version that bytes state which `readEvidence` does not read; null if they are not evidence at all. */
export function unreadVersion(bytes: Uint8Array): number | null {
  const value = parsed(bytes);
  return isOurs(value) ? (value as AnyEvidence).version : null;
}

function parsed(bytes: Uint8Array): unknown {
  if (bytes.length > MAX_EVIDENCE_BYTES) return null;
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return null;
  }
}
