import { type PDF, PdfArray, PdfDict, PdfName, type PdfObject, PdfRef } from '@libpdf/core';

/** Policies of a membership whose content is shown while layers are hidden (ISO 32000-1 §8.11.2.2). */
const SHOWN_WHILE_OFF = new Set(['AllOff', 'AnyOff']);
const MAX_DEPTH = 32;

/**
 * Whether something is hidden on screen and shown in print (optional content, ISO 32000-1 §8.11.4). Readers differ in
 * when they respect a layer's usage, so here it always counts.
 * @param hasInverted whether content of the document is shown while a layer is hidden
 */
export function printsHiddenLayer(pdf: PDF, hasInverted: boolean): boolean {
  const resolve = resolverOf(pdf);
  const properties = pdf.getCatalog().getDict('OCProperties', resolve);
  const configuration = properties?.getDict('D', resolve);
  const listed = (key: string) => new Set([...(configuration?.getArray(key, resolve) ?? [])].map(nameOf));
  const [on, off] = [listed('ON'), listed('OFF')];
  const isOffAtFirst = configuration?.getName('BaseState', resolve)?.value === 'OFF';
  return [...(properties?.getArray('OCGs', resolve) ?? [])].some((layer) => {
    const isHidden = off.has(nameOf(layer)) || (isOffAtFirst && !on.has(nameOf(layer)));
    const onScreen = stateFor(pdf, layer, 'View');
    const inPrint = stateFor(pdf, layer, 'Print') ?? (isHidden ? 'OFF' : 'ON');
    const printsMore = (isHidden || onScreen === 'OFF') && inPrint === 'ON';
    return printsMore || (hasInverted && !isHidden && inPrint === 'OFF');
  });
}

/** Whether a dictionary makes content visible while a layer is hidden. */
export function invertsLayers(object: PdfDict, pdf: PDF): boolean {
  const resolve = resolverOf(pdf);
  // If an image's layer is hidden, one of its alternates is shown instead (ISO 32000-1 §8.9.5.4).
  if (object.has('Alternates') && object.has('OC')) return true;
  if (object.getName('Type', resolve)?.value !== 'OCMD') return false;
  const isNegated = (part: PdfObject | undefined, depth: number): boolean => {
    if (!(part instanceof PdfArray) || depth > MAX_DEPTH) return false;
    const [operator, ...operands] = [...part];
    if (operator instanceof PdfName && operator.value === 'Not') return true;
    return operands.some((each) =>
      isNegated(each instanceof PdfRef ? (resolve(each) ?? undefined) : each, depth + 1),
    );
  };
  const policy = object.getName('P', resolve)?.value ?? '';
  return SHOWN_WHILE_OFF.has(policy) || isNegated(object.get('VE', resolve), 0);
}

function stateFor(pdf: PDF, layer: PdfObject, event: 'View' | 'Print'): string | undefined {
  const resolve = resolverOf(pdf);
  const group = layer instanceof PdfRef ? pdf.getObject(layer) : layer;
  const usage = group instanceof PdfDict ? group.getDict('Usage', resolve) : undefined;
  return usage?.getDict(event, resolve)?.getName(`${event}State`, resolve)?.value;
}

const nameOf = (item: PdfObject) => (item instanceof PdfRef ? `${item.objectNumber} ${item.generation}` : '');

const resolverOf = (pdf: PDF) => (ref: PdfRef) => pdf.getObject(ref);
