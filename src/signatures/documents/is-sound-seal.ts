import { createHash } from 'node:crypto';
import { PDF, PdfArray, PdfDict, type PdfObject, PdfRef, PdfStream } from '@libpdf/core';
import { verifyDetached } from '../../sealing/detached-signature.js';
import { readSignatures } from '../../sealing/pdf-signing.js';
import { isCompletePdf } from './is-complete-pdf.js';
import { SEAL_FIELD } from './seal-document.js';
import { openPdf } from './open-pdf.js';

/**
 * Whether a sealed document is right: it opens without recovery and has its pages, the last signature is the seal, made with
 * this certificate (DER), leaves nothing of the file out and holds, and the pages that were read are what they were.
 */
export async function isSoundSeal(
  original: Buffer,
  completed: Buffer,
  expectedPages: number,
  sealedBy: Buffer,
): Promise<boolean> {
  if (!(await isCompletePdf(completed, expectedPages))) return false;
  const pdf = await PDF.load(completed);
  const signatures = readSignatures(pdf, completed).filter(({ isWhole }) => isWhole);
  const seal = signatures.at(-1);
  if (seal?.fieldName !== SEAL_FIELD || !seal.isLast) return false;
  const { digestMatches, signatureHolds, certificate } = verifyDetached(seal.contents, seal.contentSha256);
  if (!digestMatches || !signatureHolds || !certificate?.equals(sealedBy)) return false;
  return showsSamePages((await openPdf(original)).pdf, pdf);
}

/** Keys that lead away from what a page shows. */
const AWAY = new Set(['Parent', 'P', 'Annots', 'B', 'AA', 'Metadata', 'PieceInfo', 'StructParents', 'Tabs']);

/** Whether each page of the original shows the same in the other: its content, resources, boxes and rotation. */
function showsSamePages(original: PDF, completed: PDF): boolean {
  const pages = completed.getPages();
  return original
    .getPages()
    .every((page, index) => digestOf(original, page.dict) === digestOf(completed, pages[index]!.dict));
}

/** A digest of everything that hangs on an object, whatever its parts are numbered. */
function digestOf(pdf: PDF, root: PdfObject): string {
  const hash = createHash('sha256');
  const order = new Map<string, number>();
  const walk = (object: PdfObject | null | undefined): void => {
    if (object instanceof PdfRef) {
      const name = `${object.objectNumber} ${object.generation}`;
      const seen = order.get(name);
      hash.update(seen === undefined ? 'new' : `seen ${seen}`);
      if (seen !== undefined) return;
      order.set(name, order.size);
      walk(pdf.getObject(object));
    } else if (object instanceof PdfDict) {
      const entries = [...object].filter(([key]) => !AWAY.has(key.value));
      for (const [key, value] of entries.sort(([a], [b]) => (a.value < b.value ? -1 : 1))) {
        hash.update(`/${key.value}`);
        walk(value);
      }
      if (object instanceof PdfStream) hash.update(object.data);
    } else if (object instanceof PdfArray) {
      hash.update('[');
      for (const item of object) walk(item);
      hash.update(']');
    } else hash.update(object ? JSON.stringify(object) : 'null');
  };
  walk(root);
  return hash.digest('hex');
}
