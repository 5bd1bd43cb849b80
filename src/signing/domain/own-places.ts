import { plainLine } from '../../common/plain-line.js';
import { type FieldKind } from '../../pdf/document-field.js';
import { type ReadDocument, sheetNumber } from './sheets.js';

/** A field of the signer, as the document page lists it for browsers without scripts. */
export interface OwnPlace {
  /** Among the pages of all documents, from 1. */
  page: number;
  /** The sender's label; empty if they gave none. */
  words: string;
  /** The key of the text for a field without words. */
  unnamed: string;
}

export function placesOf(
  fields: readonly { kind: FieldKind; document: number; page: number; label: string }[],
  documents: readonly ReadDocument[],
): OwnPlace[] {
  return fields.map(({ kind, document, page, label }) => ({
    page: sheetNumber(documents, { document, page }),
    words: plainLine(label),
    unnamed: `signing.document.place.${kind}`,
  }));
}
