import { type Uncheckable } from '../../pdf-signatures/examine-message.js';

export type UnreadableReason = 'not_a_pdf' | 'damaged' | 'encrypted' | 'too_complex' | 'too_large';
export type CheckedDocument = { ok: true; facts: DocumentFacts } | { ok: false; reason: UnreadableReason };

/** What was found in a file, without any judgement. Times are ISO 8601, hashes lower-case hex. */
export interface DocumentFacts {
  pages: number;
  /** Oldest first. */
  signatures: SignatureFacts[];
  /** Signatures that are in the file's bytes but no longer part of the document. */
  lostSignatures: number;
  /** Empty seal fields that are part of what signers signed: their seals were cut off. */
  missingSeals: string[];
  /** Of a certificate of completion (docs/evidence.md); null for every other document. */
  evidence: EvidenceFacts | null;
}

/** What a certificate of completion says about its document. */
export interface EvidenceFacts {
  documentName: string;
  /** Of the completed PDF. */
  signedSha256: string;
  /** Number of events in the audit trail. */
  events: number;
  /** SHA-256 of the last event, as stated in the certificate. */
  chainHead: string;
  /** Number of the first event that is missing or was changed; null if the chain is intact and ends with `chainHead`. */
  firstBroken: number | null;
  /** Signers for whom it says that the personal link was used when the trail only shows that it was fetched. */
  onlyFetchedFor: string[];
  /** What each signer was shown, in the order of the signers. */
  shown: ShownFacts[];
}

/** What stood in the document when somebody signed it, as the trail tells it. */
export interface ShownFacts {
  /** Name or address. */
  signer: string;
  /** Of the document that was shown; null if the trail does not tell. */
  documentSha256: string | null;
  /** Whether that is the document of which the evidence says that the signers read it. */
  isDocument: boolean;
  /** Whose entries were shown, with their digests, and whether these are of what the trail says they left; null if erased. */
  entries: { signer: string; sha256: string; agrees: boolean | null }[];
  /** Who had signed before without having been shown. */
  unseen: string[];
}

export type SignatureKind = 'signature' | 'timestamp';

export interface SignatureFacts {
  fieldName: string;
  kind: SignatureKind;
  coverage: Coverage;
  check: SignatureCheck;
  signers: SignerFacts[];
  /** As stated in the file, from the signer's own clock. For a time stamp, the stamped time. */
  statedTime: string | null;
  /** Of the signature; null if it has none. */
  timeStamp: TimeStampFacts | null;
  reason: string | null;
  /** Pages on which it is visible, from 1. */
  shownOn: number[];
  /** What changed after it was signed; null if that could not be determined. */
  changes: Change[] | null;
}

/** A time stamp from a third party (RFC 3161). */
export interface TimeStampFacts {
  /** Valid and not weak. */
  holds: boolean;
  /** Valid, but made with an algorithm or key that can be broken today. */
  isWeak: boolean;
  time: string | null;
  /** Who issued it. */
  authority: CertificateFacts | null;
}

/** The whole file, the whole file as it was when signed (`revision`), or only parts of it (`partial`). */
export type Coverage = 'whole_file' | 'revision' | 'partial';

export type SignatureCheck =
  | { outcome: 'holds' }
  /** Valid, but made with an algorithm or key that can be broken today, such as SHA-1. */
  | { outcome: 'weak' }
  | { outcome: 'broken'; because: 'content' | 'signature' | 'coverage' }
  | { outcome: 'unchecked'; because: UncheckedReason };

/** Why a signature could not be checked; `format`: its format is not supported. */
export type UncheckedReason = Uncheckable | 'format';

export interface SignerFacts {
  certificate: CertificateFacts;
}

export interface CertificateFacts {
  sha256: string;
  /** Of the subject. */
  name: string;
  organization: string | null;
  /** Name of the issuer. */
  issuer: string;
  validFrom: string;
  validTo: string;
  /** Issuers above it, each verified by its signature, nearest first. */
  chain: { name: string; sha256: string; validFrom: string; validTo: string }[];
  /** Where the chain ends: in this computer's trust store, among the given certificates, or nowhere known (null). */
  anchor: 'machine' | 'given' | null;
  /** Whether the certificate is limited to uses other than signing documents (RFC 5280 §4.2.1.12). */
  isForOtherUse: boolean;
}

/** A change made to a document after a signature. */
export type Change =
  /** `signatures_forbidden`: by a certification that permits nothing. */
  | { kind: 'signatures_added' | 'timestamps_added' | 'signatures_forbidden'; count: number }
  | { kind: 'validation_data' }
  /** `fields_permitted`: filled in as a certification permits. */
  | { kind: 'fields_filled' | 'fields_changed' | 'fields_permitted'; names: string[] }
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
  | 'annotations_removed'
  /** A field of a later signature is, or may be, drawn over what was signed. */
  | 'pages_covered'
  /** By a certification. */
  | 'annotations_permitted';
