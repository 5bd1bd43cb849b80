import { type PDF } from '@libpdf/core';
import { catalogReference, PdfComparison } from '../../pdf/pdf-comparison.js';
import { type Change } from '../domain/document-facts.js';
import { formChanges } from './form-changes.js';
import { formNodes } from './form-fields.js';
import { plainText } from './plain-text.js';
import { pageChanges } from './page-changes.js';

/** Entries of the catalog that are compared separately. */
const LOOKED_AT = new Set(['Pages', 'AcroForm', 'DSS']);
/** Entries that affect neither what a document shows nor what it does: version, extensions, description. */
const HARMLESS = new Set(['Type', 'Version', 'Extensions', 'Metadata']);

/**
 * Changes between two revisions of a document, by what readers see (modelled on ISO 32000-1 §12.8.2.2.2). Anything not
 * known to be harmless is reported.
 */
export function documentChanges(before: PDF, after: PDF): Change[] {
  const fields = new Set(formNodes(before).keys());
  const comparison = new PdfComparison(before, after, new Set([...fields, ...catalogReference(after)]));
  const form = formChanges(before, after, comparison);
  return [
    ...form.changes,
    ...pageChanges(before, after, comparison, { old: fields, added: form.added }),
    ...catalogChanges(before, after, comparison),
  ];
}

function catalogChanges(before: PDF, after: PDF, comparison: PdfComparison): Change[] {
  const [old, now] = [before.getCatalog(), after.getCatalog()];
  const keys = new Set([...old.keys(), ...now.keys()].map(({ value }) => value));
  const parts = [...keys].filter(
    (key) => !LOOKED_AT.has(key) && !HARMLESS.has(key) && !comparison.same(old.get(key), now.get(key)),
  );
  const changes: Change[] =
    parts.length > 0 ? [{ kind: 'document_changed', parts: parts.map(plainText) }] : [];
  if (!comparison.same(old.get('DSS'), now.get('DSS'))) changes.push({ kind: 'validation_data' });
  return changes;
}
