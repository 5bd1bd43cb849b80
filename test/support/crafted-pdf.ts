import { deflateSync } from 'node:zlib';

/** Where an object is, as a table or stream lists it. */
export type Listing = { offset: number; generation?: number } | { stream: number; index: number } | 'free';

export type Listings = Record<number, Listing>;

interface StreamOptions {
  /** The bytes of each column; `[1, 4, 2]` if not given. */
  widths?: [number, number, number];
  isCompressed?: boolean;
}

const text = (part: string | Buffer) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part);

/** Writes PDFs byte by byte, sound or not, and knows where everything begins. */
export class CraftedPdf {
  private readonly parts: Buffer[];
  private size: number;

  constructor(base: string | Buffer = '%PDF-1.7\n%\xe2\xe3\xcf\xd3\n') {
    this.parts = [text(base)];
    this.size = this.parts[0]!.length;
  }

  get length(): number {
    return this.size;
  }

  get bytes(): Buffer {
    return Buffer.concat(this.parts);
  }

  /** @returns where it begins */
  add(part: string | Buffer): number {
    const at = this.size;
    const bytes = text(part);
    this.parts.push(bytes);
    this.size += bytes.length;
    return at;
  }

  /** @returns its listing */
  object(number: number, body: string | Buffer, generation = 0): { offset: number; generation: number } {
    const offset = this.add(`${number} ${generation} obj\n`);
    this.add(body);
    this.add('\nendobj\n');
    return { offset, generation };
  }

  stream(number: number, content: string | Buffer, entries = ''): { offset: number; generation: number } {
    const data = text(content);
    const head = text(`<< ${entries} /Length ${data.length} >>\nstream\n`);
    return this.object(number, Buffer.concat([head, data, text('\nendstream')]));
  }

  /** An object stream (ISO 32000-2 §7.5.7). */
  objectStream(number: number, objects: [number, string][]): { offset: number; generation: number } {
    let at = 0;
    const head = objects.map(([inside, body]) => {
      const pair = `${inside} ${at}`;
      at += body.length + 1;
      return pair;
    });
    const first = `${head.join(' ')} `;
    const content = deflateSync(text(first + objects.map(([, body]) => `${body} `).join('')));
    return this.stream(
      number,
      content,
      `/Type /ObjStm /N ${objects.length} /First ${first.length} /Filter /FlateDecode`,
    );
  }

  /** @returns where the table begins */
  table(listings: Listings | [number, Listing][], trailer: string): number {
    const at = this.add('xref\n');
    const pairs: [number, Listing][] = Array.isArray(listings)
      ? listings
      : Object.entries(listings).map(([number, listing]) => [Number(number), listing]);
    for (const [number, listing] of pairs) this.add(`${number} 1\n${tableEntry(listing)}`);
    this.add(`trailer\n<< ${trailer} >>\n`);
    return at;
  }

  /** A cross-reference stream, which lists itself. @returns where it begins */
  references(number: number, listings: Listings, trailer: string, options: StreamOptions = {}): number {
    const { widths = [1, 4, 2], isCompressed = true } = options;
    const all: Listings = { ...listings, [number]: { offset: this.size } };
    const rows = Object.values(all).map((listing) => streamEntry(listing, widths));
    const data = Buffer.concat(rows);
    const index = Object.keys(all).map((each) => `${each} 1`);
    const entries = `/Type /XRef /W [${widths.join(' ')}] /Index [${index.join(' ')}] ${trailer}`;
    return isCompressed
      ? this.stream(number, deflateSync(data), `${entries} /Filter /FlateDecode`).offset
      : this.stream(number, data, entries).offset;
  }

  end(startxref: number): this {
    this.add(`startxref\n${startxref}\n%%EOF\n`);
    return this;
  }
}

function tableEntry(listing: Listing): string {
  if (listing === 'free') return '0000000000 65535 f \n';
  if ('stream' in listing) throw new Error('A table lists no object in an object stream');
  const { offset, generation = 0 } = listing;
  return `${String(offset).padStart(10, '0')} ${String(generation).padStart(5, '0')} n \n`;
}

function streamEntry(listing: Listing, widths: readonly number[]): Buffer {
  const fields =
    listing === 'free'
      ? [0, 0, 65_535]
      : 'stream' in listing
        ? [2, listing.stream, listing.index]
        : [1, listing.offset, listing.generation ?? 0];
  return Buffer.concat(
    widths.map((width, column) => {
      const field = Buffer.alloc(8);
      field.writeBigUInt64BE(BigInt(fields[column]!));
      return field.subarray(8 - width);
    }),
  );
}
