import { type Uncheckable } from '../../pdf-signatures/examine-message.js';

/** What was found in a file, and nothing about what to think of it. Times are ISO 8601, hashes lower-case hex. */
export interface DocumentFacts {
  pages: number;
  /** In the order in which they were made. */
  signatures: SignatureFacts[];
  /** Signatures that stand in the file's bytes but not in the document any more. */
  lostSignatures: number;
  /** Of a certificate of completion (docs/evidence.md); null for every other document. */
  evidence: EvidenceFacts | null;
}

/** What a certificate of completion says of the document for which it was made. */
export interface EvidenceFacts {
  documentName: string;
  /** Of the completed PDF. */
  signedSha256: string;
  /** Events of the audit trail. */
  events: number;
  /** SHA-256 of the last event, as the certificate names it. */
  chainHead: string;
  /** The first event that is missing or not what it was; null where the chain is whole and ends as the certificate says. */
  firstBroken: number | null;
}

export type SignatureKind = 'signature' | 'timestamp';

export interface SignatureFacts {
  fieldName: string;
  kind: SignatureKind;
  coverage: Coverage;
  check: SignatureCheck;
  signers: SignerFacts[];
  /** As the file says it: nothing but the signer's own clock stands behind it. Of a time stamp, its own. */
  statedTime: string | null;
  /** Over the signature; null where it has none. */
  timeStamp: TimeStampFacts | null;
  reason: string | null;
  /** Pages on which it can be seen, from 1. */
  shownOn: number[];
  /** What the whole file has that its signed part has not; null where the two could not be compared. */
  changes: Change[] | null;
}

/** What somebody else's clock says (RFC 3161). */
export interface TimeStampFacts {
  holds: boolean;
  time: string | null;
  /** Who says so. */
  authority: CertificateFacts | null;
}

/** `whole_file`, or all of the file as it was then (`revision`); `partial` leaves parts of that unsigned. */
export type Coverage = 'whole_file' | 'revision' | 'partial';

export type SignatureCheck =
  | { outcome: 'holds' }
  /** It holds by arithmetic that can be broken today, such as SHA-1. */
  | { outcome: 'weak' }
  | { outcome: 'broken'; because: 'content' | 'signature' | 'coverage' }
  | { outcome: 'unchecked'; because: UncheckedReason };

/** Why nothing was found out about a signature; `format`: it is of a kind that holds no such message. */
export type UncheckedReason = Uncheckable | 'format';

export interface SignerFacts {
  certificate: CertificateFacts;
}

export interface CertificateFacts {
  sha256: string;
  /** Whom it names. */
  name: string;
  organization: string | null;
  /** Whom it names as its issuer. */
  issuer: string;
  validFrom: string;
  validTo: string;
  /** Issuers above it whose signatures below them hold, nearest first. */
  chain: { name: string; sha256: string; validFrom: string; validTo: string }[];
  /** Where the chain ends: in this computer's list, among those given by hand, or nowhere known. */
  anchor: 'machine' | 'given' | null;
  /** The certificate says that it is for something else than signing documents (RFC 5280 §4.2.1.12). */
  isForOtherUse: boolean;
}

/** What was done to a document after a signature. */
export type Change =
  | { kind: 'signatures_added' | 'timestamps_added'; count: number }
  | { kind: 'validation_data' }
  | { kind: 'fields_filled' | 'fields_changed'; names: string[] }
  | { kind: PageChange; pages: number[] }
  /** `parts`: keys of the catalog or of the form (ISO 32000-1 §7.7.2, §12.7.2). */
  | { kind: 'document_changed'; parts: string[] };

export type PageChange =
  | 'pages_added'
  | 'pages_removed'
  | 'pages_changed'
  | 'pages_moved'
  | 'annotations_added'
  | 'annotations_changed'
  | 'annotations_removed';
