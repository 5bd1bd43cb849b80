import { PDF, PdfArray, type PdfDict, type PdfName, PdfString } from '@libpdf/core';
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

/** A button of a sealed document's form. */
interface SealedButton {
  /** For exports. */
  name: string;
  /** The name of the state that ticks it, and what that stands for. */
  state: string;
  value: string;
}

/** The buttons of a sealed document's form, in its order, whatever they are set to. */
export async function buttonsOf(bytes: Buffer): Promise<SealedButton[]> {
  const pdf = await PDF.load(bytes);
  const resolve = (ref: Parameters<typeof pdf.getObject>[0]) => pdf.getObject(ref);
  const form = pdf.getCatalog().getDict('AcroForm', resolve)!;
  const fields = [...form.getArray('Fields', resolve)!].map(
    (item) => pdf.getObject(item as never) as PdfDict,
  );
  return fields
    .filter((field) => field.getName('FT')?.value === 'Btn')
    .map((field) => {
      const looks = field.getDict('AP', resolve)!.getDict('N', resolve)!;
      const state = [...looks.keys()].map((name: PdfName) => name.value).find((name) => name !== 'Off')!;
      const [stated] = [...(field.getArray('Opt', resolve) ?? new PdfArray([]))];
      const value = stated instanceof PdfString ? stated.asString() : state;
      return { name: field.getString('TM')!.asString(), state, value };
    });
}
