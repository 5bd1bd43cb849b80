import { type FormField, type FormValue } from '../../../forms/form-definition.js';
import { type PdfExport } from '../../../pdf/form-import.js';
import { type PdfField } from '../../../pdf/form-origin.js';

/** What a ticked box is exported as that was not imported. */
const TICKED = 'Yes';
const UNTICKED = 'Off';

/**
 * What a button of an imported field is called in the PDF's data.
 * @param nth - how many places with the same option are before it
 * @returns undefined for what was not imported
 */
export function exportAt(
  pdf: PdfField | null,
  option: string | null,
  nth: number,
): Pick<PdfExport, 'state' | 'value'> | undefined {
  const all = pdf?.exports?.filter((each) => (each.option ?? null) === option) ?? [];
  const found = all[nth] ?? all.at(-1);
  return found && { ...(found.state !== undefined && { state: found.state }), value: valueOf(found) };
}

/** @returns by the value of an option, what the PDF exports for it */
export function exportsOf(pdf: PdfField | null): (option: string) => string {
  const found = pdf?.exports?.map((each) => [each.option, valueOf(each)] as const) ?? [];
  const values = new Map(found.reverse());
  return (option) => values.get(option) ?? option;
}

/**
 * What forms of PDFs know a value as: ticked boxes by what they are exported as, or `Yes`, others as `Off`.
 * @returns null for files
 */
export function exportedValue(
  kind: FormField['kind'],
  value: FormValue,
  pdf: PdfField | null,
): string | string[] | null {
  const exported = exportsOf(pdf);
  if (typeof value === 'boolean') return value ? (exportAt(pdf, null, 0)?.value ?? TICKED) : UNTICKED;
  if (typeof value === 'string') return kind === 'choice' || kind === 'radio' ? exported(value) : value;
  if (!Array.isArray(value)) return null;
  const texts = value.filter((each) => typeof each === 'string');
  return texts.length === value.length ? texts.map(exported) : null;
}

const valueOf = ({ option, state, value }: PdfExport) => value ?? state ?? option ?? TICKED;
