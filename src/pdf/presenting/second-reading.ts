import {
  BaseStream,
  Cmd,
  Dict,
  Name,
  type PdfJsDocument,
  type PdfJsPage,
  type PdfJsValue,
  Ref,
} from '#vendor/pdf-js';
import { openAsReadersDo } from '../open-with-pdf-js.js';
import { graphsHold } from '../same-graphs.js';
import { SEPARATOR } from './settle-pages.js';

/**
 * Entries of a page that lead elsewhere in the document, or to invisible things; the page tree is compared
 * separately.
 */
const BESIDE_THE_PAGE = [
  ...['Type', 'Parent', 'Kids', 'Count'],
  'B',
  'LastModified',
  'Metadata',
  'PieceInfo',
  'StructParents',
  'Tabs',
  'Thumb',
];
/** Entries that are compared as pdf.js understands them: with what it inherits (ISO 32000-2 §7.7.3.4). */
const UNDERSTOOD = ['Contents', 'MediaBox', 'CropBox', 'Resources', 'Rotate', 'UserUnit'];
/** The catalog's entries that affect what pages show: the form and the layers. */
const OF_THE_CATALOG = ['AcroForm', 'OCProperties'];
const [LINE_FEED, CARRIAGE_RETURN] = [0x0a, 0x0d];
/** Writing a number in the shortest way can change the last bits of the value read back. */
const TOLERANCE = 1e-9;

/**
 * Whether pdf.js, in which signers read documents, finds the same document in two files: the same pages with the same
 * content, resources, boxes and annotations, and the same form and layers, object by object and byte by byte.
 * Everything it draws follows from these. The objects are compared before any decoding, so pictures and fonts cost
 * little.
 * @returns null if it does; otherwise where the files differ, without quoting them
 */
export async function secondReadingFault(uploaded: Uint8Array, written: Uint8Array): Promise<string | null> {
  const before = await openAsReadersDo(uploaded).catch(() => null);
  const after = await openAsReadersDo(written);
  if (before === null) return 'it cannot be read';
  if (before.numPages !== after.numPages) return `it has ${before.numPages} pages`;
  const comparison = await SecondReading.of(before, after);
  for (let index = 0; index < before.numPages; index++) {
    const [page, other] = await Promise.all([before.getPage(index), after.getPage(index)]);
    if (!comparison.samePage(page, other)) return `its page ${index + 1} differs`;
  }
  const isSame = comparison.samePart(catalogOf(before), catalogOf(after), OF_THE_CATALOG);
  return isSame ? null : 'its form or its layers differ';
}

const catalogOf = ({ xref }: PdfJsDocument) => xref.trailer.get('Root') as Dict;

function isSeparator(part: PdfJsValue): boolean {
  if (!(part instanceof BaseStream)) return false;
  return Buffer.from(decodedBytes(part)).toString('latin1') === SEPARATOR;
}

type Pair = [before: PdfJsValue, after: PdfJsValue];

/** Two documents whose objects are compared including everything they lead to, whatever their numbers. */
export class SecondReading {
  /** Pairs of references that are equal, or assumed so while being compared. */
  private readonly equal = new Set<string>();
  /** For each page and page tree node of the first document, the one that must take its place. */
  private readonly pages = new Map<string, string>();

  private constructor(
    private readonly before: PdfJsDocument,
    private readonly after: PdfJsDocument,
  ) {}

  /** @param after has as many pages as `before` */
  static async of(before: PdfJsDocument, after: PdfJsDocument): Promise<SecondReading> {
    const reading = new SecondReading(before, after);
    for (let index = 0; index < before.numPages; index++) {
      const [page, other] = await Promise.all([before.getPage(index), after.getPage(index)]);
      if (page.ref && other.ref) reading.pages.set(keyOf(page.ref), keyOf(other.ref));
    }
    return reading;
  }

  samePage(before: PdfJsPage, after: PdfJsPage): boolean {
    const boxes = [before, after].map(({ mediaBox, view }) => [...mediaBox, ...view]) as [number[], number[]];
    const contents = this.contentPairs(before.pageDict, after.pageDict);
    if (contents === null) return false;
    return this.holds([
      boxes,
      [before.rotate, after.rotate],
      [before.userUnit, after.userUnit],
      ...contents,
      ...entryPairs(before.resources, after.resources),
      ...entryPairs(before.pageDict, after.pageDict, [...BESIDE_THE_PAGE, ...UNDERSTOOD]),
    ]);
  }

  /** The parts of a page's content, between which the second document may have separators. */
  private contentPairs(before: Dict, after: Dict): Pair[] | null {
    const [parts, others] = [before, after].map((page) => page.getRaw('Contents')) as Pair;
    const [list, written] = [valueIn(this.before, parts), valueIn(this.after, others)];
    if (!Array.isArray(list) || !Array.isArray(written)) return [[parts, others]];
    const isSeparated = list.length > 1 && written.length === 2 * list.length - 1;
    if (!isSeparated) return [[list, written]];
    const between = written.filter((_, index) => index % 2 === 1);
    if (!between.every((part) => isSeparator(valueIn(this.after, part)))) return null;
    return list.map((part, index) => [part, written[2 * index]]);
  }

