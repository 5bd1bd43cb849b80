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

/**
 * Reads the form of an upload: what its fields become, and what does not become part of the presented file. Nothing in
 * the file is run. Faults in its bytes are reported, not thrown.
 */
export async function importForm(input: Uint8Array): Promise<FormReading> {
  const bytes = Buffer.from(input.buffer, input.byteOffset, input.byteLength);
  try {
    // What is no PDF is converted to one, without fields.
    if ((await findDocumentKind(bytes)) !== 'pdf') return refusedForm('form_has_no_fields');
    const { pdf } = await openWhole(bytes);
    return readForm(pdf, bytes);
  } catch (error) {
    if (error instanceof FormRefusal) return refusedForm(error.code);
    if (error instanceof DocumentRefusal) return refusal(error.code, error.message);
    return refusal('document_unreadable');
  }
}

/** @throws FormRefusal */
function readForm(pdf: PDF, bytes: Buffer): FormImport {
  // First, because it counts what everything after it walks through.
  const fields = readSourceFields(pdf, bytes);
  if (carriesSignatures(pdf) || isCertified(pdf)) throw new FormRefusal('form_signed');
  const xfa = xfaKind(pdf);
  if (xfa === 'dynamic') throw new FormRefusal('form_xfa_dynamic');
  if (fields.length === 0) throw new FormRefusal('form_has_no_fields');
  const places = formActions(pdf);
  const count = (part: string) => places.filter((each) => each.part === part).length;
  const removed = { scripts: count('scripts'), actions: count('form_actions'), xfa: xfa !== null };
  return { ok: true, ...mapFields(fields), removed };
}
