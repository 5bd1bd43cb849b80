/** What a place on the document's pages takes. */
export const FIELD_KINDS = ['signature', 'initials', 'date', 'name', 'text', 'checkbox'] as const;
export type FieldKind = (typeof FIELD_KINDS)[number];
