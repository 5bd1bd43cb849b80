import { type FormField } from '../../forms/form-definition.js';

/** The fields that are drawn on this document. */
export const fieldsOn = (fields: readonly FormField[], n: number): FormField[] =>
  fields.filter(({ places }) => places.some(({ document }) => document === n));

/**
 * The fields once document `n` is gone: without their places on it, and with the places on later documents renumbered.
 * Fields that were drawn nowhere else go as well.
 */
export function withoutDocument(fields: readonly FormField[], n: number): FormField[] {
  const lost = new Set(fieldsOn(fields, n));
  return fields.flatMap((field) => {
    const places = field.places
      .filter(({ document }) => document !== n)
      .map((place) => (place.document > n ? { ...place, document: place.document - 1 } : place));
    if (places.length === 0 && lost.has(field)) return [];
    return { ...field, places };
  });
}
