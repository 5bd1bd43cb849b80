import { deflateSync } from 'node:zlib';
import {
  type PDF,
  PdfArray,
  PdfBool,
  PdfDict,
  PdfName,
  PdfNumber,
  type PdfObject,
  PdfRef,
  PdfStream,
  PdfString,
} from '@libpdf/core';
import { plainNumber } from '../../pdf-signatures/exact-numbers.js';
import { refKey } from '../pdf-comparison.js';
import { type ExactNames } from '../structure/exact-names.js';

/** Objects in one object stream: enough to compress well, few enough for a reader that needs one of them. */
const OBJECTS_PER_STREAM = 200;
/** The version that introduced object streams and cross-reference streams (ISO 32000-1 §7.5.7, §7.5.8). */
const VERSION_OF_STREAMS = '1.5';
/** Bytes of an entry of the cross-reference stream: its kind, an offset or object number, a generation or index. */
const ENTRY_WIDTHS = [1, 5, 2] as const;
/** Ends the first line, so that programs treat the file as binary (ISO 32000-1 §7.5.2). */
const BINARY_MARK = Buffer.from('\n%\xe2\xe3\xcf\xd3\n', 'latin1');

/** A document that was written whole. */
export interface PlainFile {
  bytes: Uint8Array;
  /** Its names with other characters than those of ASCII, as the library reads them. */
  names: ReadonlySet<string>;
}

/** Where an object is: at an offset of the file, or inside an object stream. */
type Place = { offset: number } | { stream: number; index: number };

/**
 * Rewrites a document as a plain file that can only be read in one way: one revision, from the header in the first
 * byte to the end; every object reachable from its catalog or its description, once and with generation 0; one
 * cross-reference table, or one stream with object streams if the document had them. Unreachable objects are omitted,
 * and references to missing objects become null, which is what they mean (ISO 32000-2 §7.3.10). A document keeps its
 * identifier; one without gets `fallbackId`.
 * @param exact - the names of the file that `pdf` was opened from, to be kept byte by byte; by default they are written
 * in UTF-8
 */
export function writePlain(pdf: PDF, fallbackId: Uint8Array, exact?: ExactNames): PlainFile {
  return new PlainWriter(pdf, fallbackId, exact).write();
}

class PlainWriter {
  private readonly parts: Uint8Array[] = [];
  private readonly places = new Map<number, Place>();
  private readonly numbers = new Map<string, number>();
  /** In order of their numbers, which start at 1. */
  private readonly objects: PdfObject[] = [];
  private length = 0;
  private readonly names = new Set<string>();

  constructor(
    private readonly pdf: PDF,
    private readonly fallbackId: Uint8Array,
    private readonly exact: ExactNames | undefined,
  ) {}

  write(): PlainFile {
    const { pdf } = this;
    const usesStreams = pdf.usesXRefStreams;
    const version = usesStreams && pdf.version < VERSION_OF_STREAMS ? VERSION_OF_STREAMS : pdf.version;
    this.append(Buffer.from(`%PDF-${version}`, 'latin1'), BINARY_MARK);
    const { trailer } = pdf.context.info;
    const roots = ['Root', 'Info'].flatMap((key) => {
      const text = this.textOf(trailer.get(key));
      return text === 'null' ? [] : [`/${key} ${text}`];
    });
    this.collect();
    if (usesStreams) this.writeStreams();
    else for (const [index, object] of this.objects.entries()) this.writeObject(index + 1, object);
    const entries = [...roots, `/ID [${this.id()}]`].join(' ');
    if (usesStreams) this.writeTableStream(entries);
    else this.writeTable(entries);
    return { bytes: Buffer.concat(this.parts), names: this.names };
  }

  /** Numbers everything reachable from the roots; the list grows while it is traversed. */
  private collect(): void {
    for (const object of this.objects) this.number(object);
  }

  private number(object: PdfObject): void {
    if (object instanceof PdfRef) this.numberOf(object);
    else if (object instanceof PdfArray) for (const item of object) this.number(item);
    else if (object instanceof PdfDict)
      for (const [key, value] of object) if (!isOwnLength(object, key)) this.number(value);
  }

  /** 0 for an object that does not exist. */
  private numberOf(ref: PdfRef): number {
    const key = refKey(ref);
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    const found = this.pdf.getObject(ref);
    // A reference to a reference is resolved; one that leads to itself leads nowhere.
    this.numbers.set(key, 0);
    const number =
      found === null || found.type === 'null'
        ? 0
        : found instanceof PdfRef
          ? this.numberOf(found)
          : this.objects.push(found);
    this.numbers.set(key, number);
    return number;
  }

  private writeObject(number: number, object: PdfObject): void {
    this.places.set(number, { offset: this.length });
    this.append(Buffer.from(`${number} 0 obj\n`, 'latin1'));
    if (object instanceof PdfStream) this.appendStream(this.textOf(object), object.data);
    else this.append(Buffer.from(this.textOf(object), 'latin1'));
    this.append(Buffer.from('\nendobj\n', 'latin1'));
  }

  private appendStream(dictionary: string, data: Uint8Array): void {
    this.append(Buffer.from(`${dictionary}\nstream\n`, 'latin1'), data, Buffer.from('\nendstream', 'latin1'));
  }

  /** Streams are written to the file itself, everything else to object streams (ISO 32000-2 §7.5.7). */
  private writeStreams(): void {
    const packed: number[] = [];
    for (const [index, object] of this.objects.entries()) {
      if (object instanceof PdfStream) this.writeObject(index + 1, object);
      else packed.push(index + 1);
    }
    let next = this.objects.length + 1;
    for (let from = 0; from < packed.length; from += OBJECTS_PER_STREAM)
      this.writeObjectStream(next++, packed.slice(from, from + OBJECTS_PER_STREAM));
  }

