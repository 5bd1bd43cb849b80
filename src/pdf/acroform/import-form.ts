import { type PDF } from '@libpdf/core';
import { DocumentRefusal, refusal } from '../document-inspection.js';
import { type FormImport, type FormReading, FormRefusal, refusedForm } from '../form-import.js';
import { findDocumentKind } from '../inspection/document-kind.js';
import { openWhole } from '../inspection/open-whole.js';
import { formActions } from '../presenting/form-actions.js';
import { carriesSignatures, isCertified } from '../structure/earlier-signatures.js';
import { xfaKind } from '../structure/xfa-form.js';
import { mapFields } from './map-fields.js';
import { readSourceFields } from './read-source-fields.js';
import { type SourceField } from './source-field.js';

/** A form that was read. */
interface OpenedForm {
  pdf: PDF;
  report: FormImport;
  /** The fields that are imported. */
  sources: SourceField[];
}

/**
 * Reads the form of an upload: what its fields become, and what does not become part of the presented file. Nothing in
 * the file is run. Faults in its bytes are reported, not thrown.
 */
export async function importForm(input: Uint8Array): Promise<FormReading> {
  try {
    const { report } = await openForm(Buffer.from(input.buffer, input.byteOffset, input.byteLength));
    return report;
  } catch (error) {
    if (error instanceof FormRefusal) return refusedForm(error.code);
    if (error instanceof DocumentRefusal) return refusal(error.code, error.message);
    return refusal('document_unreadable');
  }
}

/** @throws FormRefusal, DocumentRefusal, or any Error if the bytes cannot be parsed */
export async function openForm(bytes: Buffer): Promise<OpenedForm> {
  // What is no PDF is converted to one, without fields.
  if ((await findDocumentKind(bytes)) !== 'pdf') throw new FormRefusal('form_has_no_fields');
  const { pdf } = await openWhole(bytes);
  // First, because it counts what everything after it walks through.
  const fields = readSourceFields(pdf, bytes);
  if (carriesSignatures(pdf) || isCertified(pdf)) throw new FormRefusal('form_signed');
  const xfa = xfaKind(pdf);
  if (xfa === 'dynamic') throw new FormRefusal('form_xfa_dynamic');
  if (fields.length === 0) throw new FormRefusal('form_has_no_fields');
  const places = formActions(pdf, true);
  const count = (part: string) => places.filter((each) => each.part === part).length;
  const removed = { scripts: count('scripts'), actions: count('form_actions'), xfa: xfa !== null };
  const { sources, ...mapped } = mapFields(fields);
  return { pdf, report: { ok: true, ...mapped, removed }, sources };
}
