import { plainLine } from '../../common/plain-line.js';
import { type DocumentField } from '../../signatures/document-field.entity.js';

/** A field of the signer as the page of the document lists it, and as its script marks it on the page. */
export interface OwnPlace {
  page: number;
  /** The sender's own; empty if they gave none. */
  words: string;
  /** The key of the text for a field without words. */
  unnamed: string;
  /** The field's box and page as JSON. */
  box: string;
}

export function placesOf(
  fields: readonly Pick<DocumentField, 'kind' | 'page' | 'box' | 'label'>[],
): OwnPlace[] {
  return fields.map(({ kind, page, box, label }) => ({
    page,
    words: plainLine(label),
    unnamed: `signing.document.place.${kind}`,
    box: JSON.stringify({ page, ...box }),
  }));
}
