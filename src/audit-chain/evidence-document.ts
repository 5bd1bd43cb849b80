import { isSafeInteger, isSha256, listOf, objectOf, oneOf, orNull } from '../common/shapes.js';
import { type ChainedEvent } from './audit-chain.js';
import {
  EVIDENCE_FORMAT,
  isEvent,
  isInstant,
  isLine,
  isOrganization,
  isRequest,
  MAX_EVENTS,
  MAX_SIGNERS,
  SIGNER,
} from './evidence-shapes.js';

export const EVIDENCE_VERSION = 1;
/** File name of the attachment in the certificate of completion. */
export const EVIDENCE_FILE_NAME = 'evidence.json';

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
    /** Hash of the PDF that the signers read. */
    presentedSha256: string;
    /** Hash of the completed PDF. */
    signedSha256: string;
    /** Pages of the completed PDF. */
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

/** What the versions that are written have in common. */
export type EvidenceBasis = Omit<EvidenceDocument, 'version' | 'document'>;

/** A proof of any kind but those that came with version 2. */
export const isProof = objectOf({
  kind: oneOf('personal_link', 'one_time_code', 'identity_verification', 'host'),
  at: isInstant,
  verificationId: orNull(isSafeInteger),
});

export const isEvidence = objectOf({
  format: oneOf(EVIDENCE_FORMAT),
  version: oneOf(EVIDENCE_VERSION),
  madeAt: isInstant,
  request: isRequest,
  organization: isOrganization,
  document: objectOf({
    presentedSha256: isSha256,
    signedSha256: isSha256,
    pages: isSafeInteger,
    sealLevel: isLine,
    sealCertificateSha256: isSha256,
  }),
  signers: listOf(objectOf({ ...SIGNER, identifiedBy: listOf(isProof, MAX_EVENTS) }), MAX_SIGNERS),
  events: listOf(isEvent, MAX_EVENTS),
  chainHead: isSha256,
});
