import { type FaultName, type StructureFault, UnreadableStructure } from '../structure-fault.js';
import { type CrossReferences, readReferenceStream, readTable } from './cross-references.js';
import {
  isDict,
  nameOf,
  PdfScanner,
  type ScannedDict,
  ScannedRef,
  type ScannedValue,
  SyntaxFault,
  wholeNumber,
} from './pdf-scanner.js';

/** An object of the file, outside object streams. */
export interface StandingObject {
  number: number;
  generation: number;
  /** From its number to the end of `endobj`, in bytes. */
  start: number;
  end: number;
  /** An integer, or the dictionary of a cross-reference stream, an object stream or a linearized file. */
  value: number | ScannedDict | null;
  stream: StandingStream | null;
  /** The numbers of all objects that it refers to. */
  referred: ReadonlySet<number>;
}

export interface StandingStream {
  start: number;
  end: number;
  /** After the word `endstream`. */
  mark: number;
  /** Where its length is stated, if not in its own dictionary. */
  lengthAt: ScannedRef | null;
}

/**
 * Content written in one go: objects, a cross-reference table or stream, and the end markers (ISO 32000-2 §7.5.6).
 */
export interface Section {
  start: number;
  /** After `%%EOF`. */
  end: number;
  objects: StandingObject[];
  references: CrossReferences[];
  startxref: number;
}

const MAX_FAULTS = 1000;
/** Programs search this many bytes at the end for `startxref`. */
const END_WINDOW = 1024;
const KEPT_TYPES = new Set(['XRef', 'ObjStm']);
/** Objects that are just an integer, such as the lengths of streams. */
const INTEGERS = /(?<!\d)(\d{1,10})\s{1,8}\d{1,5}\s{1,8}obj\s{1,8}(\d{1,10})\s{1,8}endobj/g;
const [LF, CR] = [10, 13];

/** Reads a file from the first byte to the last as a sequence of sections, in which every byte has its place. */
export class SectionScan {
  readonly sections: Section[] = [];
  readonly faults: StructureFault[] = [];
  private readonly scanner: PdfScanner;
  /** Where the last `startxref` is. */
  private endMark = 0;
  private readonly integers = new Map<number, Set<number>>();

  constructor(private readonly bytes: Buffer) {
    this.scanner = new PdfScanner(bytes);
  }

  /** @throws UnreadableStructure */
  run(): void {
    if (!this.scanner.takes('%PDF-')) throw fatal('bytes_before_header', 0);
    this.scanner.at = 0;
    for (const [, number, value] of this.bytes.toString('latin1').matchAll(INTEGERS)) {
      const values = this.integers.get(Number(number)) ?? new Set();
      this.integers.set(Number(number), values.add(Number(value)));
    }
    for (let isMore = true; isMore;) isMore = this.section();
  }

  readonly report = (fault: StructureFault): void => {
    if (this.faults.length < MAX_FAULTS) this.faults.push(fault);
  };

  /** Reads one section; false if there is none left. */
  private section(): boolean {
    const { scanner } = this;
    const before = scanner.at;
    if (this.sections.length > 0) this.skipBetween();
    const section: Section = { start: scanner.at, end: 0, objects: [], references: [], startxref: 0 };
    for (scanner.skipSpace(); !scanner.isAtEnd; scanner.skipSpace()) {
      const at = scanner.at;
      const head = scanner.objectStart();
      if (head) section.objects.push(this.object(head, at, section));
      else if (scanner.takesWord('xref')) section.references.push(this.table(at));
      else if (scanner.takesWord('startxref')) return this.close(section, at);
      else throw fatal(section.objects.length > 0 ? 'bytes_between_objects' : 'bytes_after_end', at);
    }
    if (section.objects.length + section.references.length > 0 || this.sections.length === 0)
      throw fatal('section_unfinished', before);
    return false;
  }

  /** Only white space may follow the end of the file, and not so much that programs miss the end. */
  private skipBetween(): void {
    this.scanner.skipSpace(false);
    const at = this.scanner.at;
    this.scanner.skipSpace();
    const isFar = this.scanner.isAtEnd && this.bytes.length - this.endMark > END_WINDOW;
    if ((this.scanner.isAtEnd && at < this.scanner.at) || isFar) this.report({ name: 'bytes_after_end', at });
    this.scanner.at = at;
  }

