import { createHash } from 'node:crypto';
import { PDF, PdfArray, type PdfObject, PdfRef, PdfStream } from '@libpdf/core';
import { DocumentRefusal } from '../document-inspection.js';
import { type RemovedPart } from '../upload-changes.js';
import { removeFormActions } from './form-actions.js';
import { secondReadingFault } from './second-reading.js';
import { type FontFinder, settleForm } from './settle-form.js';
import { writePlain } from './write-plain.js';

/** Bytes of a file identifier (ISO 32000-2 §14.4). */
const ID_BYTES = 16;

/** What signers read, and what the upload had that it has not. */
export interface Presented {
  pdf: Uint8Array;
  removed: RemovedPart[];
}

/**
 * Makes of an uploaded document what its signers will read and what will be sealed: a plain file, which no two programs read
 * differently, whose form nobody fills in any more and no script does anything with. A second reader must find in the upload
 * what has been written.
 * @param upload the bytes that `pdf` was opened from
 * @throws DocumentRefusal `document_ambiguous` if it does not, `document_field_undrawable`, or `document_has_javascript` for
 * a script where none belongs
 */
export async function presentDocument(
  pdf: PDF,
  upload: Uint8Array,
  findFonts: FontFinder,
): Promise<Presented> {
  const incomplete = pageWithoutAllContents(pdf);
  if (incomplete !== null)
    throw new DocumentRefusal('document_ambiguous', undefined, `part of its page ${incomplete} is missing`);
  const id = createHash('sha256').update(upload).digest().subarray(0, ID_BYTES);
  const plain = writePlain(pdf, id);
  const fault = await secondReadingFault(upload, plain);
  if (fault !== null) throw new DocumentRefusal('document_ambiguous', undefined, fault);
  const settled = await PDF.load(plain);
  const actions = removeFormActions(settled);
  if (actions === null) throw new DocumentRefusal('document_has_javascript');
  const hadXfa = dropXfa(settled);
  const isChanged = [hadXfa, await settleForm(settled, findFonts), dropUsageRights(settled)].includes(true);
  const removed: RemovedPart[] = [
    ...(pdf.isEncrypted ? (['encryption'] as const) : []),
    ...(hadXfa ? (['xfa'] as const) : []),
    ...actions,
  ];
  if (!isChanged && actions.length === 0) return { pdf: plain, removed };
  const saved = await settled.save({ incremental: true, subsetFonts: true });
  return { pdf: writePlain(await PDF.load(saved), id), removed };
}

/** What the pages show does not depend on it, or it would have been refused. */
function dropXfa(pdf: PDF): boolean {
  pdf.getCatalog().delete('NeedsRendering');
  const form = pdf.getCatalog().getDict('AcroForm', (ref) => pdf.getObject(ref));
  if (!form?.has('XFA')) return false;
  form.delete('XFA');
  return true;
}

/** The number of the first page of which a part is missing, for some programs show the others and some show none. */
function pageWithoutAllContents(pdf: PDF): number | null {
  const resolve = (ref: PdfRef) => pdf.getObject(ref);
  const isMissing = (part: PdfObject) =>
    !((part instanceof PdfRef ? resolve(part) : part) instanceof PdfStream);
  const index = pdf.getPages().findIndex(({ dict }) => {
    const contents = dict.get('Contents', resolve);
    return contents instanceof PdfArray && [...contents].some(isMissing);
  });
  return index < 0 ? null : index + 1;
}

/** Usage rights are a signature of the form's author over the file as it was (ISO 32000-2 §12.8.2.3). */
function dropUsageRights(pdf: PDF): boolean {
  const catalog = pdf.getCatalog();
  if (!catalog.has('Perms')) return false;
  catalog.delete('Perms');
  return true;
}
