import { createHash } from 'node:crypto';
import { PDF, PdfArray, type PdfObject, PdfRef, PdfStream } from '@libpdf/core';
import { DocumentRefusal } from '../document-inspection.js';
import { type RemovedPart } from '../upload-changes.js';
import { removeFormActions } from './form-actions.js';
import { secondReadingFault } from './second-reading.js';
import { settleAnnotations } from './settle-annotations.js';
import { type FontFinder, settleForm } from './settle-form.js';
import { writePlain } from './write-plain.js';

/** Bytes of a file identifier (ISO 32000-2 §14.4). */
const ID_BYTES = 16;

/** What signers read, and what was removed from the upload. */
export interface Presented {
  bytes: Uint8Array;
  /** The same document, opened. */
  pdf: PDF;
  removed: RemovedPart[];
}

/**
 * Turns an uploaded document into what its signers will read and what will be sealed: a plain file, which every
 * program reads alike, whose form can no longer be filled in or changed by scripts. A second reader must find the
 * same content in the plain file as in the upload, and again after the form was settled.
 * @param upload the bytes that `pdf` was opened from
 * @throws DocumentRefusal `document_ambiguous` if it does not, `document_field_undrawable`, or
 * `document_has_javascript` for a script where none belongs
 */
export async function presentDocument(
  pdf: PDF,
  upload: Uint8Array,
  findFonts: FontFinder,
): Promise<Presented> {
  const plain = await plainFile(pdf, upload);
  const settled = await PDF.load(plain);
  const actions = removeFormActions(settled);
  if (actions === null) throw new DocumentRefusal('document_has_javascript');
  const hadXfa = dropXfa(settled);
  // What annotations hide is no field to be drawn.
  const isSettled = settleAnnotations(settled);
  const hadForm = await settleForm(settled, findFonts);
  const isChanged = [hadXfa, isSettled, hadForm, dropUsageRights(settled)].includes(true);
  const removed: RemovedPart[] = [
    ...(pdf.isEncrypted ? (['encryption'] as const) : []),
    ...(hadXfa ? (['xfa'] as const) : []),
    ...actions,
  ];
  if (!isChanged && actions.length === 0) return { bytes: plain, pdf: settled, removed };
  const saved = await settled.save({ incremental: true, subsetFonts: true });
  const bytes = await plainFile(await PDF.load(saved), saved, idOf(upload));
  return { bytes, pdf: await PDF.load(bytes), removed };
}

/**
 * Rewrites a document as a plain file, and has it read by a second reader.
 * @param bytes that `pdf` was opened from
 * @param fallbackId for a document without an identifier
 * @throws DocumentRefusal `document_ambiguous` unless that reader finds the same in both
 */
export async function plainFile(
  pdf: PDF,
  bytes: Uint8Array,
  fallbackId: Uint8Array = idOf(bytes),
): Promise<Uint8Array> {
  const incomplete = pageWithoutAllContents(pdf);
  if (incomplete !== null)
    throw new DocumentRefusal('document_ambiguous', undefined, `part of its page ${incomplete} is missing`);
  const plain = writePlain(pdf, fallbackId);
  const fault = await secondReadingFault(bytes, plain);
  if (fault !== null) throw new DocumentRefusal('document_ambiguous', undefined, fault);
  return plain;
}

const idOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest().subarray(0, ID_BYTES);

/** The pages do not depend on it; otherwise the document would have been refused. */
function dropXfa(pdf: PDF): boolean {
  const form = pdf.getCatalog().getDict('AcroForm', (ref) => pdf.getObject(ref));
  if (!form?.has('XFA')) return false;
  pdf.getCatalog().delete('NeedsRendering');
  form.delete('XFA');
  return true;
}

/** The number of the first page with a missing part: some programs then show the other parts, and some show none. */
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
