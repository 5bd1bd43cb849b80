import { type FormField, type FormKind } from '../../forms/form-definition.js';

/** Kinds whose content follows from who signs, and when. */
export const DETERMINED: readonly FormKind[] = ['signature', 'date', 'name'];

/** Height of a line of fields, in points: fields side by side are read from left to right. */
const LINE = 8;

/** As the document is read; fields without a place come last. */
export function inReadingOrder(fields: readonly FormField[]): FormField[] {
  const keyed = fields.map((field, index) => {
    const place = field.places.find(({ document }) => document === 1);
    const { page = Infinity, x = 0, y = 0, height = 0 } = place ?? {};
    return { field, index, page, line: Math.round((y + height) / LINE), x };
  });
  const compare = (a: (typeof keyed)[0], b: (typeof keyed)[0]) =>
    a.page === b.page ? a.line - b.line || a.x - b.x || a.index - b.index : a.page - b.page;
  return keyed.sort(compare).map(({ field }) => field);
}
