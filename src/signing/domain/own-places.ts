import { plainLine } from '../../common/plain-line.js';
import { type DocumentField } from '../../signatures/document-field.entity.js';

/** A field of the signer as the page of the document lists it where no script can show it in its place. */
export interface OwnPlace {
  page: number;
  /** The sender's own; empty if they gave none. */
  words: string;
  /** The key of the text for a field without words. */
  unnamed: string;
}

export function placesOf(fields: readonly Pick<DocumentField, 'kind' | 'page' | 'label'>[]): OwnPlace[] {
  return fields.map(({ kind, page, label }) => ({
    page,
    words: plainLine(label),
    unnamed: `signing.document.place.${kind}`,
  }));
}
