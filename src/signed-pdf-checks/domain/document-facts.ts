import { type EvidenceFault } from '../../audit-chain/evidence-differences.js';
import { type EvidenceTemplate, type RecipientAction } from '../../audit-chain/evidence-version-2.js';
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
  /** The evidence of a certificate of completion (docs/evidence.md); null for every other document. */
  evidence: EvidenceFacts | null;
  /** Evidence that could not be read: of an unknown version, or not as its version demands. */
  unreadEvidence: { version: number } | null;
}

/** The statements of a certificate of completion about its document. */
export interface EvidenceFacts {
  documentName: string;
  /** Hash of the completed PDF. */
  signedSha256: string;
  /** Number of events in the audit trail. */
  events: number;
  /** SHA-256 of the last event, as stated in the certificate. */
  chainHead: string;
  /** Number of the first event that is missing or was changed; null if the chain is intact and ends with `chainHead`. */
  firstBroken: number | null;
  /** Signers whose personal link counts as used although the trail only shows that it was fetched. */
  onlyFetchedFor: string[];
  /** What each signer was shown, in order of the signers. */
  shown: ShownFacts[];
  /** What version 2 adds; null for version 1. */
  extended: ExtendedFacts | null;
}

/** What a certificate states about a request with a template, recipients or embedded pages. */
export interface ExtendedFacts {
  /** All of them, the first included. */
  documents: { name: string; signedSha256: string }[];
  template: EvidenceTemplate | null;
  /** Whether documents and form are the template's; null if that is not known, or something else is wrong. */
  isAsInTemplate: boolean | null;
  /** Those who approved, viewed or got a copy, and when. */
  recipients: { name: string; action: RecipientAction; at: string }[];
  /** Where pages were embedded. */
  origins: string[];
  /** Signers whom the sender's application states to have authenticated, and how. */
  authenticated: { signer: string; method: string }[];
  /** Statements that do not agree with the trail or the template; not looked for in a broken chain. */
  faults: EvidenceFault[];
}

/** What the document contained when somebody signed it, according to the trail. */
export interface ShownFacts {
  /** Name or address. */
  signer: string;
  /** Hash of the document that was shown; null if the trail does not state it. */
  documentSha256: string | null;
  /** Whether that is the document which, according to the evidence, the signers read. */
  isDocument: boolean;
  /**
   * Whose entries were shown, with their digests, and whether those match the entries in the trail; null if erased.
   */
  entries: { signer: string; sha256: string; agrees: boolean | null }[];
  /** Earlier signers whose entries were not shown. */
  unseen: string[];
}

export type SignatureKind = 'signature' | 'timestamp';

export interface SignatureFacts {
  fieldName: string;
  kind: SignatureKind;
  coverage: Coverage;
  check: SignatureCheck;
  signers: SignerFacts[];
  /** As stated in the file, according to the signer's own clock. For a time stamp, the stamped time. */
  statedTime: string | null;
  /** Time stamp of the signature; null if it has none. */
  timeStamp: TimeStampFacts | null;
  reason: string | null;
  /** Pages on which it is visible, from 1. */
  shownOn: number[];
  /** Changes after it was signed; null if they could not be determined. */
  changes: Change[] | null;
}

/** A time stamp from a third party (RFC 3161). */
export interface TimeStampFacts {
  /** Valid and not weak. */
  holds: boolean;
  /** Valid, but made with an algorithm or key that can be broken today. */
  isWeak: boolean;
  time: string | null;
  /** The issuer. */
  authority: CertificateFacts | null;
}

/** The whole file, the whole file as of signing (`revision`), or only parts of it (`partial`). */
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
  /** Name of the subject. */
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
  /** A field of a later signature is drawn, or may be drawn, over signed content. */
  | 'pages_covered'
  /** By a certification. */
  | 'annotations_permitted';
