import { type PDF, type PdfArray, PdfDict, PdfNumber, type PdfObject, PdfRef, PdfString } from '@libpdf/core';
import { unitOf } from './page-geometry.js';

/** Fields nest (ISO 32000-2 §12.7.4.1), endlessly in a damaged file. */
const MAX_DEPTH = 32;
/** Flag of a field (ISO 32000-2 §12.7.5.2.1): a button that keeps no value. */
export const PUSHBUTTON = 1 << 16;

/** `push` is a button without a value. */
export type FieldType = 'text' | 'choice' | 'tick' | 'push' | 'signature' | 'other';

/** A form field at one of its places, or at none. */
export interface FormWidget {
  /** Fully qualified (ISO 32000-2 §12.7.4.2); empty for a field without a name. */
  readonly name: string;
  type: FieldType;
  /** The flags of the field (ISO 32000-2 §12.7.4.1). */
  flags: number;
  /** The dictionary that names the field. */
  field: PdfDict;
  /** The annotation, which may be the same dictionary. */
  widget: PdfDict;
  isOnPage: boolean;
  /** Points in one unit of its page's own coordinates. */
  unit: number;
}

/**
 * All places of all fields: those among the pages' annotations, which readers draw, and those only reachable through
 * the form's tree of fields.
 */
export function formWidgets(pdf: PDF): FormWidget[] {
  const resolve = (ref: PdfRef) => pdf.getObject(ref);
  const onPages = pdf.getPages().flatMap((page) =>
    dictionariesIn(pdf, page.dict.getArray('Annots', resolve))
      .filter((annotation) => annotation.getName('Subtype', resolve)?.value === 'Widget')
      .map((annotation) => describe(pdf, annotation, { isOnPage: true, unit: unitOf(pdf, page) })),
  );
  const seen = new Set(onPages.map(({ widget }) => widget));
  const form = pdf.getCatalog().getDict('AcroForm', resolve);
  const others = leavesOf(pdf, dictionariesIn(pdf, form?.getArray('Fields', resolve))).filter(
    (leaf) => !seen.has(leaf),
  );
  return [...onPages, ...others.map((widget) => describe(pdf, widget, { isOnPage: false, unit: 1 }))];
}

/** An attribute of a field, its own or inherited (ISO 32000-2 §12.7.4.1). */
export function fieldAttribute(pdf: PDF, widget: PdfDict, key: string): PdfObject | undefined {
  const owner = lineageOf(pdf, widget).find((each) => each.has(key));
  return owner?.get(key, (ref) => pdf.getObject(ref));
}

function describe(
  pdf: PDF,
  widget: PdfDict,
  { isOnPage, unit }: Pick<FormWidget, 'isOnPage' | 'unit'>,
): FormWidget {
  const lineage = lineageOf(pdf, widget);
  const names = lineage.map((each) => each.get('T', (ref) => pdf.getObject(ref)));
  const flags = fieldAttribute(pdf, widget, 'Ff');
  const bits = flags instanceof PdfNumber ? flags.value : 0;
  return {
    // Only when it is asked for: thousands of fields may be below one with a very long name.
    get name() {
      return names
        .flatMap((part) => (part instanceof PdfString ? part.asString() : []))
        .reverse()
        .join('.');
    },
    type: typeOf(pdf, widget, bits),
    flags: bits,
    field: lineage[names.findIndex((part) => part instanceof PdfString)] ?? widget,
    widget,
    isOnPage,
    unit,
  };
}

function typeOf(pdf: PDF, widget: PdfDict, flags: number): FieldType {
  const type = lineageOf(pdf, widget)
    .map((each) => each.getName('FT', (ref) => pdf.getObject(ref))?.value)
    .find((name) => name !== undefined);
  if (type === 'Btn') return (flags & PUSHBUTTON) === 0 ? 'tick' : 'push';
  return ({ Tx: 'text', Ch: 'choice', Sig: 'signature' } as const)[type ?? ''] ?? 'other';
}

/** The dictionary itself and its ancestors. */
function lineageOf(pdf: PDF, widget: PdfDict): PdfDict[] {
  const lineage: PdfDict[] = [];
  let each: PdfDict | undefined = widget;
  while (each && lineage.length < MAX_DEPTH && !lineage.includes(each)) {
    lineage.push(each);
    each = each.getDict('Parent', (ref) => pdf.getObject(ref));
  }
  return lineage;
}

/** The leaves of a tree of fields. */
function leavesOf(pdf: PDF, fields: PdfDict[]): PdfDict[] {
  const leaves: PdfDict[] = [];
  const seen = new Set<PdfDict>();
  const left = [...fields];
  for (let field = left.pop(); field; field = left.pop()) {
    if (seen.has(field)) continue;
    seen.add(field);
    const kids = dictionariesIn(
      pdf,
      field.getArray('Kids', (ref) => pdf.getObject(ref)),
    );
    if (kids.length === 0) leaves.push(field);
    else left.push(...kids);
  }
  return leaves.reverse();
}

/** The dictionaries of a list, whether direct or referenced. */
export function dictionariesIn(pdf: PDF, array: PdfArray | undefined): PdfDict[] {
  return [...(array ?? [])].flatMap((item) => {
    const found = item instanceof PdfRef ? pdf.getObject(item) : item;
    return found instanceof PdfDict ? [found] : [];
  });
}
