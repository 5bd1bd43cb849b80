import { type PDF, PdfArray, PdfDict, type PdfObject, type PDFPage, PdfString } from '@libpdf/core';
import { FormRefusal } from '../form-import.js';
import { resolve } from '../pdf-comparison.js';

/** Dictionaries of a tree: more than the fields and places that a form may have, with those above them. */
const MAX_NODES = 20_000;
/** Annotations of one page, of any kind, and kids of one field. */
const MAX_LISTED = 50_000;
/** Fields nest about ten levels deep in real forms. */
const MAX_DEPTH = 100;

/** An annotation of a page, with its position among those of all pages. */
export interface PageEntry {
  page: PDFPage;
  /** Of the page, from 1. */
  number: number;
  order: number;
}

/** One place of a field, or a field without any. */
export interface FieldLeaf {
  dict: PdfDict;
  /** The dictionary that names the field, or the leaf itself. */
  field: PdfDict;
  /** Empty if no page has it, whatever it says itself: readers draw what pages have. */
  entries: readonly PageEntry[];
}

/**
 * The tree of a form's fields, walked over its objects and not over the library's own forms, which trust them: it is
 * found from the form downwards, and from the pages' annotations upwards, whichever a file has. Every dictionary has the
 * parent through which it was found first.
 */
export class FieldTree {
  /** Null above a topmost field. */
  private readonly parents = new Map<PdfDict, PdfDict | null>();
  private readonly depths = new Map<PdfDict, number>();
  /** What two fields have as theirs. */
  readonly contested = new Set<PdfDict>();
  readonly leaves: FieldLeaf[];

  /** @throws FormRefusal `form_too_large` */
  constructor(private readonly pdf: PDF) {
    const shown = this.widgetsOnPages();
    const form = resolve(pdf, pdf.getCatalog().get('AcroForm'));
    const inTree = form instanceof PdfDict ? this.walkDown(form) : [];
    for (const widget of shown.keys()) this.climb(widget);
    const leaves = new Set([...shown.keys(), ...inTree]);
    this.leaves = [...leaves].map((dict) => ({
      dict,
      field: this.lineage(dict).find((each) => this.hasName(each)) ?? dict,
      entries: shown.get(dict) ?? [],
    }));
  }

  /** The dictionary itself and those above it. */
  lineage(dict: PdfDict): PdfDict[] {
    const lineage: PdfDict[] = [];
    for (let each: PdfDict | null = dict; each !== null; each = this.parents.get(each) ?? null)
      lineage.push(each);
    return lineage;
  }

  /** An attribute of a field, its own or inherited (ISO 32000-2 §12.7.4.1). */
  attribute(dict: PdfDict, key: string): PdfObject | null {
    for (const each of this.lineage(dict)) {
      const found = resolve(this.pdf, each.get(key));
      if (found !== null) return found;
    }
    return null;
  }

  /** The dictionaries below this one. */
  kidsOf(dict: PdfDict): PdfDict[] {
    return [...dictionaries(this.pdf, dict.get('Kids'))];
  }

  private hasName(dict: PdfDict): boolean {
    return resolve(this.pdf, dict.get('T')) instanceof PdfString;
  }

  /** The widgets among the annotations of each page, which need no other mention. */
  private widgetsOnPages(): Map<PdfDict, PageEntry[]> {
    const found = new Map<PdfDict, PageEntry[]>();
    let order = 0;
    for (const [index, page] of this.pdf.getPages().entries())
      for (const widget of dictionaries(this.pdf, page.dict.get('Annots'))) {
        if (!this.isWidget(widget)) continue;
        order += 1;
        if (order > MAX_NODES) throw new FormRefusal('form_too_large');
        found.set(widget, [...(found.get(widget) ?? []), { page, number: index + 1, order }]);
      }
    return found;
  }

  private isWidget(dict: PdfDict): boolean {
    return dict.getName('Subtype', (ref) => this.pdf.getObject(ref))?.value === 'Widget';
  }

  /** @returns what has nothing below it, in the order of the form */
  private walkDown(form: PdfDict): PdfDict[] {
    const leaves: PdfDict[] = [];
    const walked = new Set<PdfDict>();
    const left: [PdfDict, PdfDict | null][] = [];
    const add = (dicts: PdfDict[], parent: PdfDict | null) => {
      for (const dict of dicts.reverse()) left.push([dict, parent]);
    };
    add([...dictionaries(this.pdf, form.get('Fields'))], null);
    for (let next = left.pop(); next; next = left.pop()) {
      const [dict, parent] = next;
      // Some forms list fields that are not topmost.
      if (parent === null) this.climb(dict);
      else this.enter(dict, parent);
      if (walked.has(dict)) continue;
      walked.add(dict);
      const kids = this.kidsOf(dict);
      if (kids.length === 0) leaves.push(dict);
      else add(kids, dict);
    }
    return leaves;
  }

  /** Enters a dictionary with what it names as its parents, up to something known. */
  private climb(dict: PdfDict): void {
    const way: PdfDict[] = [];
    let each: PdfDict | undefined = dict;
    while (each && !this.parents.has(each) && !way.includes(each)) {
      way.push(each);
      if (way.length > MAX_DEPTH) throw new FormRefusal('form_too_large');
      const above: PdfObject | null = resolve(this.pdf, each.get('Parent'));
      each = above instanceof PdfDict ? above : undefined;
    }
    let parent = each && this.parents.has(each) ? each : null;
    for (const below of way.reverse()) {
      this.enter(below, parent);
      parent = below;
    }
  }

  private enter(dict: PdfDict, parent: PdfDict | null): void {
    const before = this.parents.get(dict);
    if (before !== undefined) {
      if (before !== parent) this.contested.add(dict);
      return;
    }
    const depth = parent === null ? 0 : this.depths.get(parent)! + 1;
    this.parents.set(dict, parent);
    this.depths.set(dict, depth);
    if (this.parents.size > MAX_NODES || depth > MAX_DEPTH) throw new FormRefusal('form_too_large');
  }
}

/** The dictionaries of a list, each once, and read one by one: a list may be endless for our purposes. */
function* dictionaries(pdf: PDF, list: PdfObject | undefined): Generator<PdfDict> {
  const found = resolve(pdf, list);
  if (!(found instanceof PdfArray)) return;
  const seen = new Set<PdfDict>();
  for (const item of found) {
    const dict = resolve(pdf, item);
    if (!(dict instanceof PdfDict) || seen.has(dict)) continue;
    seen.add(dict);
    if (seen.size > MAX_LISTED) throw new FormRefusal('form_too_large');
    yield dict;
  }
}
