import { createHash } from 'node:crypto';
import { PDF } from '@libpdf/core';
import { type AskParent } from '../../platform/child-process/serve-child-task.js';
import { DocumentRefusal, refusal, type RefusedDocument } from '../document-inspection.js';
import { USUAL_PAGES } from '../document-limits.js';
import { type FormImport, FormRefusal, type RefusedForm, refusedForm } from '../form-import.js';
import { restrictionsOf } from '../inspection/restrictions.js';
import { dropActions, formActions } from '../presenting/form-actions.js';
import { plainCopy, plainRest } from '../presenting/present-document.js';
import { type FontFinder } from '../presenting/settle-form.js';
import { type FaceAddress } from '../scripts/font-face.js';
import { type UploadChanges } from '../upload-changes.js';
import { openForm } from './import-form.js';
import { type SourceField } from './source-field.js';
import { takeFormOut } from './take-form-out.js';

/** Bytes of a file identifier (ISO 32000-2 §14.4). */
const ID_BYTES = 16;

/** The child's findings: the document without its form, to be inspected like any upload, and what the form becomes. */
export type ChildImport =
  | { ok: true; report: FormImport; pdf: Uint8Array; changes: UploadChanges }
  | RefusedForm
  | (RefusedDocument & { fault?: string });

/**
 * Turns an uploaded form into a document without fields, and the fields into fields to fill in. A second reader must
 * find the same in the upload as was read, and the document is written whole from that. Faults in the upload are
 * reported, not thrown.
 * @param ask - requests the system fonts that texts need, and more time for many pages
 */
export async function rewriteForm(
  input: Uint8Array,
  ask: AskParent = () => Promise.resolve([]),
): Promise<ChildImport> {
  const bytes = Buffer.from(input.buffer, input.byteOffset, input.byteLength);
  try {
    const { pdf, report, sources } = await openForm(bytes);
    if (pdf.getPageCount() > USUAL_PAGES) await ask(pdf.getPageCount());
    const find = async (texts: string[]) => (await ask(texts)) as FaceAddress[];
    // The names of boxes' states may be in any encoding: they go with the form.
    const copy = await plainCopy(pdf, bytes);
    const plain = await PDF.load(copy.bytes);
    const changes = { forbidden: restrictionsOf(pdf), removed: await withoutForm(plain, sources, find) };
    if (report.removed.xfa) changes.removed.unshift('xfa');
    if (pdf.isEncrypted) changes.removed.unshift('encryption');
    const saved = await plain.save({ incremental: true, subsetFonts: true });
    const id = createHash('sha256').update(bytes).digest().subarray(0, ID_BYTES);
    return { ok: true, report, pdf: await plainRest(await PDF.load(saved), saved, copy, id), changes };
  } catch (error) {
    if (error instanceof FormRefusal) return refusedForm(error.code);
    if (error instanceof DocumentRefusal)
      return { ...refusal(error.code, error.message), fault: error.fault };
    return refusal('document_unreadable');
  }
}

async function withoutForm(
  pdf: PDF,
  sources: readonly SourceField[],
  findFonts: FontFinder,
): Promise<UploadChanges['removed']> {
  const removed = dropActions(formActions(pdf, true));
  const orders = sources.flatMap(({ widgets }) => widgets.map(({ order }) => order));
  await takeFormOut(pdf, new Set(orders), findFonts);
  return removed;
}