  private writeObjectStream(stream: number, numbers: number[]): void {
    let offset = 0;
    const [heads, texts]: [string[], string[]] = [[], []];
    for (const [index, number] of numbers.entries()) {
      this.places.set(number, { stream, index });
      const text = `${this.textOf(this.objects[number - 1])}\n`;
      heads.push(`${number} ${offset}`);
      texts.push(text);
      offset += text.length;
    }
    const head = `${heads.join(' ')}\n`;
    const data = deflateSync(Buffer.from(head + texts.join(''), 'latin1'));
    this.places.set(stream, { offset: this.length });
    this.append(Buffer.from(`${stream} 0 obj\n`, 'latin1'));
    const entries = `/Type /ObjStm /N ${numbers.length} /First ${head.length}`;
    this.appendStream(`<<${entries} /Filter /FlateDecode /Length ${data.length}>>`, data);
    this.append(Buffer.from('\nendobj\n', 'latin1'));
  }

  /** ISO 32000-2 §7.5.4. */
  private writeTable(entries: string): void {
    const start = this.length;
    const size = this.objects.length + 1;
    const lines = this.objects.map((_, index) => {
      const place = this.places.get(index + 1) as { offset: number };
      return `${String(place.offset).padStart(10, '0')} 00000 n \n`;
    });
    const table = `xref\n0 ${size}\n0000000000 65535 f \n${lines.join('')}`;
    this.append(Buffer.from(`${table}trailer\n<</Size ${size} ${entries}>>\n`, 'latin1'));
    this.finish(start);
  }

  /** ISO 32000-2 §7.5.8. */
  private writeTableStream(entries: string): void {
    const start = this.length;
    const number = Math.max(...this.places.keys()) + 1;
    this.places.set(number, { offset: start });
    const width = ENTRY_WIDTHS[0] + ENTRY_WIDTHS[1] + ENTRY_WIDTHS[2];
    const table = Buffer.alloc((number + 1) * width);
    table.writeUIntBE(65_535, width - ENTRY_WIDTHS[2], ENTRY_WIDTHS[2]);
    for (const [each, place] of this.places) {
      const at = each * width;
      const isPacked = 'stream' in place;
      table.writeUInt8(isPacked ? 2 : 1, at);
      table.writeUIntBE(isPacked ? place.stream : place.offset, at + ENTRY_WIDTHS[0], ENTRY_WIDTHS[1]);
      table.writeUIntBE(isPacked ? place.index : 0, at + width - ENTRY_WIDTHS[2], ENTRY_WIDTHS[2]);
    }
    const data = deflateSync(table);
    this.append(Buffer.from(`${number} 0 obj\n`, 'latin1'));
    const own = `/Type /XRef /Size ${number + 1} /W [${ENTRY_WIDTHS.join(' ')}] /Filter /FlateDecode`;
    this.appendStream(`<<${own} ${entries} /Length ${data.length}>>`, data);
    this.append(Buffer.from('\nendobj\n', 'latin1'));
    this.finish(start);
  }

  private finish(start: number): void {
    this.append(Buffer.from(`startxref\n${start}\n%%EOF\n`, 'latin1'));
  }

  private id(): string {
    const found = this.pdf.context.info.trailer.get('ID', (ref) => this.pdf.getObject(ref));
    const parts = found instanceof PdfArray ? [...found].filter((part) => part instanceof PdfString) : [];
    const [first = new PdfString(this.fallbackId), second = first] = parts;
    return [first, second].map(hexOf).join(' ');
  }

  private textOf(object: PdfObject | null | undefined): string {
    if (object instanceof PdfRef) {
      const number = this.numberOf(object);
      return number === 0 ? 'null' : `${number} 0 R`;
    }
    if (object instanceof PdfArray) return `[${[...object].map((item) => this.textOf(item)).join(' ')}]`;
    if (object instanceof PdfDict) return this.dictionaryText(object);
    if (object instanceof PdfName) return this.nameText(object.value);
    if (object instanceof PdfString) return hexOf(object);
    if (object instanceof PdfNumber) return plainNumber(object.value);
    return object instanceof PdfBool ? String(object.value) : 'null';
  }

  private dictionaryText(dictionary: PdfDict): string {
    const entries: string[] = [];
    for (const [key, value] of dictionary) {
      if (isOwnLength(dictionary, key)) continue;
      entries.push(`${this.nameText(key.value)} ${this.textOf(value)}`);
    }
    if (dictionary instanceof PdfStream) entries.push(`/Length ${dictionary.data.length}`);
    return `<<${entries.join(' ')}>>`;
  }

  private nameText(name: string): string {
    if (IS_ASCII.test(name)) return escapedName(Buffer.from(name, 'latin1'));
    this.names.add(name);
    return escapedName(this.exact?.bytesOf(name) ?? Buffer.from(name, 'utf8'));
  }

  private append(...parts: Uint8Array[]): void {
    for (const part of parts) {
      this.parts.push(part);
      this.length += part.length;
    }
  }
}

/** A stream's length is recomputed. */
const isOwnLength = (owner: PdfDict, key: PdfName) => owner instanceof PdfStream && key.value === 'Length';

const hexOf = ({ bytes }: PdfString) => `<${Buffer.from(bytes).toString('hex')}>`;

const IS_ASCII = /^[\0-\x7f]*$/;

/** Escapes everything but plain letters and digits (ISO 32000-2 §7.3.5). */
const escapedName = (name: Buffer) =>
  `/${[...name]
    .map((byte) =>
      REGULAR.test(String.fromCharCode(byte))
        ? String.fromCharCode(byte)
        : `#${byte.toString(16).padStart(2, '0')}`,
    )
    .join('')}`;
const REGULAR = /[\w.+\-*:,@]/;
