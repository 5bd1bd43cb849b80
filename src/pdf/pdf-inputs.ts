import { type EvidenceDocument } from '../audit-chain/evidence-document.js';
import { type SealingKey } from '../pdf-signatures/sealing-key.port.js';
import { type TimeStamper } from '../pdf-signatures/time-stamper.port.js';
import { type PhraseBook } from '../platform/templates/phrases.js';
import { type WithSystemFonts } from './scripts/font-face.js';
import { type SignatureStamp } from './signature-stamp.js';
import { type Archivist } from '../pdf-signatures/archive-signatures.js';

/** An upload, which is read only when there is a process for it. */
export interface UploadedBytes {
  readonly size: number;
  readonly sha256: Buffer;
  read(): Promise<Buffer>;
}

/** The text of a request that is sent without an uploaded document. Empty strings are left out. */
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
    /** Explains what stands for characters without a glyph, with a place for `{mark}`. */
    missing: string;
  };
}

/** What a certificate of completion is made from. */
export interface CertificateDetails extends WithSystemFonts {
  /** The texts `paper`, in the language of the request. */
  book: PhraseBook;
  evidence: EvidenceDocument;
  /** The signers of the evidence, in its order, with their marks. */
  signers: SignatureStamp[];
  /** Of the member who sent the request, or who created the API key with which it was sent. */
  senderEmail: string;
  /** A PNG; null if the organization has none. */
  logo: Uint8Array | null;
  /** Base address of this service, without a trailing slash. */
  publicUrl: string;
}

/** Who signs or seals a document, as PDF readers show it. */
export interface SigningDetails {
  name: string;
  reason: string;
  /** ISO 8601. */
  at: string;
}

/** What a signature is made with. Neither ever reaches the process that opens the document. */
export interface SigningCredentials {
  key: SealingKey;
  /** Adds a time stamp to the signature; undefined for none. */
  stamper: TimeStamper | undefined;
}

/** What archiving a sealed document needs from outside it. */
export interface ArchivingMeans extends Archivist {
  /** DER of certificates that end a chain even if others issued them. */
  anchors: readonly Buffer[];
}
