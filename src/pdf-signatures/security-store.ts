import { type PDF, PdfArray, PdfDict, PdfName, type PdfRef, PdfStream } from '@libpdf/core';
import { type ValidationMaterial } from './validation-material.js';

/** The keys of a document security store that are used here (ISO 32000-2 §12.8.4.3, table 261). */
const KEYS: Readonly<Record<keyof ValidationMaterial, string>> = { certificates: 'Certs', lists: 'CRLs' };

/** The contents of a document's security store; empty if it has none. */
export function readSecurityStore(pdf: PDF): ValidationMaterial {
  const store = storeOf(pdf);
  const read = (key: string) =>
    [...(store?.getArray(key, resolverOf(pdf)) ?? [])].flatMap((item) => {
      const stream = item.type === 'ref' ? pdf.getObject(item) : item;
      return stream instanceof PdfStream ? [Buffer.from(stream.getDecodedData())] : [];
    });
  return { certificates: read(KEYS.certificates), lists: read(KEYS.lists) };
}

/**
 * Adds missing material to the document's security store and keeps the existing entries (ETSI EN 319 142-1 §5.4).
 * Writes no entries for single signatures (VRI), which readers do not need.
 */
export function addToSecurityStore(pdf: PDF, material: ValidationMaterial): void {
  const there = readSecurityStore(pdf);
  const store = storeOf(pdf) ?? newStore(pdf);
  for (const kind of ['certificates', 'lists'] as const) {
    const added = material[kind].filter((der) => !there[kind].some((each) => each.equals(der)));
    const kept = [...(store.getArray(KEYS[kind], resolverOf(pdf)) ?? [])];
    if (added.length > 0)
      store.set(KEYS[kind], new PdfArray([...kept, ...added.map((der) => pdf.createStream({}, der))]));
  }
}

const storeOf = (pdf: PDF) => pdf.getCatalog().getDict('DSS', resolverOf(pdf));

function newStore(pdf: PDF): PdfDict {
  const made = PdfDict.of({ Type: PdfName.of('DSS') });
  pdf.getCatalog().set('DSS', pdf.register(made));
  return made;
}

const resolverOf = (pdf: PDF) => (ref: PdfRef) => pdf.getObject(ref);
