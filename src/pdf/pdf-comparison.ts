import {
  type PDF,
  PdfArray,
  PdfBool,
  PdfDict,
  PdfName,
  PdfNull,
  PdfNumber,
  type PdfObject,
  type PDFPage,
  PdfRef,
  PdfStream,
  PdfString,
} from '@libpdf/core';

type Found = PdfObject | null | undefined;

/** Keys of a page that do not affect what it shows, or whose values are compared separately. */
const BESIDE_THE_PAGE = new Set(
  'Parent Annots B LastModified Metadata PieceInfo StructParents Tabs Thumb'.split(' '),
);
/** Inheritable page attributes (ISO 32000-1 §7.7.3.4). */
const INHERITED = ['Resources', 'MediaBox', 'CropBox', 'Rotate'];
const MAX_TREE_DEPTH = 64;

/**
 * Compares objects of two documents, or of two revisions of one, with everything they refer to, regardless of object
 * numbers. Does not descend into the page tree, nor into `borders` (references as given by `refKey`): the caller compares
 * those.
 */
export class PdfComparison {
  /** The nodes of the page trees: pages, and the nodes above them, whose counts change with every added page. */
  private readonly trees: [before: Set<string>, after: Set<string>];
  /** Pairs of references known to be equal. */
  private readonly equal = new Set<string>();

  constructor(
    private readonly before: PDF,
    private readonly after: PDF,
    private readonly borders: ReadonlySet<string> = new Set(),
    /**
     * Whether the earlier document was damaged and rewritten as the later one, which can correct lengths of streams.
     */
    private readonly isRewritten = false,
  ) {
    this.trees = [pageTreeOf(before), pageTreeOf(after)];
  }

  /** Whether both pages look the same apart from annotations: content, resources, boxes and rotation. */
  samePage(before: PDFPage, after: PDFPage): boolean {
    return (
      INHERITED.every((key) => {
        const [old, now] = [inherited(this.before, before.dict, key), inherited(this.after, after.dict, key)];
        return old.length === now.length && old.every((value, index) => this.same(value, now[index]));
      }) && this.sameEntries(before.dict, after.dict, new Set([...BESIDE_THE_PAGE, ...INHERITED]))
    );
  }

  /** Whether two dictionaries have the same entries apart from those in `except`. */
  sameEntries(before: PdfDict, after: PdfDict, except: ReadonlySet<string>): boolean {
    return this.holds(entryPairs(before, after).filter(([key]) => !except.has(key)));
  }

  /** Whether two objects are equal, including everything they refer to. */
  same(before: Found, after: Found): boolean {
    return this.holds([['', before, after]]);
  }

  /**
   * Assumes that a pair already being compared is equal: graphs are equal if no common path leads to a difference.
   */
  private holds(pairs: Pair[]): boolean {
    const left = [...pairs];
    const assumed: string[] = [];
    for (let pair = left.pop(); pair; pair = left.pop()) {
      const further = this.step(pair, assumed);
      if (further) {
        for (const each of further) left.push(each);
        continue;
      }
      // Pairs assumed equal on the way to the difference may not be equal.
      for (const name of assumed) this.equal.delete(name);
      return false;
    }
    return true;
  }

  /** The pairs that must be equal for this one to be equal; null if it differs. */
  private step([, before, after]: Pair, assumed: string[]): Pair[] | null {
    if (before instanceof PdfRef && after instanceof PdfRef) {
      const [name, other] = [refKey(before), refKey(after)];
      if (this.trees[0].has(name) && this.trees[1].has(other)) return [];
      if (this.borders.has(name) && name === other) return [];
      const pair = `${name}|${other}`;
      if (this.equal.has(pair)) return [];
      this.equal.add(pair);
      assumed.push(pair);
    }
    const [old, now] = [resolve(this.before, before), resolve(this.after, after)];
    const further = parts(old, now);
    // Otherwise a different length is a difference: readers may rely on it.
    return this.isRewritten && old instanceof PdfStream
      ? (further?.filter(([key]) => key !== 'Length') ?? null)
      : further;
  }
}

type Pair = [key: string, before: Found, after: Found];

/** A reference as a key for sets and maps. */
export const refKey = ({ objectNumber, generation }: PdfRef): string => `${objectNumber} ${generation}`;

/** A border for comparisons: signatures and usage rights may refer to the catalog, which changes with the form. */
export function catalogReference({ context }: PDF): ReadonlySet<string> {
  const root = context.info.trailer.get('Root');
  return new Set(root instanceof PdfRef ? [refKey(root)] : []);
}

/** The object that a reference points to; any other object itself. */
export function resolve(pdf: PDF, object: Found): PdfObject | null {
  const found = object instanceof PdfRef ? pdf.getObject(object) : object;
  return found instanceof PdfNull ? null : (found ?? null);
}

/**
 * A page attribute: first its own, then those of the nodes above, whose resources some readers merge with the page's
 * own.
 */
function inherited(pdf: PDF, page: PdfDict, key: string): Found[] {
  const values: Found[] = [];
  let node: PdfDict | undefined = page;
  for (let depth = 0; node && depth < MAX_TREE_DEPTH; depth++) {
    const value = node.get(key);
    if (value !== undefined) values.push(value);
    node = node.getDict('Parent', (ref) => pdf.getObject(ref));
  }
  return values;
}

/** References to all pages, and to the nodes of the page tree above them (ISO 32000-1 §7.7.3.2). */
function pageTreeOf(pdf: PDF): Set<string> {
  const nodes = new Set(pdf.getPages().map(({ ref }) => refKey(ref)));
  const left: Found[] = [pdf.getCatalog().get('Pages')];
  for (let object = left.pop(); object !== undefined; object = left.pop()) {
    if (object instanceof PdfRef) {
      if (nodes.has(refKey(object))) continue;
      nodes.add(refKey(object));
    }
    const node = resolve(pdf, object);
    const kids = node instanceof PdfDict ? resolve(pdf, node.get('Kids')) : null;
    if (kids instanceof PdfArray) left.push(...kids);
  }
  return nodes;
}

function parts(before: PdfObject | null, after: PdfObject | null): Pair[] | null {
  if (before instanceof PdfDict && after instanceof PdfDict) {
    if (before instanceof PdfStream !== after instanceof PdfStream) return null;
    if (before instanceof PdfStream && !sameBytes(before.data, (after as PdfStream).data)) return null;
    return entryPairs(before, after);
  }
  if (before instanceof PdfArray && after instanceof PdfArray) {
    if (before.length !== after.length) return null;
    return [...before].map((item, index) => ['', item, after.at(index)]);
  }
  return sameLeaf(before, after) ? [] : null;
}

/** Pairs by key. A missing entry is equivalent to null (ISO 32000-1 §7.3.9). */
function entryPairs(before: PdfDict, after: PdfDict): Pair[] {
  const keys = new Set([...before.keys(), ...after.keys()].map((key) => key.value));
  return [...keys].map((key) => [key, before.get(key), after.get(key)]);
}

function sameLeaf(before: PdfObject | null, after: PdfObject | null): boolean {
  if (before === null || after === null) return before === after;
  if (before instanceof PdfString && after instanceof PdfString) return sameBytes(before.bytes, after.bytes);
  for (const kind of [PdfName, PdfNumber, PdfBool]) {
    if (before instanceof kind && after instanceof kind) return before.value === after.value;
  }
  return false;
}

const sameBytes = (before: Uint8Array, after: Uint8Array) => Buffer.compare(before, after) === 0;
