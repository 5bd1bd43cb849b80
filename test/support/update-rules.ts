import { PDF, PdfArray, PdfDict, type PdfObject } from '@libpdf/core';
import { resolve } from '../../src/pdf/pdf-comparison.js';
import { readSignatures } from '../../src/pdf-signatures/read-signatures.js';
import { verdictOf } from '../../src/signed-pdf-checks/domain/verdict.policy.js';
import { checkDocument } from '../../src/signed-pdf-checks/reading/check-document.js';
import { pdfsig, qpdfAccepts } from './validators.js';

/**
 * Entries of the catalog and of the form that strict readers let an update of a signed document change, apart from
 * `NeedAppearances`, at which some programs draw signatures anew.
 */
const CATALOG = new Set(['AcroForm', 'DSS', 'Extensions', 'Metadata', 'MarkInfo', 'Version']);
const FORM = new Set(['Fields', 'DR', 'DA', 'Q']);

const VALID = 'Signature is Valid.';
const UNVERIFIED = 'Signature has not yet been verified.';

/** Changes that a checker may find after a valid signature. */
const SIGNING_ONLY = ['signatures_added', 'timestamps_added', 'validation_data'];

/**
 * The faults of a completed document that was signed before, by poppler, this service's checker and the rules of
 * others.
 */
export async function faultsSince(upload: Buffer, completed: Buffer): Promise<string[]> {
  const after = await PDF.load(completed);
  const found = additionsTo(upload, await PDF.load(upload), completed, after);
  // Fields that are still empty are listed without a verdict, and this poppler does not check document time stamps.
  const verdicts = pdfsig(completed).map(({ verdict }) => verdict);
  const stamps = readSignatures(after, completed).filter(({ subFilter }) => subFilter === 'ETSI.RFC3161');
  const open = verdicts.filter((verdict) => verdict === UNVERIFIED).slice(stamps.length);
  found.push(...open, ...verdicts.filter((verdict) => !['', UNVERIFIED, VALID].includes(verdict)));
  if (!qpdfAccepts(completed) && qpdfAccepts(upload)) found.push('structure');
  const checked = await checkDocument({ pdf: completed, authorities: '' });
  if (!checked.ok) return [...found, checked.reason];
  for (const { fieldName, changes } of checked.facts.signatures)
    for (const { kind } of changes ?? [{ kind: 'unknown' }])
      if (!SIGNING_ONLY.includes(kind)) found.push(`${kind} since ${fieldName}`);
  const verdict = verdictOf(checked.facts, new Date().toISOString());
  return verdict === 'intact' ? found : [...found, verdict];
}

/**
 * What an update adds to a signed document apart from signatures, by the rules of pyHanko's difference policy for
 * changes after an approval signature: the earlier bytes are unchanged, the catalog and the form keep their other
 * entries as written, the page tree is the same, pages change only in their annotations, and every new field or
 * annotation is a signature field.
 */
function additionsTo(upload: Buffer, before: PDF, completed: Buffer, after: PDF): string[] {
  const found: string[] = [];
  if (!completed.subarray(0, upload.length).equals(upload)) found.push('other bytes');
  found.push(...entriesChanged(before.getCatalog(), after.getCatalog(), CATALOG));
  const [form, now] = [formOf(before), formOf(after)];
  if (form) found.push(...entriesChanged(form, now!, FORM));
  const [had, has] = [listOf(before, form, 'Fields'), listOf(after, now, 'Fields')];
  if (had.some((field, index) => written(field) !== written(has[index]))) found.push('Fields');
  const added = has.slice(had.length);
  found.push(...added.filter((field) => typeOf(after, field) !== 'Sig').map(written));
  const names = new Set(added.map(written));
  const pages = after.getPages();
  if (pages.length !== before.getPages().length) found.push('pages');
  for (const [index, page] of before.getPages().entries()) {
    const { dict } = pages[index]!;
    found.push(...entriesChanged(page.dict, dict, new Set(['Annots'])));
    const [old, all] = [listOf(before, page.dict, 'Annots'), listOf(after, dict, 'Annots')].map((items) =>
      items.map(written),
    ) as [string[], string[]];
    if (old.some((item, at) => item !== all[at])) found.push('Annots');
    found.push(...all.slice(old.length).filter((item) => !names.has(item)));
  }
  return found;
}

function entriesChanged(before: PdfDict, after: PdfDict, allowed: ReadonlySet<string>): string[] {
  const keys = new Set([...before.keys(), ...after.keys()].map(({ value }) => value));
  return [...keys].filter((key) => !allowed.has(key) && written(before.get(key)) !== written(after.get(key)));
}

/** An object as it is written; references remain references. */
function written(object: PdfObject | null | undefined): string {
  if (!object) return 'null';
  if (object instanceof PdfArray) return `[${[...object].map(written).join(' ')}]`;
  if (object instanceof PdfDict)
    return `<<${[...object].map(([key, value]) => `/${key.value} ${written(value)}`).join(' ')}>>`;
  return JSON.stringify(object);
}

function formOf(pdf: PDF): PdfDict | null {
  const form = resolve(pdf, pdf.getCatalog().get('AcroForm'));
  return form instanceof PdfDict ? form : null;
}

function listOf(pdf: PDF, owner: PdfDict | null, key: string): PdfObject[] {
  const list = resolve(pdf, owner?.get(key));
  return list instanceof PdfArray ? [...list] : [];
}

function typeOf(pdf: PDF, item: PdfObject): string | undefined {
  const field = resolve(pdf, item);
  return field instanceof PdfDict ? field.getName('FT')?.value : undefined;
}
