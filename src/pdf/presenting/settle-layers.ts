import { type PDF, PdfArray, PdfDict, PdfName, type PdfObject, PdfRef, PdfString } from '@libpdf/core';
import { refKey } from '../pdf-comparison.js';
import { reachable } from '../structure/reachable.js';

/** Expressions nest (ISO 32000-2 §8.11.2.2). */
const MAX_DEPTH = 32;

/** A layer of the document's list, and whether the signing page shows it. */
interface Layer {
  ref: PdfRef;
  dict: PdfDict;
  isShown: boolean;
}

/**
 * Settles the layers (optional content, ISO 32000-2 §8.11), so that all programs show those that the signing page does:
 * some look at their usage, and some at expressions and policies of memberships, and others do not.
 * @returns whether anything was changed
 */
export function settleLayers(pdf: PDF): boolean {
  const resolve = (ref: PdfRef) => pdf.getObject(ref);
  const properties = pdf.getCatalog().getDict('OCProperties', resolve);
  const configuration = properties?.getDict('D', resolve);
  const listed = properties?.getArray('OCGs', resolve);
  if (!properties || !configuration || !listed) return false;
  const layers = layersIn(pdf, configuration, listed);
  const hasUsage = [...layers.values()].some(({ dict }) => dict.getDict('Usage', resolve)?.has('View'));
  const hasOdd = [...layers.values()].some(({ dict }) => dict.getName('Type', resolve)?.value !== 'OCG');
  const memberships = [...reachable(pdf)].filter((each) => isContested(pdf, each, layers));
  if (!hasUsage && !hasOdd && !configuration.has('AS') && memberships.length === 0) return false;
  const statics = memberships.map((each) => [each, isMembershipShown(pdf, each, layers)] as const);
  for (const isShown of new Set(statics.map(([, shown]) => shown))) {
    const dict = PdfDict.of({
      Type: PdfName.of('OCG'),
      Name: PdfString.fromString(isShown ? 'Shown' : 'Hidden'),
    });
    const ref = pdf.register(dict);
    layers.set(refKey(ref), { ref, dict, isShown });
    for (const [membership, shown] of statics) if (shown === isShown) membership.set('OCGs', ref);
  }
  for (const membership of memberships) for (const key of ['VE', 'P']) membership.delete(key);
  for (const { dict } of layers.values()) {
    dict.set('Type', PdfName.of('OCG'));
    dict.delete('Usage');
  }
  const all = [...layers.values()];
  properties.set('OCGs', new PdfArray(all.map(({ ref }) => ref)));
  for (const key of ['AS', 'ON', 'BaseState']) configuration.delete(key);
  configuration.set('OFF', new PdfArray(all.filter(({ isShown }) => !isShown).map(({ ref }) => ref)));
  return true;
}

function layersIn(pdf: PDF, configuration: PdfDict, listed: PdfArray): Map<string, Layer> {
  const resolve = (ref: PdfRef) => pdf.getObject(ref);
  const names = (key: string) =>
    new Set(
      [...(configuration.getArray(key, resolve) ?? [])].map((each) =>
        each instanceof PdfRef ? refKey(each) : '',
      ),
    );
  const [on, off] = [names('ON'), names('OFF')];
  const isOffAtFirst = configuration.getName('BaseState', resolve)?.value === 'OFF';
  const layers = new Map<string, Layer>();
  for (const ref of listed) {
    const dict = ref instanceof PdfRef ? resolve(ref) : null;
    if (!(ref instanceof PdfRef && dict instanceof PdfDict)) continue;
    const view = dict
      .getDict('Usage', resolve)
      ?.getDict('View', resolve)
      ?.getName('ViewState', resolve)?.value;
    // What has no type is no layer to pdf.js.
    const isLayer = dict.getName('Type', resolve)?.value === 'OCG';
    const isOn = !off.has(refKey(ref)) && (!isOffAtFirst || on.has(refKey(ref))) && view !== 'OFF';
    layers.set(refKey(ref), { ref, dict, isShown: isOn || !isLayer });
  }
  return layers;
}

/** Whether not all programs agree on a membership: all know those that show content while any of their layers is. */
function isContested(pdf: PDF, object: PdfDict, layers: ReadonlyMap<string, Layer>): boolean {
  const resolve = (ref: PdfRef) => pdf.getObject(ref);
  if (object.getName('Type', resolve)?.value !== 'OCMD') return false;
  const policy = object.getName('P', resolve)?.value ?? 'AnyOn';
  return object.has('VE') || policy !== 'AnyOn' || membersOf(pdf, object).some((each) => !layers.has(each));
}

function isMembershipShown(pdf: PDF, object: PdfDict, layers: ReadonlyMap<string, Layer>): boolean {
  const resolve = (ref: PdfRef) => pdf.getObject(ref);
  const expression = object.get('VE', resolve);
  if (expression instanceof PdfArray) return isTrue({ pdf, layers, known: new Map() }, expression, 0);
  const members = membersOf(pdf, object).map((each) => layers.get(each)?.isShown);
  if (members.includes(undefined)) return true;
  switch (object.getName('P', resolve)?.value ?? 'AnyOn') {
    case 'AnyOn':
      return members.includes(true);
    case 'AllOn':
      return !members.includes(false);
    case 'AnyOff':
      return members.includes(false);
    case 'AllOff':
      return !members.includes(true);
    default:
      return true;
  }
}

/** What expressions are evaluated with; those that others refer to are evaluated once. */
interface Evaluation {
  pdf: PDF;
  layers: ReadonlyMap<string, Layer>;
  known: Map<string, boolean>;
}

/** As pdf.js evaluates an expression: what it does not understand is shown. */
function isTrue(evaluation: Evaluation, expression: PdfArray, depth: number): boolean {
  const [operator, ...operands] = [...expression];
  const name = operator instanceof PdfName ? operator.value : '';
  if (depth > MAX_DEPTH || operands.length === 0) return true;
  const states = operands.map((operand) => {
    if (operand instanceof PdfArray) return isTrue(evaluation, operand, depth + 1);
    return operand instanceof PdfRef ? stateOf(evaluation, operand, depth) : undefined;
  });
  if (states.includes(undefined)) return true;
  if (name === 'And') return !states.includes(false);
  if (name === 'Or') return states.includes(true);
  return name !== 'Not' || !states[0];
}

/** Of a layer, or of an expression that stands elsewhere; undefined for anything else. */
function stateOf(evaluation: Evaluation, ref: PdfRef, depth: number): boolean | undefined {
  const { pdf, layers, known } = evaluation;
  const found = pdf.getObject(ref);
  if (!(found instanceof PdfArray)) return layers.get(refKey(ref))?.isShown;
  const state = known.get(refKey(ref)) ?? isTrue(evaluation, found, depth + 1);
  known.set(refKey(ref), state);
  return state;
}

/** The layers of a membership, which may be one or several; empty for what is none. */
function membersOf(pdf: PDF, membership: PdfDict): string[] {
  const nameOf = (each: PdfObject) => (each instanceof PdfRef ? refKey(each) : '');
  const own = membership.get('OCGs');
  const found = own instanceof PdfRef ? pdf.getObject(own) : own;
  if (found instanceof PdfArray) return [...found].map(nameOf);
  return own === undefined ? [] : [nameOf(own)];
}
