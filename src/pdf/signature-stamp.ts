import { type ChoiceOption } from '../pdf-signatures/form-field.js';
import { type FieldKind, type ShownBox } from './document-field.js';
import { type PdfExport } from './form-import.js';
import { type WithSystemFonts } from './scripts/font-face.js';

/**
 * The form of a signature. A drawn one is a list of strokes, each of x, y pairs (0 to 1, y downwards) in a box of
 * MARK_ASPECT_RATIO.
 */
export type SignatureMark =
  | { kind: 'typed'; text: string }
  | { kind: 'drawn'; strokes: number[][] }
  | { kind: 'uploaded'; png: Uint8Array }
  | { kind: 'click' };

/** One signer as shown in the document. */
export interface SignatureStamp {
  /** Empty if unknown; the email address is shown instead. */
  name: string;
  email: string;
  /** ISO 8601. */
  signedAt: string;
  type: 'fast' | 'self_signed' | 'in_person' | 'advanced';
  /** One sentence that states how the signer signed, and nothing else. */
  method: string;
  witness?: string;
  mark: SignatureMark;
}

/** A field that the sender placed on the document's own pages. */
export interface StampPlace extends ShownBox {
  kind: FieldKind;
  /** From 1. */
  page: number;
  /** Index of the signer who fills it in. */
  signer: number;
  /**
   * Its content once its signer has signed, as it is written; empty for a signature or a picture. `TICKED` for a
   * checkbox or option that is chosen, otherwise empty.
   */
  value: string;
  /** The box of the text tag to cover; null if no tag made the place. */
  tagBox: ShownBox | null;
  /** Null if the place belongs to no form. */
  form: FormMark | null;
}

/** A choice among options, as the PDF has it: its value is what is exported, and not what is drawn. */
export interface FormChoice {
  options: readonly ChoiceOption[];
  /** Empty for nothing. */
  value: string;
}

/** What a place of a form's field adds to its value. */
export interface FormMark {
  /** The field's name in the PDF it was imported from, otherwise its key: the sealed file gives its value this name. */
  name: string;
  /** For people; empty if the sender gave none. */
  label: string;
  lines: 1 | 'many';
  /** Number of cells of a comb. */
  cells: number | null;
  /** Value of the option that is marked here. */
  option?: string;
  /** What the button that it was imported from is called in the PDF's data. */
  exported?: Pick<PdfExport, 'state' | 'value'>;
  /** Of a choice that has no other answers than its options. */
  choice?: FormChoice;
  /** A PNG; null where there is none to draw. */
  picture: Uint8Array | null;
  /** Written below the picture of a stamp. */
  stampLines: readonly string[];
}

/** Texts of signature pages apart from how each signer signed, in the language of the request. */
export interface StampWords {
  /** BCP 47, for times. */
  locale: string;
  title: string;
  /** Paragraphs about whose request it is, its id, how many signed, and how to check the document. */
  about: string[];
  /** Printed above the document's hash. */
  hashOf: string;
  /** With places for `{page}` and `{pages}`. */
  footer: string;
  /** Captions below a mark, and below one made in person. */
  marks: Record<SignatureMark['kind'], string>;
  marksInPerson: Record<SignatureMark['kind'], string>;
  /** With a place for `{name}`. */
  witness: string;
  /**
   * Why the organization signs at a signer's place on a document that already carries signatures, with a place for
   * `{name}`.
   */
  signedBy: string;
  /** Explains the replacement for characters without a glyph, with a place for `{mark}`. */
  missing: string;
}

export interface StampDetails extends WithSystemFonts {
  words: StampWords;
  documentName: string;
  /** Lower-case hex SHA-256 of the document as it was sent. */
  documentSha256: string;
  signers: SignatureStamp[];
  places: StampPlace[];
  /** Whether the document is known to have carried signatures when it was uploaded. */
  carriesSignatures: boolean;
}