  /** Whether two dictionaries have the same values at these keys. */
  samePart(before: Dict, after: Dict, keys: readonly string[]): boolean {
    return this.holds(keys.map((key) => [before.getRaw(key), after.getRaw(key)]));
  }

  private holds(pairs: Pair[]): boolean {
    return graphsHold(pairs, this.equal, (pair, isAssumed) => this.step(pair, isAssumed));
  }

  /** The pairs that must be equal for this one to be equal; null if it differs. */
  private step([before, after]: Pair, isAssumed: (name: string) => boolean): Pair[] | null {
    if (before instanceof Ref && after instanceof Ref) {
      const [name, other] = [keyOf(before), keyOf(after)];
      const page = this.pages.get(name);
      if (page !== undefined) return page === other ? [] : null;
      if (isAssumed(`${name}|${other}`)) return [];
    }
    return partsOf(valueIn(this.before, before), valueIn(this.after, after));
  }
}

const keyOf = ({ num, gen }: Ref) => `${num} ${gen}`;

/** The object that a reference leads to; null if it does not exist, or is not where the table says. */
function valueIn({ xref }: PdfJsDocument, value: PdfJsValue): PdfJsValue {
  if (!(value instanceof Ref)) return value ?? null;
  try {
    return xref.fetch(value) ?? null;
  } catch {
    return null;
  }
}

function partsOf(before: PdfJsValue, after: PdfJsValue): Pair[] | null {
  if (before instanceof BaseStream && after instanceof BaseStream)
    return sameData(before, after) ? streamPairs(before, after) : null;
  if (before instanceof Dict && after instanceof Dict) return entryPairs(before, after);
  if (Array.isArray(before) && Array.isArray(after))
    return before.length === after.length ? before.map((item, index) => [item, after[index]]) : null;
  return sameLeaf(before, after) ? [] : null;
}

/** A missing entry is equivalent to null (ISO 32000-2 §7.3.9). */
function entryPairs(before: Dict, after: Dict, except: readonly string[] = []): Pair[] {
  const entries = [before, after].map((dict) => new Map(dict.getRawEntries()));
  const keys = new Set(entries.flatMap((each) => [...each.keys()]));
  return [...keys]
    .filter((key) => !except.includes(key))
    .map((key) => [entries[0]!.get(key), entries[1]!.get(key)]);
}

const streamPairs = (before: BaseStream, after: BaseStream): Pair[] | null =>
  before.dict && after.dict ? entryPairs(before.dict, after.dict, ['Length']) : [];

/**
 * Compares the bytes as in the file; if a length was wrong, as decoded. A program that searches for the end of such a
 * stream may include the end of the line before `endstream` (ISO 32000-2 §7.3.8.1), which changes nothing on a page.
 */
function sameData(before: BaseStream, after: BaseStream): boolean {
  const [raw, other] = [rawBytes(before), rawBytes(after)];
  if (raw !== null && other !== null && Buffer.compare(raw, other) === 0) return true;
  const [decoded, others] = [decodedBytes(before), decodedBytes(after)];
  return Buffer.compare(withoutLineEnd(decoded), withoutLineEnd(others)) === 0;
}

/** Leaves the stream at its beginning, where pdf.js expects it. */
function decodedBytes(stream: BaseStream): Uint8Array {
  stream.reset();
  const bytes = stream.getBytes();
  stream.reset();
  return bytes;
}

/** Removes one trailing end of line. */
function withoutLineEnd(bytes: Uint8Array): Uint8Array {
  const [before, last] = bytes.subarray(-2);
  if (before === CARRIAGE_RETURN && last === LINE_FEED) return bytes.subarray(0, -2);
  return [CARRIAGE_RETURN, LINE_FEED].includes(bytes.at(-1)!) ? bytes.subarray(0, -1) : bytes;
}

function rawBytes(stream: BaseStream): Uint8Array | null {
  let inner: BaseStream | null | undefined = stream;
  while (inner && !inner.bytes && !inner.decrypt) inner = inner.stream;
  if (inner?.decrypt) return decrypted(inner);
  return inner?.bytes?.subarray(inner.start, inner.end) ?? null;
}

/** The bytes of an encrypted file's stream before any filter. Filters read on from the same position. */
function decrypted(stream: BaseStream): Uint8Array {
  const { pos } = stream;
  stream.reset();
  const bytes = stream.getBytes();
  stream.pos = pos;
  return bytes;
}

function sameLeaf(before: PdfJsValue, after: PdfJsValue): boolean {
  if (before instanceof Name && after instanceof Name) return before.name === after.name;
  if (before instanceof Cmd && after instanceof Cmd) return before.cmd === after.cmd;
  if (typeof before === 'number' && typeof after === 'number')
    return Math.abs(before - after) <= TOLERANCE * Math.max(1, Math.abs(before));
  return (before ?? null) === (after ?? null);
}
