import { type ChainedEvent } from './audit-chain.js';
import {
  listOf,
  objectOf,
  isSafeInteger,
  isSha256,
  isShallowObject,
  isTextUpTo,
  oneOf,
  orNull,
} from '../common/shapes.js';

export const EVIDENCE_FORMAT = 'countersign-evidence';
export const EVIDENCE_VERSION = 1;
/** File name of the attachment in the certificate of completion. */
export const EVIDENCE_FILE_NAME = 'evidence.json';

/** Size limit for reading; a trail of 10,000 events takes about 5 MB. */
export const MAX_EVIDENCE_BYTES = 64 * 1024 * 1024;
const MAX_EVENTS = 100_000;
const MAX_SIGNERS = 1_000;
const MAX_TEXT = 10_000;
const MAX_DATA_DEPTH = 16;

/** How a signer was identified. */
export type ProofKind = 'personal_link' | 'one_time_code' | 'identity_verification' | 'host';

export interface Proof {
  kind: ProofKind;
  /** ISO 8601 in UTC. */
  at: string;
  /** For `identity_verification`; otherwise null. */
  verificationId: number | null;
}

export interface EvidenceSigner {
  id: number;
  name: string | null;
  email: string;
  signedAt: string;
  /** How the signer signed: `click`, `typed`, `drawn`, `uploaded`. */
  method: string;
  /** IANA time zone of the signer's device; null if unknown. */
  timeZone: string | null;
  /** For `in_person`: the host on whose device the signer signed. */
  witnessName: string | null;
  identifiedBy: Proof[];
}

/** The JSON attached to a certificate of completion (docs/evidence.md). Digests are lower-case hex. */
export interface EvidenceDocument {
  format: typeof EVIDENCE_FORMAT;
  version: typeof EVIDENCE_VERSION;
  madeAt: string;
  request: {
    id: number;
    type: string;
    subject: string;
    documentName: string;
    senderName: string;
    /** Addresses to which copies were sent. */
    copiesTo: string[];
  };
  organization: { id: number; name: string };
  document: {
    /** Of the PDF that the signers read. */
    presentedSha256: string;
    /** Of the completed PDF. */
    signedSha256: string;
    /** Of the completed PDF. */
    pages: number;
    /** PAdES baseline level of the seal (ETSI EN 319 142-1), such as `PAdES B-B`. */
    sealLevel: string;
    sealCertificateSha256: string;
  };
  signers: EvidenceSigner[];
  /** The whole audit trail up to the seal, exactly as it was hashed. */
  events: ChainedEvent[];
  /** Hash of the last event. */
  chainHead: string;
}

const isInstant = (value: unknown) =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value);
const isLine = isTextUpTo(MAX_TEXT);

const isProof = objectOf({
  kind: oneOf('personal_link', 'one_time_code', 'identity_verification', 'host'),
  at: isInstant,
  verificationId: orNull(isSafeInteger),
});

const isSigner = objectOf({
  id: isSafeInteger,
  name: orNull(isLine),
  email: isLine,
  signedAt: isInstant,
  method: isLine,
  timeZone: orNull(isLine),
  witnessName: orNull(isLine),
  identifiedBy: listOf(isProof, MAX_EVENTS),
});

const isEvent = objectOf({
  createdAt: isInstant,
  data: isShallowObject(MAX_DATA_DEPTH),
  hash: isSha256,
  number: isSafeInteger,
  previous: orNull(isSha256),
  signatureId: isSafeInteger,
  signerId: orNull(isSafeInteger),
  type: isLine,
});

const isEvidence = objectOf({
  format: oneOf(EVIDENCE_FORMAT),
  version: oneOf(EVIDENCE_VERSION),
  madeAt: isInstant,
  request: objectOf({
    id: isSafeInteger,
    type: isLine,
    subject: isLine,
    documentName: isLine,
    senderName: isLine,
    copiesTo: listOf(isLine, MAX_SIGNERS),
  }),
  organization: objectOf({ id: isSafeInteger, name: isLine }),
  document: objectOf({
    presentedSha256: isSha256,
    signedSha256: isSha256,
    pages: isSafeInteger,
    sealLevel: isLine,
    sealCertificateSha256: isSha256,
  }),
  signers: listOf(isSigner, MAX_SIGNERS),
  events: listOf(isEvent, MAX_EVENTS),
  chainHead: isSha256,
});

/**
 * Parses untrusted evidence. Only its structure is checked: callers must verify that the chain is whole, ends with
 * `chainHead` and belongs to `request.id`, and who sealed the certificate.
 * @returns null if it is not evidence of this version
 */
export function readEvidence(bytes: Uint8Array): EvidenceDocument | null {
  if (bytes.length > MAX_EVIDENCE_BYTES) return null;
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return isEvidence(value) ? (value as EvidenceDocument) : null;
  } catch {
    return null;
  }
}
