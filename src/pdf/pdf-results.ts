import { type SealLevel } from '../pdf-signatures/seal-level.js';
import { type FieldKind, type ShownBox, type ShownSize } from './document-field.js';

/** A PDF typeset by this service. */
export interface TypesetDocument {
  pdf: Buffer;
  pages: number;
  /** Lower-case hex. */
  sha256: string;
}

/** The text of a document, page by page. */
export interface DocumentText {
  /** Lines in reading order; empty for a page without text. */
  pages: string[];
  /** Pages, from 1, that show characters of which the file does not tell what they mean, or that cannot be read. */
  unread: number[];
  /** Whether text was left out because the document has too much of it. */
  isCut: boolean;
}

/** A document with what was left in it so far, to be read. */
export interface DrawnDocument {
  pdf: Buffer;
  /** Of the whole document, signature pages included. */
  pages: number;
  /** Of the signature pages at its end. */
  paper: ShownSize;
}

/** A text tag in the document: `{{signature:1}}`, `{{text:2:Job title}}`. */
export interface FoundTag {
  kind: FieldKind;
  /** From 1, in the order of send. */
  signer: number;
  /** From 1. */
  page: number;
  /** Where the field goes. */
  box: ShownBox;
  /** Where the tag's own text stands. */
  tagBox: ShownBox;
  label: string;
}

/** What fields can be placed on. */
export interface DocumentLayout {
  /** Of each page as it is shown. */
  pageSizes: ShownSize[];
  tags: FoundTag[];
  /** Whether it carries signatures already, so that nothing but signature fields may be added. */
  carriesSignatures: boolean;
}

/**
 * Why no signature was found in a picture: it is incomplete or damaged, neither PNG nor JPEG, blank, or its ink cannot be
 * told from the background.
 */
export type PictureProblem = 'unreadable' | 'unsupported' | 'empty' | 'unclear';

/** A PNG of the ink on a transparent background, cropped to it, at most 1,200 × 400 pixels. */
export type CleanedSignature =
  { ok: true; png: Uint8Array; width: number; height: number } | { ok: false; problem: PictureProblem };

/** A signature that a document must contain. */
export interface ExpectedSignature {
  fieldName: string;
  /** DER of the certificate that must have made it. */
  certificate: Uint8Array;
}

/**
 * What a signed document must contain: this many pages, and these as its last signatures, oldest first. Where the document
 * carried signatures before, each may follow others that were made in the same step with the same certificate.
 */
export interface ExpectedDocument {
  pages: number;
  signatures: ExpectedSignature[];
}

/** A document after one step, reopened and verified. */
export interface SignedDocument {
  pdf: Buffer;
  /** Of the whole document, signature pages included. */
  pages: number;
  /** Made by this service, oldest first. */
  signatures: ExpectedSignature[];
}

/** A document that is being signed: what the signers read, and its present state. */
export interface SigningState extends SignedDocument {
  original: Buffer;
}

export interface ArchivedDocument {
  pdf: Buffer;
  /** Of the seal, as found in the file. */
  level: SealLevel;
}
