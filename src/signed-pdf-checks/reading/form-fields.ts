import { type PDF, PdfArray, PdfDict, type PdfObject, PdfRef, PdfString } from '@libpdf/core';
import { nameOf, resolve } from '../../pdf/pdf-comparison.js';

/** A node of the form: a field, or one of its widgets (ISO 32000-1 §12.7.3). */
export interface FormNode {
  dict: PdfDict;
  /** Joined by points, as forms name their fields. */
  name: string;
  /** `Sig`, `Tx`, `Btn`, `Ch`, its own or its parent's. */
  type: string | undefined;
  /** Its own or its parent's. */
  value: PdfObject | null;
  isWidget: boolean;
}

const MAX_DEPTH = 32;
const MAX_NODES = 100_000;

/** Every node of a document's form by its reference; those that have none by their place. @throws Error where there are too many */
export function formNodes(pdf: PDF): Map<string, FormNode> {
  const nodes = new Map<string, FormNode>();
  const visit = (object: PdfObject, place: string, parent: FormNode | null, depth: number): void => {
    const key = object instanceof PdfRef ? nameOf(object) : place;
    const dict = resolve(pdf, object);
    if (!(dict instanceof PdfDict) || nodes.has(key)) return;
    if (depth > MAX_DEPTH || nodes.size >= MAX_NODES) throw new Error('The form is too large');
    const node = toNode(pdf, dict, parent);
    nodes.set(key, node);
    kidsOf(pdf, dict, 'Kids').forEach((kid, index) => visit(kid, `${place}.${index}`, node, depth + 1));
  };
  const form = formOf(pdf);
  if (form) kidsOf(pdf, form, 'Fields').forEach((field, index) => visit(field, `field ${index}`, null, 0));
  return nodes;
}

export const formOf = (pdf: PDF): PdfDict | undefined => dictAt(pdf, pdf.getCatalog(), 'AcroForm');

export function dictAt(pdf: PDF, owner: PdfDict, key: string): PdfDict | undefined {
  const found = resolve(pdf, owner.get(key));
  return found instanceof PdfDict ? found : undefined;
}

export function kidsOf(pdf: PDF, owner: PdfDict, key: string): PdfObject[] {
  const found = resolve(pdf, owner.get(key));
  return found instanceof PdfArray ? [...found] : [];
}

/** Whether a signature field's value is a signature or a document time stamp, with the bytes that make it one. */
export function isSigned({ type, value }: FormNode): boolean {
  return type === 'Sig' && value instanceof PdfDict && value.has('ByteRange') && value.has('Contents');
}

function toNode(pdf: PDF, dict: PdfDict, parent: FormNode | null): FormNode {
  const own = dict.getString('T', (ref) => pdf.getObject(ref));
  const names = [parent?.name, own instanceof PdfString ? own.asString() : undefined];
  return {
    dict,
    name: names.filter((part) => part).join('.'),
    type: dict.getName('FT', (ref) => pdf.getObject(ref))?.value ?? parent?.type,
    value: resolve(pdf, dict.get('V')) ?? parent?.value ?? null,
    isWidget: dict.getName('Subtype', (ref) => pdf.getObject(ref))?.value === 'Widget',
  };
}
