import { type ChainedEvent } from './audit-chain.js';
import { isListOf, isMembers, isSafeInteger, isShallowObject, isText, oneOf, orNull } from './shape.js';

export const EVIDENCE_FORMAT = 'countersign-evidence';
export const EVIDENCE_VERSION = 1;
/** The name under which it is embedded in the certificate of completion. */
export const EVIDENCE_FILE_NAME = 'evidence.json';

/** Of the file that is read; a trail of 10,000 events takes about 5 MB. */
export const MAX_EVIDENCE_BYTES = 64 * 1024 * 1024;
const MAX_EVENTS = 100_000;
const MAX_SIGNERS = 1_000;
const MAX_TEXT = 10_000;
const MAX_DATA_DEPTH = 16;

/** By what a signer was known to be who they are said to be, and when it was shown. */
export type ProofKind = 'personal_link' | 'one_time_code' | 'identity_verification' | 'host';

export interface Proof {
  kind: ProofKind;
  /** ISO 8601 in UTC. */
  at: string;
  /** Of `identity_verification`; null for the others. */
  verificationId: number | null;
}

export interface EvidenceSigner {
  id: number;
  name: string | null;
  email: string;
  signedAt: string;
  /** What the signer did: `click`, `typed`, `drawn` … */
  method: string;
  /** IANA name of the zone of the signer's device, where it told. */
  timeZone: string | null;
  /** Of `in_person`: on whose device. */
  witnessName: string | null;
  identifiedBy: Proof[];
}

/** The JSON that is embedded in a certificate of completion (docs/evidence.md). Digests are lower-case hex. */
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
    /** Addresses that were sent a copy. */
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
    /** Such as `PAdES B-B`: the baseline level (ETSI EN 319 142-1) that the seal reached. */
    sealLevel: string;
    sealCertificateSha256: string;
  };
  signers: EvidenceSigner[];
  /** The whole trail up to the seal, exactly as it was hashed. */
  events: ChainedEvent[];
  /** The hash of the last event. */
  chainHead: string;
}

const isSha256 = (value: unknown) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
const isInstant = (value: unknown) =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value);
const isLine = isText(MAX_TEXT);

const isProof = isMembers({
  kind: oneOf('personal_link', 'one_time_code', 'identity_verification', 'host'),
  at: isInstant,
  verificationId: orNull(isSafeInteger),
});

const isSigner = isMembers({
  id: isSafeInteger,
  name: orNull(isLine),
  email: isLine,
  signedAt: isInstant,
  method: isLine,
  timeZone: orNull(isLine),
  witnessName: orNull(isLine),
  identifiedBy: isListOf(isProof, MAX_EVENTS),
});

const isEvent = isMembers({
  createdAt: isInstant,
  data: isShallowObject(MAX_DATA_DEPTH),
  hash: isSha256,
  number: isSafeInteger,
  previous: orNull(isSha256),
  signatureId: isSafeInteger,
  signerId: orNull(isSafeInteger),
  type: isLine,
});

const isEvidence = isMembers({
  format: oneOf(EVIDENCE_FORMAT),
  version: oneOf(EVIDENCE_VERSION),
  madeAt: isInstant,
  request: isMembers({
    id: isSafeInteger,
    type: isLine,
    subject: isLine,
    documentName: isLine,
    senderName: isLine,
    copiesTo: isListOf(isLine, MAX_SIGNERS),
  }),
  organization: isMembers({ id: isSafeInteger, name: isLine }),
  document: isMembers({
    presentedSha256: isSha256,
    signedSha256: isSha256,
    pages: isSafeInteger,
    sealLevel: isLine,
    sealCertificateSha256: isSha256,
  }),
  signers: isListOf(isSigner, MAX_SIGNERS),
  events: isListOf(isEvent, MAX_EVENTS),
  chainHead: isSha256,
});

/**
 * Reads evidence from anybody. That it has the right shape says nothing of its truth: whether its chain is whole, ends with
 * `chainHead` and is of `request.id` is for the caller to ask, and whose seal it is in.
 * @returns null for whatever is no evidence of this version
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
