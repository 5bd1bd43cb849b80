import { type FormField } from '../../forms/form-definition.js';

/** The fields that are drawn on this document. */
export const fieldsOn = (fields: readonly FormField[], n: number): FormField[] =>
  fields.filter(({ places }) => places.some(({ document }) => document === n));

/** The fields without their places on document `n`; those that are drawn nowhere else go. */
export function fieldsBeside(fields: readonly FormField[], n: number): FormField[] {
  const drawn = new Set(fieldsOn(fields, n));
  return fields.flatMap((field) => {
    if (!drawn.has(field)) return [field];
    const places = field.places.filter(({ document }) => document !== n);
    return places.length > 0 ? [{ ...field, places }] : [];
  });
}

/** The fields once document `n` is gone: `fieldsBeside`, with the places on later documents renumbered. */
export function withoutDocument(fields: readonly FormField[], n: number): FormField[] {
  return fieldsBeside(fields, n).map((field) => ({
    ...field,
    places: field.places.map((place) =>
      place.document > n ? { ...place, document: place.document - 1 } : place,
    ),
  }));
}
