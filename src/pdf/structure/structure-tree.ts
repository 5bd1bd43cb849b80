import {
  ops,
  type PDF,
  PdfArray,
  PdfDict,
  PdfName,
  PdfNumber,
  type PdfObject,
  type PDFPage,
  PdfRef,
  PdfString,
} from '@libpdf/core';
import { claimsOf } from './document-claims.js';

/** Standard structure types (ISO 32000-1 §14.8.4). */
export type Role = 'H1' | 'P' | 'Figure';

/** Number trees nest, endlessly in a damaged file. */
const MAX_DEPTH = 32;

/** An element of the structure of a document. */
export interface Element {
  ref: PdfRef;
  role: Role;
  kids: PdfArray;
}

/**
 * The structure of a tagged document (ISO 32000-1 §14.7). A section at its end receives what is added to the
 * document: the paragraphs of new pages and the fields.
 */
export class StructureTree {
  private readonly section: PdfRef;
  private readonly kids = new PdfArray([]);
  /** For each new page, the elements of its marked content, by their number on the page. */
  private readonly contents = new Map<PDFPage, { key: number; elements: PdfArray }>();
  /** New entries of the tree that maps content to elements (ISO 32000-1 §14.7.4.4). */
  private readonly entries: [key: number, value: PdfObject][] = [];
  private nextKey: number;

  /** @param language of the additions, BCP 47 */
  static of(pdf: PDF, language: string): StructureTree | null {
    return claimsOf(pdf).isTagged ? new StructureTree(pdf, language) : null;
  }

  private constructor(
    private readonly pdf: PDF,
    language: string,
  ) {
    this.nextKey = nextKeyOf(pdf, this.root);
    const parent = this.addSection();
    this.section = pdf.register(
      PdfDict.of({
        Type: PdfName.of('StructElem'),
        S: PdfName.of('Sect'),
        P: parent.ref,
        Lang: PdfString.fromString(language),
        K: this.kids,
      }),
    );
    parent.kids.push(this.section);
  }

  /** Adds an element. @param alternative the text read aloud for a picture */
  element(role: Role, alternative?: string): Element {
    const kids = new PdfArray([]);
    const dict = PdfDict.of({
      Type: PdfName.of('StructElem'),
      S: PdfName.of(role),
      P: this.section,
      K: kids,
    });
    if (alternative !== undefined) dict.set('Alt', PdfString.fromString(alternative));
    const ref = this.pdf.register(dict);
    this.kids.push(ref);
    return { ref, role, kids };
  }

  /** The operator that begins an element's content on one of the new pages. */
  beginContent(page: PDFPage, { ref, role, kids }: Element) {
    const { elements } = this.contentsOf(page);
    const number = PdfNumber.of(elements.length);
    elements.push(ref);
    kids.push(PdfDict.of({ Type: PdfName.of('MCR'), Pg: page.ref, MCID: number }));
    return ops.beginMarkedContentProps(`/${role}`, PdfDict.of({ MCID: number }));
  }

  /** Adds a field on a page (ISO 32000-1 §14.7.4.3). */
  addField(field: PdfRef, page: PDFPage): void {
    const widget = this.pdf.getObject(field) as PdfDict;
    const key = this.nextKey++;
    const content = PdfDict.of({ Type: PdfName.of('OBJR'), Obj: field, Pg: page.ref });
    const element = PdfDict.of({
      Type: PdfName.of('StructElem'),
      S: PdfName.of('Form'),
      P: this.section,
      K: content,
    });
    const ref = this.pdf.register(element);
    this.kids.push(ref);
    widget.set('StructParent', PdfNumber.of(key));
    this.entries.push([key, ref]);
    // Readers go from field to field in the order of the structure (ISO 14289-1 §7.18.3).
    page.dict.set('Tabs', PdfName.of('S'));
  }

