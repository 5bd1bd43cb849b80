import { type PDF } from '@libpdf/core';
import { catalogReference, PdfComparison } from '../../pdf/pdf-comparison.js';
import { type Change } from '../domain/document-facts.js';
import { areLaidOutTogether, sealOfLayout } from '../domain/seal-field.js';
import { coveredPages } from './covered-pages.js';
import { type FormChanges, formChanges } from './form-changes.js';
import { formNodes, isSigned } from './form-fields.js';
import { type EarlierPdf } from './open-document.js';
import { pageChanges } from './page-changes.js';
import { isTreeClear } from './page-tree.js';
import { namesSignatures, type Permissions, permissionsOf } from './permissions.js';
import { plainText } from './plain-text.js';

/** Entries of the catalog that are compared separately. */
const LOOKED_AT = new Set(['Pages', 'AcroForm', 'DSS']);
/** Entries that affect neither what a document shows nor what it does: version, extensions, description. */
const HARMLESS = new Set(['Type', 'Version', 'Extensions', 'Metadata']);

/** Additions that are not changes in themselves, but may be drawn over the page. */
const OPEN = new Set<Change['kind']>(['signatures_added', 'timestamps_added', 'annotations_permitted']);

/**
 * Changes between two revisions of a document, by what readers see (modelled on ISO 32000-1 §12.8.2.2.2). Anything
 * not known to be harmless is reported.
 * @param fieldName of the signature that covers the earlier revision
 */
export async function documentChanges(earlier: EarlierPdf, after: PDF, fieldName: string): Promise<Change[]> {
  const { pdf: before } = earlier;
  const permissions = permissionsOf(before);
  const fields = new Set(formNodes(before).keys());
  const comparison = new PdfComparison(before, after, new Set([...fields, ...catalogReference(after)]));
  const form = formChanges(before, after, comparison, permissions);
  const changes = [
    ...form.changes,
    ...pageChanges(before, after, comparison, { old: fields, added: form.added }),
    ...catalogChanges(before, after, comparison),
  ];
  const named = changes.map((change) => asPermitted(change, permissions));
  // Existing changes need no measuring.
  const isOpen = named.some(({ kind }) => OPEN.has(kind));
  return isOpen
    ? [...named, ...(await coveredPages(earlier, after, toMeasure(form, after, fieldName)))]
    : named;
}

/**
 * Fields signed since whose place counts as part of the page. Whoever signs at this service agrees to the places of
 * the others along with the document; the seal comes last, and nothing may be drawn over what it covers.
 */
function toMeasure({ signed }: FormChanges, after: PDF, fieldName: string): Set<string> {
  const seal = sealOfLayout(fieldName);
  const isSealed = [...formNodes(after).values()].some((node) => node.name === seal && isSigned(node));
  const fields = [...signed].filter(([, { name }]) => !(isSealed && areLaidOutTogether(fieldName, name)));
  return new Set(fields.map(([key]) => key));
}

/** Names changes that a certification permits or forbids. */
function asPermitted(change: Change, { level }: Permissions): Change {
  if (level === 1 && change.kind === 'signatures_added') return { ...change, kind: 'signatures_forbidden' };
  if (level !== null && level > 1 && change.kind === 'fields_filled')
    return { ...change, kind: 'fields_permitted' };
  if (level === 3 && isAboutAnnotations(change)) return { ...change, kind: 'annotations_permitted' };
  return change;
}

const isAboutAnnotations = (change: Change): change is Extract<Change, { pages: number[] }> =>
  'pages' in change && change.kind.startsWith('annotations_');

function catalogChanges(before: PDF, after: PDF, comparison: PdfComparison): Change[] {
  const [old, now] = [before.getCatalog(), after.getCatalog()];
  const keys = new Set([...old.keys(), ...now.keys()].map(({ value }) => value));
  const parts = [...keys].filter(
    (key) => !LOOKED_AT.has(key) && !HARMLESS.has(key) && !isKept(key, before, after, comparison),
  );
  if (!isTreeClear(before, after, comparison)) parts.push('Pages');
  const changes: Change[] =
    parts.length > 0 ? [{ kind: 'document_changed', parts: parts.map(plainText) }] : [];
  if (!comparison.same(old.get('DSS'), now.get('DSS'))) changes.push({ kind: 'validation_data' });
  return changes;
}

/** Permissions can come with a certification in the form, whose place in the file they name. */
function isKept(key: string, before: PDF, after: PDF, comparison: PdfComparison): boolean {
  const [old, now] = [before.getCatalog().get(key), after.getCatalog().get(key)];
  if (key === 'Perms' && old === undefined && namesSignatures(after)) return true;
  return comparison.same(old, now);
}
