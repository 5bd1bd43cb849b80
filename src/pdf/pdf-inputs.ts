import { type WrittenEvidence } from '../audit-chain/evidence-version-2.js';
import { type Archivist } from '../pdf-signatures/archive-signatures.js';
import { type SealingKey } from '../pdf-signatures/sealing-key.port.js';
import { type TimeStamper } from '../pdf-signatures/time-stamper.port.js';
import { type PhraseBook } from '../platform/templates/phrases.js';
import { type WithSystemFonts } from './scripts/font-face.js';
import { type SignatureStamp } from './signature-stamp.js';

/** An upload, which is only read once there is a process for it. */
export interface UploadedBytes {
  readonly size: number;
  readonly sha256: Buffer;
  read(): Promise<Buffer>;
}

/** The text of a request sent without an uploaded document. Empty strings are omitted. */
export interface RequestText extends WithSystemFonts {
  documentName: string;
  subject: string;
  message: string;
  senderName: string;
  organizationName: string;
  words: {
    from: string;
    subject: string;
    /** With places for `{page}` and `{pages}`. */
    footer: string;
    /** Explains the replacement for characters without a glyph, with a place for `{mark}`. */
    missing: string;
  };
}

/** The contents of a certificate of completion. */
export interface CertificateDetails extends WithSystemFonts {
  /** The texts `paper`, in the language of the request. */
  book: PhraseBook;
  evidence: WrittenEvidence;
  /** Canonical JSON of the template from which the request was made; null if it was made by hand. */
  template: string | null;
  /** The signers of the evidence, in its order, with their marks. */
  signers: SignatureStamp[];
  /** Whether pages with signatures were added to each document, in order. */
  hasSignaturePages: boolean[];
  /** Address of the member who sent the request, or who created the API key that sent it. */
  senderEmail: string;
  /** Whether the organization is for tests, which every page says. */
  isTest: boolean;
  /** A PNG; null if the organization has none. */
  logo: Uint8Array | null;
  /** Base address of this service, without a trailing slash. */
  publicUrl: string;
}

/** Who signs or seals a document, as shown by PDF readers. */
export interface SigningDetails {
  name: string;
  reason: string;
  /** ISO 8601. */
  at: string;
}

/** Means of making a signature. Neither ever reaches the process that opens the document. */
export interface SigningCredentials {
  key: SealingKey;
  /** Adds a time stamp to the signature, unless undefined. */
  stamper: TimeStamper | undefined;
}

/** External means for archiving a sealed document. */
export interface ArchivingMeans extends Archivist {
  /** DER of certificates that end a chain even if others issued them. */
  anchors: readonly Buffer[];
}

/** Finds those of these certificates, by SHA-256 in lower-case hex, that belong to organizations here. */
export type OwnCertificates = (hashes: readonly string[]) => Promise<string[]>;
