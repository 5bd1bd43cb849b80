import { type PDF, PdfArray, PdfBool, PdfDict, type PdfObject, PdfString } from '@libpdf/core';
import { resolve } from '../pdf-comparison.js';

/** A signature that was in a document when it was uploaded: its field, and the signature dictionary if it has one. */
interface EarlierSignature {
  field: PdfDict;
  signature: PdfDict | null;
}

/** A field with its inherited entries: its type, empty if unknown, and its value. */
interface FormNode {
  dict: PdfDict;
  type: string;
  value: PdfObject | null;
}

/** More than any document that we measured has in its form. */
const MAX_NODES = 100_000;
const MAX_DEPTH = 64;

/** Whether a signature field of the document has a value. Unsigned fields and usage rights do not count. */
export const carriesSignatures = (pdf: PDF): boolean => earlierSignatures(pdf).length > 0;

/**
 * Whether the author certified the file against changes (ISO 32000-2 §12.8.2.2). A signature with such a rule counts
 * even if the catalog does not name it, since some readers accept either.
 */
export function isCertified(pdf: PDF): boolean {
  if (dictionaryAt(pdf, pdf.getCatalog(), 'Perms')?.has('DocMDP')) return true;
  return earlierSignatures(pdf).some((each) => transformsOf(pdf, each, 'DocMDP').length > 0);
}

/**
 * Whether a signature locks the fields that we would add (ISO 32000-2 §12.8.2.4, and §12.7.5.5 for the lock that a
 * field takes on with its signature): all fields, all but some, or one of these names.
 */
export function isLocked(pdf: PDF, isOurName: (name: string) => boolean): boolean {
  return earlierSignatures(pdf).some((each) => {
    const lock = dictionaryAt(pdf, each.field, 'Lock');
    const rules = transformsOf(pdf, each, 'FieldMDP').map((rule) =>
      dictionaryAt(pdf, rule, 'TransformParams'),
    );
    return (lock ? [lock, ...rules] : rules).some((rule) => !rule || locks(pdf, rule, isOurName));
  });
}

function locks(pdf: PDF, rule: PdfDict, isOurName: (name: string) => boolean): boolean {
  const fields = resolve(pdf, rule.get('Fields'));
  if (nameAt(pdf, rule, 'Action') !== 'Include' || rule.has('P') || !(fields instanceof PdfArray))
    return true;
  return [...fields].some((item) => {
    const name = resolve(pdf, item);
    return !(name instanceof PdfString) || isOurName(name.asString());
  });
}

/** The signature's rules of one kind for later changes (ISO 32000-2 §12.8.1, table 256). */
function transformsOf(pdf: PDF, { signature }: EarlierSignature, method: string): PdfDict[] {
  const references = signature && resolve(pdf, signature.get('Reference'));
  if (!(references instanceof PdfArray)) return [];
  return [...references].flatMap((item) => {
    const reference = resolve(pdf, item);
    if (!(reference instanceof PdfDict)) return [];
    return nameAt(pdf, reference, 'TransformMethod') === method ? [reference] : [];
  });
}

/**
 * Follows every path by which a reader can reach a field: the form, widgets on pages, and their parents and children.
 */
function earlierSignatures(pdf: PDF): EarlierSignature[] {
  const found: EarlierSignature[] = [];
  // Keyed by what a field inherits, because a widget can be reached both through its field and without it.
  const seen = new Map<PdfDict, Set<string>>();
  const left: FormNode[] = startingPoints(pdf).map((dict) => ({ dict, type: '', value: null }));
  for (let node = left.pop(); node; node = left.pop()) {
    const inherited = `${node.type} ${node.value !== null}`;
    const before = seen.get(node.dict);
    if (before?.has(inherited)) continue;
    seen.set(node.dict, new Set([...(before ?? []), inherited]));
    if (seen.size > MAX_NODES) throw new Error(`The form has more than ${MAX_NODES} fields`);
    const type = nameAt(pdf, node.dict, 'FT') || node.type;
    const value = resolve(pdf, node.dict.get('V')) ?? node.value;
    const signature = value instanceof PdfDict ? value : null;
    if (value !== null && (type === 'Sig' || signature?.has('ByteRange')))
      found.push({ field: node.dict, signature });
    for (const dict of dictionariesAt(pdf, node.dict, 'Kids')) left.push({ dict, type, value });
  }
  return found;
}

/** The topmost fields: those listed by the form, and those above the widgets on pages. */
function startingPoints(pdf: PDF): PdfDict[] {
  const form = dictionaryAt(pdf, pdf.getCatalog(), 'AcroForm');
  const widgets = pdf.getPages().flatMap(({ dict }) => dictionariesAt(pdf, dict, 'Annots'));
  const listed = form ? dictionariesAt(pdf, form, 'Fields') : [];
  return [...listed, ...widgets].map((field) => topOf(pdf, field));
}

function topOf(pdf: PDF, field: PdfDict): PdfDict {
  let top = field;
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    const parent = dictionaryAt(pdf, top, 'Parent');
    if (!parent) return top;
    top = parent;
  }
  return top;
}

const nameAt = (pdf: PDF, owner: PdfDict, key: string) =>
  owner.getName(key, (ref) => pdf.getObject(ref))?.value ?? '';

function dictionaryAt(pdf: PDF, owner: PdfDict, key: string): PdfDict | undefined {
  const found = resolve(pdf, owner.get(key));
  return found instanceof PdfDict ? found : undefined;
}

function dictionariesAt(pdf: PDF, owner: PdfDict, key: string): PdfDict[] {
  const list = resolve(pdf, owner.get(key));
  if (!(list instanceof PdfArray)) return [];
  return [...list].flatMap((item) => {
    const found = resolve(pdf, item);
    return found instanceof PdfDict ? [found] : [];
  });
}

/**
 * Whether a form asks programs to draw its fields anew (ISO 32000-2 §12.7.3, `NeedAppearances`). Some then show nothing
 * of what is drawn in a signature's place.
 */
export function isRedrawn(pdf: PDF): boolean {
  const form = resolve(pdf, pdf.getCatalog().get('AcroForm'));
  const flag = form instanceof PdfDict ? resolve(pdf, form.get('NeedAppearances')) : null;
  return flag instanceof PdfBool && flag.value;
}
