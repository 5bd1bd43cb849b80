import { CSV_START, csvLine } from '../../common/csv.js';
import { type FormValue } from '../../forms/form-definition.js';
import { exportedValue } from '../form/domain/exported-values.js';
import { type SignedValue } from '../form/form-data.js';
import { type FormDataDto } from './dto/form.dto.js';

export function toFormData(values: readonly SignedValue[]): FormDataDto {
  return {
    items: values.map(({ key, kind, label, pdf, value, signer, signedAt, sha256 }) => ({
      ...{ key, kind, label, value, sha256 },
      pdfName: pdf?.pdfName ?? null,
      exportValue: exportedValue(kind, value, pdf),
      signerId: signer.id,
      signerEmail: signer.email,
      signedAt: signedAt.toISOString(),
    })),
  };
}

const COLUMNS = [
  ...['key', 'kind', 'label', 'value', 'signerId', 'signerEmail', 'signedAt', 'sha256'],
  ...['pdfName', 'exportValue'],
] as const;

/** A line for each value, below one with the names of the columns. */
export function toFormCsv(values: readonly SignedValue[]): string {
  const lines = values.map(({ key, kind, label, pdf, value, signer, signedAt, sha256 }) => {
    const exported = exportedValue(kind, value, pdf);
    return csvLine([
      ...[key, kind, label, textOf(value), signer.id, signer.email, signedAt.toISOString(), sha256],
      ...[pdf?.pdfName ?? '', exported === null ? '' : textOf(exported)],
    ]);
  });
  return CSV_START + csvLine(COLUMNS) + lines.join('');
}

/** A field of an XFDF file: one of the PDF, or what the names of several begin with. */
interface XfdfField {
  values: string[];
  below: Map<string, XfdfField>;
}

/**
 * XFDF (ISO 19444-1) with the values under the names of the PDF that they come from, or else their keys. Names of several
 * levels, as `Lease.Rent`, are nested.
 */
export function toXfdf(values: readonly SignedValue[]): string {
  const root: XfdfField = { values: [], below: new Map() };
  for (const { key, kind, pdf, value } of values) {
    const field = (pdf?.pdfName ?? key).split('.').reduce(belowNamed, root);
    const exported = exportedValue(kind, value, pdf) ?? [value].flat().map((each: FormValue) => textOf(each));
    field.values.push(...[exported].flat());
  }
  const fields = xfdfFields(root);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<xfdf xmlns="http://ns.adobe.com/xfdf/" xml:space="preserve"><fields>${fields}</fields></xfdf>\n`;
}

function belowNamed({ below }: XfdfField, name: string): XfdfField {
  const known = below.get(name) ?? { values: [], below: new Map<string, XfdfField>() };
  below.set(name, known);
  return known;
}

const xfdfFields = ({ below }: XfdfField): string =>
  [...below]
    .map(([name, field]) => {
      const own = field.values.map((text) => `<value>${escaped(text)}</value>`).join('');
      return `<field name="${escaped(name)}">${own}${xfdfFields(field)}</field>`;
    })
    .join('');

/** Several options or files are separated by semicolons; a file is its name and its digest. */
function textOf(value: FormValue): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return String(value);
  if ('sha256' in value) return [value.name ?? '', value.sha256].join(' ').trim();
  return value.map((each: FormValue) => textOf(each)).join('; ');
}

/** XML 1.0 allows none of the other control characters, however they are written. */
const FORBIDDEN = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;
const ENTITIES: Readonly<Record<string, string>> = {
  ...{ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' },
  ...{ '\n': '&#10;', '\r': '&#13;', '\t': '&#9;' },
};
const escaped = (text: string) =>
  text
    .toWellFormed()
    .replace(FORBIDDEN, '\ufffd')
    .replace(/[&<>"\n\r\t]/g, (character) => ENTITIES[character]!);
