import { type StructureFault, UnreadableStructure } from '../structure-fault.js';
import { decodedStream } from './decoded-stream.js';
import { isDict, type PdfScanner, type ScannedDict, type ScannedValue, wholeNumber } from './pdf-scanner.js';

/** Where an object is: at a place in the file, inside an object stream, or nowhere (ISO 32000-2 §7.5.4, §7.5.8.3). */
export type Entry =
  | { kind: 'free' }
  | { kind: 'placed'; offset: number; generation: number }
  | { kind: 'streamed'; stream: number; index: number };

export const sameEntry = (one: Entry, other: Entry | undefined): boolean => {
  if (one.kind === 'placed' && other?.kind === 'placed')
    return one.offset === other.offset && one.generation === other.generation;
  if (one.kind === 'streamed' && other?.kind === 'streamed')
    return one.stream === other.stream && one.index === other.index;
  return one.kind === other?.kind;
};

/** A cross-reference table with its trailer, or a cross-reference stream. */
export interface CrossReferences {
  at: number;
  kind: 'table' | 'stream';
  entries: ReadonlyMap<number, Entry>;
  trailer: ScannedDict;
  /** The numbers of all objects that the trailer refers to. */
  referred: ReadonlySet<number>;
}

type Report = (fault: StructureFault) => void;

/** It is 20 bytes long including its end-of-line marker; some software omits a byte of the marker. */
const TABLE_ENTRY = /^(\d{10}) (\d{5}) ([nf])/;
const ENTRY_BYTES = 18;
const FREE: Entry = { kind: 'free' };

/**
 * Reads a table after the word `xref`, which begins at `at`, and its trailer.
 * @throws UnreadableStructure, SyntaxFault
 */
export function readTable(scanner: PdfScanner, at: number, report: Report): CrossReferences {
  const entries = new Map<number, Entry>();
  for (scanner.skipSpace(false); !scanner.takesWord('trailer'); scanner.skipSpace(false)) {
    const first = scanner.integer();
    scanner.skipSpace(false);
    const count = scanner.integer();
    if (first === null || count === null) throw unreadable(at);
    for (let number = first; number < first + count; number++) {
      scanner.skipSpace(false);
      const text = scanner.bytes.toString(
        'latin1',
        scanner.at,
        Math.min(scanner.end, scanner.at + ENTRY_BYTES),
      );
      const [, offset, generation, use] = TABLE_ENTRY.exec(text) ?? [];
      if (use === undefined) throw unreadable(at);
      scanner.at += ENTRY_BYTES;
      const entry: Entry =
        use === 'f' ? FREE : { kind: 'placed', offset: Number(offset), generation: Number(generation) };
      note(entries, number, entry, at, report);
    }
  }
  scanner.hasKeyTwice = false;
  scanner.referred = new Set();
  const trailer = scanner.value();
  if (!isDict(trailer)) throw unreadable(at);
  if (scanner.hasKeyTwice) report({ name: 'key_listed_twice', at });
  return { at, kind: 'table', entries, trailer, referred: scanner.referred };
}

/** Reads a cross-reference stream that begins at `at`. @throws UnreadableStructure */
export function readReferenceStream(
  dictionary: ScannedDict,
  raw: Buffer,
  at: number,
  report: Report,
): CrossReferences {
  const widths = wholeNumbers(dictionary.get('W'));
  const size = wholeNumber(dictionary.get('Size'));
  const index = dictionary.has('Index') ? wholeNumbers(dictionary.get('Index')) : [0, size ?? 0];
  if (widths?.length !== 3 || widths.some((width) => width > 8) || !index || size === undefined)
    throw unreadable(at);
  const rows = new Rows(decoded(dictionary, raw, at), widths, at);
  const entries = new Map<number, Entry>();
  for (let pair = 0; pair + 1 < index.length; pair += 2) {
    const [first, count] = [index[pair]!, index[pair + 1]!];
    for (let number = first; number < first + count; number++) note(entries, number, rows.next(), at, report);
  }
  // The references of its dictionary are those of the object.
  return { at, kind: 'stream', entries, trailer: dictionary, referred: new Set() };
}

/** The entries of a cross-reference stream, one after the other. */
class Rows {
  private position = 0;

  constructor(
    private readonly data: Buffer,
    private readonly widths: readonly number[],
    private readonly at: number,
  ) {
    if (widths.every((width) => width === 0)) throw unreadable(at);
  }

  next(): Entry {
    const [typeWidth, secondWidth, thirdWidth] = this.widths as [number, number, number];
    const type = typeWidth === 0 ? 1 : this.field(typeWidth);
    const [second, third] = [this.field(secondWidth), this.field(thirdWidth)];
    if (type === 0) return FREE;
    if (type === 1) return { kind: 'placed', offset: second, generation: third };
    if (type === 2) return { kind: 'streamed', stream: second, index: third };
    throw unreadable(this.at);
  }

  private field(width: number): number {
    if (this.position + width > this.data.length) throw unreadable(this.at);
    let value = 0;
    for (let left = width; left > 0; left--) value = value * 256 + this.data[this.position++]!;
    return value;
  }
}

function note(entries: Map<number, Entry>, number: number, entry: Entry, at: number, report: Report): void {
  if (entries.has(number)) report({ name: 'object_listed_twice', at, object: number });
  entries.set(number, entry);
}

function decoded(dictionary: ScannedDict, raw: Buffer, at: number): Buffer {
  try {
    return decodedStream(dictionary, raw);
  } catch {
    throw unreadable(at);
  }
}

const unreadable = (at: number) => new UnreadableStructure({ name: 'cross_reference_unreadable', at });

function wholeNumbers(value: ScannedValue | undefined): number[] | null {
  const numbers = Array.isArray(value) ? value.map(wholeNumber) : [];
  return numbers.length > 0 && numbers.every((each) => each !== undefined) ? numbers : null;
}
