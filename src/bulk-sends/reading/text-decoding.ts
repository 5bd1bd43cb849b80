import { AppError, type FieldError } from '../../common/errors.js';
import {
  type Encoding,
  hasUnassigned,
  looksLikeUtf16,
  markedEncoding,
  readings,
  strictDecoder,
} from './encodings.js';
import { UnclearTable } from './unclear-table.js';

/** The longest mark, and enough to notice UTF-16 without one. */
const HEAD_BYTES = 4;
/** Bytes of an unfinished line that are kept for a sample. */
const KEPT_BYTES = 4_096;
const REPLACEMENT = '\ufffd';
const UTF_16 = ['utf-16le', 'utf-16be'] as const;

/**
 * Decodes a file as it arrives. UTF-8, and UTF-16 with its mark, are read as what they are; any other encoding must be
 * given, because no bytes say which one it is.
 */
export class TextDecoding {
  private head: Buffer | null = Buffer.alloc(0);
  private decoder: ReturnType<typeof strictDecoder> | null = null;
  private known: Encoding | null = null;
  /** Lines that ended before `unfinished`, which are the bytes since then. */
  private lines = 0;
  private unfinished = Buffer.alloc(0);
  private endedInReturn = false;

  constructor(private readonly given: Encoding | null) {}

  /** Null before the first bytes have been seen. */
  get encoding(): Encoding | null {
    return this.known;
  }

  /** @throws AppError 400 `encoding_unclear`, `encoding_contradicted`, `encoding_wrong` */
  write(chunk: Buffer): string {
    if (this.head === null) return this.decode(chunk, true);
    this.head = Buffer.concat([this.head, chunk]);
    return this.head.length < HEAD_BYTES ? '' : this.begin(true);
  }

  /** @throws AppError as `write` */
  end(): string {
    if (this.head !== null) return this.begin(false);
    return this.decode(Buffer.alloc(0), false);
  }

  private begin(hasMore: boolean): string {
    const head = this.head!;
    const marked = markedEncoding(head);
    if (marked !== null && this.given !== null && marked !== this.given)
      throw contradicted(this.given, marked);
    if (marked === null && this.given === null && looksLikeUtf16(head)) throw withoutMark(head);
    this.known = this.given ?? marked ?? 'utf-8';
    this.decoder = strictDecoder(this.known);
    this.head = null;
    return this.decode(head, hasMore);
  }

  private decode(bytes: Buffer, hasMore: boolean): string {
    let text: string;
    try {
      text = this.decoder!.decode(bytes, { stream: hasMore });
    } catch {
      throw this.undecodable(bytes);
    }
    if (hasUnassigned(text, this.known!)) throw this.undecodable(bytes);
    this.count(bytes, text);
    return text;
  }

  private count(bytes: Buffer, text: string): void {
    const continued = this.endedInReturn && text.startsWith('\n') ? 1 : 0;
    this.lines += linesIn(text) - continued;
    if (text !== '') this.endedInReturn = text.endsWith('\r');
    // Of UTF-16 only half a unit is kept: its lines are counted, and no sample is shown.
    const isWide = this.known!.startsWith('utf-16');
    if (isWide) {
      const odd = (this.unfinished.length + bytes.length) % 2;
      this.unfinished = Buffer.from(bytes.subarray(bytes.length - odd));
      return;
    }
    const at = Math.max(bytes.lastIndexOf(0x0a), bytes.lastIndexOf(0x0d)) + 1;
    const kept = at > 0 ? bytes.subarray(at) : Buffer.concat([this.unfinished, bytes]);
    this.unfinished = Buffer.from(kept.subarray(0, KEPT_BYTES));
  }

  private undecodable(bytes: Buffer): AppError {
    const all = Buffer.concat([this.unfinished, bytes]);
    const encoding = this.known!;
    const lossy = new TextDecoder(encoding, { ignoreBOM: true }).decode(all);
    const wrong = hasUnassigned(lossy, encoding)
      ? lossy.search(/[\u0080-\u009f]/)
      : lossy.indexOf(REPLACEMENT);
    const before = lossy.slice(0, Math.max(0, wrong));
    const line = this.lines + linesIn(before) + 1;
    if (encoding !== 'utf-8' || this.given !== null) return wrongEncoding(encoding, line);
    const start = Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r')) + 1;
    const from = Buffer.byteLength(before.slice(0, start));
    const at = Buffer.byteLength(before);
    const end = [0x0a, 0x0d].map((byte) => all.indexOf(byte, at)).filter((found) => found >= 0);
    return unclear(line, all.subarray(from, Math.min(...end, all.length)), at - from);
  }
}

/** Line ends: CRLF, LF or CR. */
export function linesIn(text: string): number {
  let found = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x0a || (code === 0x0d && text.charCodeAt(at + 1) !== 0x0a)) found++;
  }
  return found;
}

const refusal = (code: string, message: string, details?: FieldError[]) =>
  new AppError(400, message, code, details);

const contradicted = (given: Encoding, marked: Encoding) =>
  refusal(
    'encoding_contradicted',
    `encoding is ${given}, but the file begins with the byte order mark of ${marked}`,
  );

const withoutMark = (head: Buffer) =>
  new UnclearTable(
    'encoding',
    'The file looks like UTF-16 but has no byte order mark: say whether encoding is utf-16le or utf-16be',
    null,
    UTF_16.map((value) => ({ value, sample: [[new TextDecoder(value).decode(head).slice(0, 60)]] })),
    UTF_16.map((message) => ({ field: 'encoding', message })),
  );

const wrongEncoding = (encoding: Encoding, line: number) =>
  refusal('encoding_wrong', `Line ${line} has bytes that mean nothing in ${encoding}`, [
    { field: 'encoding', message: `line ${line} is not written in ${encoding}` },
  ]);

/** Asks, showing how the line would read in each encoding in which it can be read. */
function unclear(line: number, bytes: Buffer, at: number): AppError {
  const found = readings(bytes, at).map(({ encoding, sample }) => ({ encoding, sample: sample.trim() }));
  return new UnclearTable(
    'encoding',
    `Line ${line} is not UTF-8: save the file as UTF-8, or say which encoding it has`,
    line,
    found.map(({ encoding: value, sample }) => ({ value, sample: [[sample]] })),
    found.map(({ encoding, sample }) => ({
      field: 'encoding',
      message: `${encoding} reads line ${line} as: ${sample}`,
    })),
  );
}
