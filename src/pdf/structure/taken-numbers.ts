import { type PDF, PdfArray, PdfDict, type PdfObject, PdfRef } from '@libpdf/core';
import { refKey } from '../pdf-comparison.js';

/** More objects than signing adds to any document. */
const MOST_NEW_OBJECTS = 100_000;

/**
 * Keeps the numbers of objects that pages refer to but that the file lacks: they are null (ISO 32000-1 §7.3.10), and
 * a new object with such a number would appear on the page. The library numbers new objects above all those
 * requested.
 */
export function keepTakenNumbers(pdf: PDF): void {
  const highest = pdf.context.registry.nextObjectNumber + MOST_NEW_OBJECTS;
  const seen = new Set<string>();
  const left: (PdfObject | null)[] = pdf.getPages().map(({ ref }) => ref);
  for (let object = left.pop(); object !== undefined; object = left.pop()) {
    if (object instanceof PdfRef) {
      if (object.objectNumber > highest || seen.has(refKey(object))) continue;
      seen.add(refKey(object));
      left.push(pdf.getObject(object));
    } else if (object instanceof PdfArray) {
      for (const item of object) left.push(item);
    } else if (object instanceof PdfDict) {
      for (const [, value] of object) left.push(value);
    }
  }
}
