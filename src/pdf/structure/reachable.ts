import { type PDF, PdfArray, PdfDict, type PdfObject, PdfRef } from '@libpdf/core';
import { refKey } from '../pdf-comparison.js';

/** More than any document of 500 pages that we measured. */
const MAX_OBJECTS = 500_000;

/**
 * Every dictionary and stream reachable from an object; referenced ones only once.
 * @param from the catalog by default
 * @throws Error if there are too many objects
 */
export function* reachable(pdf: PDF, from: PdfObject = pdf.getCatalog()): Generator<PdfDict> {
  const seen = new Set<string>();
  const left: PdfObject[] = [from];
  let looked = 0;
  for (let object = left.pop(); object !== undefined; object = left.pop()) {
    if (++looked > MAX_OBJECTS) throw new Error(`The document has more than ${MAX_OBJECTS} objects`);
    if (object instanceof PdfRef) {
      if (seen.has(refKey(object))) continue;
      seen.add(refKey(object));
      const found = pdf.getObject(object);
      if (found) left.push(found);
    } else if (object instanceof PdfArray) left.push(...object);
    else if (object instanceof PdfDict) {
      yield object;
      for (const [, value] of object) left.push(value);
    }
  }
}
