import { type FieldKind, type ShownBox } from './document-field.js';

/** How a signature looks. A drawn one is strokes of x, y pairs (0..1, y downwards) in a box of MARK_ASPECT_RATIO. */
export type SignatureMark =
  | { kind: 'typed'; text: string }
  | { kind: 'drawn'; strokes: number[][] }
  | { kind: 'uploaded'; png: Uint8Array }
  | { kind: 'click' };

/** One signer's place on the signature page. */
export interface SignatureStamp {
  /** Empty where the signer has none; the e-mail stands in for it. */
  name: string;
  email: string;
  /** ISO 8601. */
  signedAt: string;
  type: 'fast' | 'self_signed' | 'in_person' | 'advanced';
  /** One sentence on what the signer did to sign, and no more than that. */
  method: string;
  witness?: string;
  mark: SignatureMark;
}

/** A place that the sender put on the document's own pages. */
export interface StampPlace extends ShownBox {
  kind: FieldKind;
  /** From 1. */
  page: number;
  /** Index of the signer to whom it belongs. */
  signer: number;
  /** What stands there once its signer has signed; a signature has none. */
  value: string;
  /** Where the words of a text tag stand, which are covered; null where there are none. */
  tagBox: ShownBox | null;
}

export interface StampDetails {
  requestTitle: string;
  /** Lower-case hex SHA-256 of the document as it was sent. */
  documentSha256: string;
  signers: SignatureStamp[];
  places: StampPlace[];
}
