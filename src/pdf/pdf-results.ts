import { type SealLevel } from '../pdf-signatures/seal-level.js';
import { type PlainKind, type ShownBox, type ShownSize } from './document-field.js';

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
  /** Page numbers, from 1, of pages that are unreadable or show characters whose meaning the file does not state. */
  unread: number[];
  /** Whether text was left out because the document has too much of it. */
  isCut: boolean;
}

/** A document with everything left in it so far, to be read. */
export interface DrawnDocument {
  pdf: Buffer;
  /** Pages of the whole document, including signature pages. */
  pages: number;
  /** Size of the signature pages at its end. */
  paper: ShownSize;
}

/** A text tag in the document: `{{signature:1}}`, `{{text:2:Job title}}`. */
export interface FoundTag {
  kind: PlainKind;
  /** From 1, in sending order. */
  signer: number;
  /** From 1. */
  page: number;
  /** Where the field goes. */
  box: ShownBox;
  /** The box of the tag's own text. */
  tagBox: ShownBox;
  label: string;
}

/** What is needed for placing fields. */
export interface DocumentLayout {
  /** Size of each page as it is shown. */
  pageSizes: ShownSize[];
  tags: FoundTag[];
  /** Whether it already carries signatures, so that only signature fields may be added. */
  carriesSignatures: boolean;
  /** Whether it carries signatures and its form asks programs to draw its fields anew, so that nothing may be placed. */
  isRedrawn: boolean;
}

/**
 * Why no signature was found in a picture: it is incomplete or damaged, neither PNG nor JPEG, blank, or its ink
 * cannot be distinguished from the background.
 */
export type PictureProblem = 'unreadable' | 'unsupported' | 'empty' | 'unclear';

/** A PNG of the ink on a transparent background, cropped to it, at most 1,200 × 400 pixels. */
export type CleanedSignature =
  { ok: true; png: Uint8Array; width: number; height: number } | { ok: false; problem: PictureProblem };

/** A PNG of a picture as it is, at most 1,000 pixels wide and high. */
export type CleanedPicture =
  | { ok: true; png: Uint8Array; width: number; height: number }
  | { ok: false; problem: Extract<PictureProblem, 'unreadable' | 'unsupported'> };

/** A signature that a document must contain. */
export interface ExpectedSignature {
  fieldName: string;
  /** DER of the certificate that must have made it. */
  certificate: Uint8Array;
}

/**
 * The required contents of a signed document: this many pages, and these as its last signatures, oldest first. If the
 * document already carried signatures, each may follow others made in the same step with the same certificate.
 */
export interface ExpectedDocument {
  pages: number;
  signatures: ExpectedSignature[];
}

/** A document after one step, reopened and verified. */
export interface SignedDocument {
  pdf: Buffer;
  /** Pages of the whole document, including signature pages. */
  pages: number;
  /** Made by this service, oldest first. */
  signatures: ExpectedSignature[];
}

/** A document being signed: what the signers read, and its present state. */
export interface SigningState extends SignedDocument {
  original: Buffer;
}

export interface ArchivedDocument {
  pdf: Buffer;
  /** Level of the seal, as found in the file. */
  level: SealLevel;
}