  /** Writes the mapping from the content of pages and from fields to their elements. Call it after all additions. */
  finish(): void {
    for (const { key, elements } of this.contents.values()) this.entries.push([key, elements]);
    this.entries.sort(([one], [other]) => one - other);
    const numbers = new PdfArray(this.entries.flatMap(([key, value]) => [PdfNumber.of(key), value]));
    const [first, last] = [this.entries[0], this.entries.at(-1)];
    if (!first || !last) return;
    const tree = this.dictAt(this.root, 'ParentTree');
    const branches = this.arrayAt(tree, 'Kids');
    if (branches) {
      const limits = new PdfArray([PdfNumber.of(first[0]), PdfNumber.of(last[0])]);
      branches.push(this.pdf.register(PdfDict.of({ Limits: limits, Nums: numbers })));
    } else {
      const present = this.arrayAt(tree, 'Nums') ?? new PdfArray([]);
      for (const item of numbers) present.push(item);
      tree.set('Nums', present);
    }
    this.root.set('ParentTreeNextKey', PdfNumber.of(this.nextKey));
  }

  private get root(): PdfDict {
    return this.dictAt(this.pdf.getCatalog(), 'StructTreeRoot');
  }

  private contentsOf(page: PDFPage): { key: number; elements: PdfArray } {
    const known = this.contents.get(page);
    if (known) return known;
    const made = { key: this.nextKey++, elements: new PdfArray([]) };
    page.dict.set('StructParents', PdfNumber.of(made.key));
    this.contents.set(page, made);
    return made;
  }

  /** The parent of the section: the single element at the top, or the tree itself. */
  private addSection(): { ref: PdfRef; kids: PdfArray } {
    const { pdf, root } = this;
    const top = root.get('K');
    const only = top instanceof PdfArray && top.length === 1 ? top.at(0) : top;
    const element = only instanceof PdfRef ? pdf.getObject(only) : null;
    if (only instanceof PdfRef && element instanceof PdfDict && element.has('S'))
      return { ref: only, kids: this.kidsOf(element) };
    const ref = pdf.getCatalog().getRef('StructTreeRoot') ?? pdf.register(root);
    pdf.getCatalog().set('StructTreeRoot', ref);
    return { ref, kids: this.kidsOf(root) };
  }

  /** The list of an element's children, which may have been a single one. */
  private kidsOf(element: PdfDict): PdfArray {
    const list = this.arrayAt(element, 'K');
    if (list) return list;
    const only = element.get('K');
    const made = new PdfArray(only ? [only] : []);
    element.set('K', made);
    return made;
  }

  private dictAt(owner: PdfDict, key: string): PdfDict {
    const found = owner.getDict(key, (ref) => this.pdf.getObject(ref));
    if (found) return found;
    const made = new PdfDict();
    owner.set(key, this.pdf.register(made));
    return made;
  }

  private arrayAt(owner: PdfDict, key: string): PdfArray | undefined {
    return owner.getArray(key, (ref) => this.pdf.getObject(ref));
  }
}

/** Above every key in use. */
function nextKeyOf(pdf: PDF, root: PdfDict): number {
  const resolve = (ref: PdfRef) => pdf.getObject(ref);
  const stated = root.getNumber('ParentTreeNextKey', resolve)?.value ?? 0;
  const tree = root.getDict('ParentTree', resolve);
  return Math.max(stated, tree ? 1 + largestKey(pdf, tree, 0) : 0);
}

function largestKey(pdf: PDF, node: PdfDict, depth: number): number {
  const resolve = (ref: PdfRef) => pdf.getObject(ref);
  const numbers = [...(node.getArray('Nums', resolve) ?? [])].filter((_item, at) => at % 2 === 0);
  const keys = numbers.map((key) => (key instanceof PdfNumber ? key.value : -1));
  const branches = depth < MAX_DEPTH ? [...(node.getArray('Kids', resolve) ?? [])] : [];
  const below = branches.map((branch) => {
    const found = branch instanceof PdfRef ? resolve(branch) : branch;
    return found instanceof PdfDict ? largestKey(pdf, found, depth + 1) : -1;
  });
  return [...keys, ...below].reduce((most, key) => Math.max(most, key), -1);
}
