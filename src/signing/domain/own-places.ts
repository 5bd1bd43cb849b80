import { plainLine } from '../../common/plain-line.js';
import { type FieldKind } from '../../pdf/document-field.js';

/** A field of the signer, as the document page lists it for browsers without scripts. */
export interface OwnPlace {
  page: number;
  /** The sender's label; empty if they gave none. */
  words: string;
  /** The key of the text for a field without words. */
  unnamed: string;
}

export function placesOf(fields: readonly { kind: FieldKind; page: number; label: string }[]): OwnPlace[] {
  return fields.map(({ kind, page, label }) => ({
    page,
    words: plainLine(label),
    unnamed: `signing.document.place.${kind}`,
  }));
}
