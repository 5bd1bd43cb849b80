import {
  type PDF,
  PdfArray,
  PdfBool,
  PdfDict,
  PdfName,
  PdfNumber,
  type PdfObject,
  PdfRef,
  PdfString,
} from '@libpdf/core';
import { dictionariesIn } from './form-widgets.js';

/** Number trees nest (ISO 32000-2 §7.9.7), in a damaged file for ever. */
const MAX_NODES = 10_000;

/** What was added to a document and has to be found in its structure. */
export interface Additions {
  /** Widgets of fields, with the pages that they are on. */
  widgets: readonly { ref: PdfRef; page: PdfRef; label: string }[];
  /** Pages of which all content is marked as one part, with the identifier 0. */
  pages: readonly { ref: PdfRef; dict: PdfDict }[];
}

/** Whether a document has a structure by which it is read aloud (ISO 32000-2 §14.8.1). */
export function isTagged(pdf: PDF): boolean {
  const resolve = resolverOf(pdf);
  const marked = pdf.getCatalog().getDict('MarkInfo', resolve)?.get('Marked', resolve);
  return marked instanceof PdfBool && marked.value && rootOf(pdf) !== undefined;
}

/**
 * Adds widgets and pages to a tagged document's structure: each widget as a form, each page as a paragraph, at the end of
 * what the structure begins with (ISO 32000-2 §14.7.4 and §14.7.5). Nothing of the pages that were there changes.
 */
export function tagAdditions(pdf: PDF, { widgets, pages }: Additions): void {
  const root = rootOf(pdf);
  if (!root) return;
  const { parent, parentRef } = placeFor(pdf, root);
  let key = nextKey(pdf, root);
  const entries: PdfObject[] = [];
  const add = (element: PdfDict, isPage: boolean): PdfNumber => {
    const ref = pdf.register(element);
    kidsOf(pdf, parent).push(ref);
    entries.push(PdfNumber.of(key), isPage ? new PdfArray([ref]) : ref);
    return PdfNumber.of(key++);
  };
  const elementOf = (kind: string, page: PdfRef, content: PdfObject) =>
    PdfDict.of({ Type: PdfName.of('StructElem'), S: PdfName.of(kind), P: parentRef, Pg: page, K: content });
  for (const { ref, dict } of pages) {
    dict.set('StructParents', add(elementOf('P', ref, PdfNumber.of(0)), true));
    dict.set('Tabs', PdfName.of('S'));
  }
  for (const { ref, page, label } of widgets) {
    const element = elementOf('Form', page, PdfDict.of({ Type: PdfName.of('OBJR'), Obj: ref, Pg: page }));
    element.set('Alt', PdfString.fromString(label));
    const widget = pdf.getObject(ref);
    if (widget instanceof PdfDict) widget.set('StructParent', add(element, false));
  }
  if (entries.length === 0) return;
  addParents(pdf, root, entries);
  root.set('ParentTreeNextKey', PdfNumber.of(key));
}

/** The element of the whole document, or the root where there is none or are several. */
function placeFor(pdf: PDF, root: PdfDict): { parent: PdfDict; parentRef: PdfRef } {
  const resolve = resolverOf(pdf);
  const kids = root.get('K', resolve);
  const list = kids instanceof PdfArray ? [...kids] : [root.get('K')];
  const [only] = list;
  const element = only instanceof PdfRef ? pdf.getObject(only) : null;
  if (list.length === 1 && only instanceof PdfRef && element instanceof PdfDict && !element.has('MCID'))
    return { parent: element, parentRef: only };
  return { parent: root, parentRef: pdf.getCatalog().getRef('StructTreeRoot')! };
}

/** The elements below another one, as a list. */
function kidsOf(pdf: PDF, parent: PdfDict): PdfArray {
  const kids = parent.get('K', resolverOf(pdf));
  if (kids instanceof PdfArray) return kids;
  const present = parent.get('K');
  const list = new PdfArray(present ? [present] : []);
  parent.set('K', list);
  return list;
}

/** A key of the parent tree that nothing has yet, whatever the document says. */
function nextKey(pdf: PDF, root: PdfDict): number {
  const resolve = resolverOf(pdf);
  const said = root.getNumber('ParentTreeNextKey', resolve)?.value ?? 0;
  const tree = root.getDict('ParentTree', resolve);
  const keys = nodesOf(pdf, tree).flatMap((node) => {
    const numbers = [...(node.getArray('Nums', resolve) ?? [])];
    return numbers
      .filter((_, index) => index % 2 === 0)
      .map((each) => (each instanceof PdfNumber ? each.value : 0));
  });
  return keys.reduce((highest, each) => Math.max(highest, each + 1), said);
}

function nodesOf(pdf: PDF, tree: PdfDict | undefined): PdfDict[] {
  const nodes: PdfDict[] = [];
  const left = tree ? [tree] : [];
  for (let node = left.pop(); node && nodes.length < MAX_NODES; node = left.pop()) {
    if (nodes.includes(node)) continue;
    nodes.push(node);
    left.push(...dictionariesIn(pdf, node.getArray('Kids', resolverOf(pdf))));
  }
  return nodes;
}

/** Behind the keys that are there, which are lower. A root of the tree has numbers or children, never both. */
function addParents(pdf: PDF, root: PdfDict, entries: PdfObject[]): void {
  const resolve = resolverOf(pdf);
  const tree = root.getDict('ParentTree', resolve);
  if (!tree) return void root.set('ParentTree', pdf.register(PdfDict.of({ Nums: new PdfArray(entries) })));
  const kids = tree.getArray('Kids', resolve);
  if (!kids) {
    const numbers = [...(tree.getArray('Nums', resolve) ?? []), ...entries];
    return void tree.set('Nums', new PdfArray(numbers));
  }
  const limits = new PdfArray([entries[0]!, entries.at(-2)!]);
  kids.push(pdf.register(PdfDict.of({ Limits: limits, Nums: new PdfArray(entries) })));
}

function rootOf(pdf: PDF): PdfDict | undefined {
  const ref = pdf.getCatalog().getRef('StructTreeRoot');
  const root = ref && pdf.getObject(ref);
  return root instanceof PdfDict ? root : undefined;
}

const resolverOf = (pdf: PDF) => (ref: PdfRef) => pdf.getObject(ref);
