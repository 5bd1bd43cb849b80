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
import { graphsHold } from './same-graphs.js';

type Found = PdfObject | null | undefined;

/** Keys of a page that do not affect what it shows, or whose values are compared separately. */
const BESIDE_THE_PAGE = new Set(
  'Parent Annots B LastModified Metadata PieceInfo StructParents Tabs Thumb'.split(' '),
);
/** Inheritable page attributes (ISO 32000-1 §7.7.3.4). */
const INHERITED = ['Resources', 'MediaBox', 'CropBox', 'Rotate'];
/**
 * Entries that lead to what is drawn. Everything below them counts, whatever else it may be: a field, a page or the
 * catalog can be a picture as well.
 */
const DRAWN = new Set(['Contents', 'Resources', 'Group', 'AP', 'MK', 'DR']);
const MAX_TREE_DEPTH = 64;
/** A page has one way to it; a tree in which many lead to one node would take time without end. */
const MAX_WAYS = 8;

/**
 * Compares objects of two documents, or of two revisions of one, with everything they refer to, regardless of object
 * numbers. Outside of what is drawn, it does not descend into the page tree, nor into `borders` (references as given by
 * `refKey`): the caller compares those.
 */
export class PdfComparison {
  /** The page trees, whose nodes above the pages change their counts with every added page. */
  private readonly trees: [before: PageTree, after: PageTree];
  /** Pairs of references known to be equal. */
  private readonly equal = new Set<string>();

  constructor(
    private readonly before: PDF,
    private readonly after: PDF,
    private readonly borders: ReadonlySet<string> = new Set(),
    /**
     * Whether the earlier document was damaged and rewritten as the later one, which can correct lengths of streams and
     * give objects other numbers.
     */
    private readonly isRewritten = false,
  ) {
    this.trees = [new PageTree(before), new PageTree(after)];
  }

  /** Whether both pages look the same apart from annotations: content, resources, boxes and rotation. */
  samePage(before: PDFPage, after: PDFPage): boolean {
    return (
      INHERITED.every((key) => {
        const [old, now] = [this.trees[0].inherited(before, key), this.trees[1].inherited(after, key)];
        return old.length === now.length && old.every((value, index) => this.isDrawnSame(value, now[index]));
      }) && this.sameEntries(before.dict, after.dict, new Set([...BESIDE_THE_PAGE, ...INHERITED]))
    );
  }

  /** Whether two dictionaries have the same entries apart from those in `except`. */
  sameEntries(before: PdfDict, after: PdfDict, except: ReadonlySet<string>): boolean {
    return this.holds(entryPairs(before, after, false).filter(({ key }) => !except.has(key)));
  }

  /** Whether two objects are equal, including everything they refer to. */
  same(before: Found, after: Found): boolean {
    return this.holds([{ key: '', before, after, isDrawn: false }]);
  }

  private isDrawnSame(before: Found, after: Found): boolean {
    return this.holds([{ key: '', before, after, isDrawn: true }]);
  }

  private holds(pairs: Pair[]): boolean {
    return graphsHold(pairs, this.equal, (pair, isAssumed) => this.step(pair, isAssumed));
  }

  /** The pairs that must be equal for this one to be equal; null if it differs. */
  private step({ before, after, isDrawn }: Pair, isAssumed: (name: string) => boolean): Pair[] | null {
    if (before instanceof PdfRef && after instanceof PdfRef) {
      const [name, other] = [refKey(before), refKey(after)];
      if (!isDrawn && this.trees[0].has(name) && this.trees[1].has(other))
        return this.isSameNode(name, other) ? [] : null;
      if (!isDrawn && this.borders.has(name) && name === other) return [];
      if (isAssumed(`${name}|${other}|${isDrawn}`)) return [];
    }
    const [old, now] = [resolve(this.before, before), resolve(this.after, after)];
    const further = parts(old, now, isDrawn);
    // Otherwise a different length is a difference: readers may rely on it.
    return this.isRewritten && old instanceof PdfStream
      ? (further?.filter(({ key }) => key !== 'Length') ?? null)
      : further;
  }

