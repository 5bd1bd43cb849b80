import { type ImportedField, type PdfExport, type PdfFacts } from './form-import.js';

/** What the PDF says of an imported field. */
export interface PdfField extends PdfFacts {
  /** Its full name in the PDF. */
  pdfName: string;
}

/** The PDF form that a form was imported from. */
export interface FormOrigin {
  /** The imported fields by their keys, also those that the form no longer has. */
  fields: ReadonlyMap<string, PdfField>;
  /** Whether the document is another one since, so that its form is not imported again for copies. */
  isReplaced: boolean;
}

/** Of a form that was not imported. */
export const NO_ORIGIN: FormOrigin = { fields: new Map(), isReplaced: false };

export function originOf(imported: readonly ImportedField[]): FormOrigin {
  const fields = imported.map(
    ({ field: { key }, pdfName, mappingName, alternateName, exports }) =>
      [
        key,
        {
          pdfName: storable(pdfName),
          ...(mappingName !== undefined && { mappingName: storable(mappingName) }),
          ...(alternateName !== undefined && { alternateName: storable(alternateName) }),
          ...(exports !== undefined && { exports: exports.map(storableExport) }),
        },
      ] as const,
  );
  return { fields: new Map(fields), isReplaced: false };
}

/** The database stores no NUL and no half of a character. */
const storable = (text: string) => text.toWellFormed().replaceAll('\0', '\ufffd');

const storableExport = ({ option, state, value }: PdfExport): PdfExport => ({
  ...(option !== undefined && { option: storable(option) }),
  ...(state !== undefined && { state: storable(state) }),
  ...(value !== undefined && { value: storable(value) }),
});

/** Whether the document is read without its form. */
export const isImported = ({ fields, isReplaced }: FormOrigin): boolean => fields.size > 0 && !isReplaced;

/** The keys of imported fields that a form no longer has, sorted. */
export function leftOutOf({ fields }: FormOrigin, form: { fields: readonly { key: string }[] }): string[] {
  const kept = new Set(form.fields.map(({ key }) => key));
  return [...fields.keys()].filter((key) => !kept.has(key)).sort();
}

/** As it is stored: names by key, and by key what the PDF says besides. */
export interface StoredOrigin {
  pdfNames: Record<string, string>;
  pdfFacts: Record<string, PdfFacts>;
}

export function toStored({ fields }: FormOrigin): StoredOrigin {
  const entries = [...fields];
  const withFacts = entries.flatMap(([key, field]) => {
    const facts = Object.entries(field).filter(([name]) => name !== 'pdfName');
    return facts.length > 0 ? [[key, Object.fromEntries(facts)] as const] : [];
  });
  return {
    pdfNames: Object.fromEntries(entries.map(([key, { pdfName }]) => [key, pdfName])),
    pdfFacts: Object.fromEntries(withFacts),
  };
}

export function fromStored({ pdfNames, pdfFacts }: Readonly<StoredOrigin>, isReplaced: boolean): FormOrigin {
  const facts = new Map(Object.entries(pdfFacts));
  const fields = Object.entries(pdfNames).map(
    ([key, pdfName]) => [key, { pdfName, ...facts.get(key) }] as const,
  );
  return { fields: new Map(fields), isReplaced };
}