  private close(section: Section, at: number): boolean {
    const { scanner } = this;
    scanner.skipSpace(false);
    const target = scanner.integer();
    scanner.skipSpace(false);
    if (target === null || !scanner.takes('%%EOF')) throw fatal('section_unfinished', at);
    this.endMark = at;
    this.sections.push({ ...section, startxref: target, end: scanner.at });
    return true;
  }

  private table(at: number): CrossReferences {
    try {
      return readTable(this.scanner, at, this.report);
    } catch (error) {
      if (error instanceof SyntaxFault) throw fatal('cross_reference_unreadable', at);
      throw error;
    }
  }

  private object({ number, generation }: ScannedRef, start: number, section: Section): StandingObject {
    const { scanner } = this;
    const unreadable = () => fatal('object_unreadable', start, number);
    scanner.hasKeyTwice = false;
    scanner.hasOddNumber = false;
    scanner.referred = new Set();
    let value: ScannedValue;
    try {
      scanner.skipSpace();
      // Readers agree that nothing between the words is the null object.
      value = scanner.isAtWord('endobj') ? null : scanner.value();
    } catch (error) {
      throw error instanceof SyntaxFault ? unreadable() : error;
    }
    scanner.skipSpace();
    if (scanner.hasKeyTwice) this.report({ name: 'key_listed_twice', at: start, object: number });
    if (scanner.hasOddNumber && this.sections.length > 0)
      this.report({ name: 'number_misspelled', at: start, object: number });
    const { referred } = scanner;
    const stream = isDict(value) && scanner.takesWord('stream') ? this.stream(value, start, number) : null;
    scanner.skipSpace();
    if (!scanner.takesWord('endobj')) throw unreadable();
    const object = { number, generation, start, end: scanner.at, value: keptValue(value), stream, referred };
    if (stream && isDict(value) && nameOf(value.get('Type')) === 'XRef') {
      const raw = this.bytes.subarray(stream.start, stream.end);
      section.references.push(readReferenceStream(value, raw, start, this.report));
    }
    return object;
  }

  /** Called after the word `stream` (ISO 32000-2 §7.3.8). */
  private stream(dictionary: ScannedDict, at: number, number: number): StandingStream {
    const { scanner, bytes } = this;
    if (bytes[scanner.at] === CR && bytes[scanner.at + 1] === LF) scanner.at += 2;
    else if (bytes[scanner.at] === LF) scanner.at++;
    else throw fatal('object_unreadable', at, number);
    const start = scanner.at;
    const length = dictionary.get('Length');
    const lengthAt = length instanceof ScannedRef ? length : null;
    const stated = lengthAt ? [...(this.integers.get(lengthAt.number) ?? [])] : [wholeNumber(length)];
    const fits = stated.find((each) => each !== undefined && this.endsAt(start + each));
    if (fits !== undefined) return { start, end: start + fits, mark: scanner.at, lengthAt };
    const mark = bytes.indexOf('endstream', start);
    if (mark === -1) throw fatal('stream_length_wrong', at, number);
    // A length inside an object stream only becomes known later, and is checked then.
    if (!lengthAt) this.report({ name: 'stream_length_wrong', at, object: number });
    scanner.at = mark + 'endstream'.length;
    return { start, end: endOfData(bytes, start, mark), mark: scanner.at, lengthAt };
  }

  /** Whether the content of a stream may end here; if so, skips the word that ends it. */
  private endsAt(end: number): boolean {
    const { scanner } = this;
    if (end > scanner.end) return false;
    scanner.at = end;
    scanner.skipSpace(false);
    return scanner.takesWord('endstream');
  }
}

/** The position before the end-of-line marker that is not part of a stream. */
function endOfData(bytes: Buffer, start: number, mark: number): number {
  let end = mark;
  if (end > start && bytes[end - 1] === LF) end--;
  if (end > start && bytes[end - 1] === CR) end--;
  return end;
}

function keptValue(value: ScannedValue): number | ScannedDict | null {
  if (!isDict(value)) return wholeNumber(value) ?? null;
  return KEPT_TYPES.has(nameOf(value.get('Type')) ?? '') || value.has('Linearized') ? value : null;
}

const fatal = (name: FaultName, at: number, object?: number) => new UnreadableStructure({ name, at, object });
