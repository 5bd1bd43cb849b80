import { ask } from './validators.js';

interface QpdfField {
  fieldtype: string;
  /** The full name for a field that has no name for exports. */
  mappingname: string;
  value: string | null;
}

/**
 * The values of a sealed document's form, as qpdf reads them, by their names for exports: of boxes and buttons the
 * states of those that are ticked, or `Off`. A field that is drawn in several places is there once; seals are left out.
 */
export function valuesByExportName(pdf: Buffer): Record<string, string> {
  const { output } = ask('qpdf', ['--json', '--json-key=acroform', 'file.pdf'], { 'file.pdf': pdf });
  const { acroform } = JSON.parse(output.slice(output.indexOf('{'))) as { acroform: { fields: QpdfField[] } };
  const values = new Map<string, Set<string>>();
  for (const { fieldtype, mappingname, value } of acroform.fields) {
    if (fieldtype === '/Sig' || value === null) continue;
    values.set(mappingname, (values.get(mappingname) ?? new Set()).add(plainValue(value)));
  }
  const shown = (each: ReadonlySet<string>) =>
    [...each].filter((value) => value !== 'Off').join(', ') || 'Off';
  return Object.fromEntries([...values].map(([name, each]) => [name, shown(each)]));
}

/** Strings begin with how they are written: as text, or as bytes, here of PDFDocEncoding. Names begin with a slash. */
const plainValue = (value: string) =>
  value.startsWith('b:')
    ? Buffer.from(value.slice(2), 'hex').toString('latin1')
    : value.replace(/^(?:u:|\/)/, '');
