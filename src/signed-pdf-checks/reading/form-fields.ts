import { type PDF, PdfArray, PdfDict, type PdfObject, PdfRef, PdfString } from '@libpdf/core';
import { refKey, resolve } from '../../pdf/pdf-comparison.js';

/** A node of the form: a field, or one of its widgets (ISO 32000-1 §12.7.3). */
export interface FormNode {
  dict: PdfDict;
  /** Fully qualified, with dots. */
  name: string;
  /** `Sig`, `Tx`, `Btn` or `Ch`, its own or inherited. */
  type: string | undefined;
  /** Its own or inherited. */
  value: PdfObject | null;
  isWidget: boolean;
}

const MAX_DEPTH = 32;
const MAX_NODES = 100_000;

/** All nodes of a document's form by reference, or by position if they have none. @throws Error if there are too many */
export function formNodes(pdf: PDF): Map<string, FormNode> {
  const nodes = new Map<string, FormNode>();
  const visit = (object: PdfObject, place: string, parent: FormNode | null, depth: number): void => {
    const key = object instanceof PdfRef ? refKey(object) : place;
    const dict = resolve(pdf, object);
    if (!(dict instanceof PdfDict) || nodes.has(key)) return;
    if (depth > MAX_DEPTH || nodes.size >= MAX_NODES)
      throw new Error(`The form has more than ${MAX_NODES} fields or ${MAX_DEPTH} levels`);
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

/** Whether a signature field contains a signature or a document time stamp. */
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