  /** Whether a reference leads to the same page. Nodes above the pages show nothing. */
  private isSameNode(name: string, other: string): boolean {
    const [old, now] = [this.trees[0].indexOf(name), this.trees[1].indexOf(other)];
    if (old === undefined || now === undefined) return old === now;
    return this.isRewritten ? old === now : name === other;
  }
}

interface Pair {
  key: string;
  before: Found;
  after: Found;
  /** Whether it is part of what is drawn. */
  isDrawn: boolean;
}

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

/** The pages of a document, and the nodes of the page tree above them (ISO 32000-1 §7.7.3.2). */
class PageTree {
  private readonly indexes = new Map<string, number>();
  /** The nodes above each node, nearest first, on each way down from the catalog. */
  private readonly above = new Map<string, PdfDict[][]>();

  constructor(private readonly pdf: PDF) {
    for (const { ref, index } of pdf.getPages()) this.indexes.set(refKey(ref), index);
    const left: Node[] = [{ object: pdf.getCatalog().get('Pages'), above: [] }];
    for (let node = left.pop(); node; node = left.pop()) left.push(...this.visit(node));
  }

  has(name: string): boolean {
    return this.above.has(name) || this.indexes.has(name);
  }

  /** The page's index; undefined for a node above pages. */
  indexOf(name: string): number | undefined {
    return this.indexes.get(name);
  }

  /**
   * A page attribute: first its own, then those of the nodes above, whose resources some readers merge with the page's
   * own. Some readers look for these nodes from the page upwards, others on the way down from the catalog.
   */
  inherited({ ref, dict }: PDFPage, key: string): Found[] {
    const upwards: PdfDict[] = [dict];
    for (let node = this.parentOf(dict); node && upwards.length < MAX_TREE_DEPTH; node = this.parentOf(node))
      upwards.push(node);
    const ways = [upwards, ...(this.above.get(refKey(ref)) ?? [])];
    return ways.flatMap((nodes) => nodes.map((node) => node.get(key)).filter((value) => value !== undefined));
  }

  private parentOf(node: PdfDict): PdfDict | undefined {
    return node.getDict('Parent', (ref) => this.pdf.getObject(ref));
  }

  /** @returns the node's kids, unless it was visited on the way to it, or as often as pages need */
  private visit({ object, above }: Node): Node[] {
    const node = resolve(this.pdf, object);
    if (!(node instanceof PdfDict) || above.includes(node) || above.length >= MAX_TREE_DEPTH) return [];
    if (object instanceof PdfRef) {
      const ways = this.above.get(refKey(object)) ?? [];
      if (ways.length >= MAX_WAYS) return [];
      this.above.set(refKey(object), [...ways, above]);
    }
    const kids = resolve(this.pdf, node.get('Kids'));
    if (!(kids instanceof PdfArray)) return [];
    return [...kids].map((kid) => ({ object: kid, above: [node, ...above] }));
  }
}

interface Node {
  object: Found;
  above: PdfDict[];
}

function parts(before: PdfObject | null, after: PdfObject | null, isDrawn: boolean): Pair[] | null {
  if (before instanceof PdfDict && after instanceof PdfDict) {
    if (before instanceof PdfStream !== after instanceof PdfStream) return null;
    if (before instanceof PdfStream && !sameBytes(before.data, (after as PdfStream).data)) return null;
    return entryPairs(before, after, isDrawn);
  }
  if (before instanceof PdfArray && after instanceof PdfArray) {
    if (before.length !== after.length) return null;
    return [...before].map((item, index) => ({ key: '', before: item, after: after.at(index), isDrawn }));
  }
  return sameLeaf(before, after) ? [] : null;
}

/** Pairs by key. A missing entry is equivalent to null (ISO 32000-1 §7.3.9). */
function entryPairs(before: PdfDict, after: PdfDict, isDrawn: boolean): Pair[] {
  const keys = new Set([...before.keys(), ...after.keys()].map((key) => key.value));
  return [...keys].map((key) => ({
    key,
    before: before.get(key),
    after: after.get(key),
    isDrawn: isDrawn || DRAWN.has(key),
  }));
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
