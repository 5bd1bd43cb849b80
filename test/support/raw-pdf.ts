import { deflateSync } from 'node:zlib';

/** The objects of a page, whose content is object 5. */
export const CATALOG = '<< /Type /Catalog /Pages 2 0 R >>';
export const PAGES = '<< /Type /Pages /Kids [3 0 R] /Count 1 >>';
export const page = (contents = '5 0 R') =>
  `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 4 0 R >> >> /Contents ${contents} >>`;
export const FONT = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';
export const saying = (words: string) => {
  const content = `BT /F1 24 Tf 72 700 Td (${words}) Tj ET`;
  return `<< /Length ${content.length} >>\nstream\n${content}\nendstream`;
};
export const BODIES = [CATALOG, PAGES, page(), FONT];

/** A file written byte by byte, with a table of its objects that may lie. */
export class RawFile {
  private text: string;
  /** Where each object was written first and last. */
  readonly first = new Map<number, number>();
  readonly last = new Map<number, number>();

  constructor(header = '%PDF-1.7\n%\xe2\xe3\xcf\xd3\n') {
    this.text = header;
  }

  get length(): number {
    return this.text.length;
  }

  raw(text: string): this {
    this.text += text;
    return this;
  }

  object(number: number, body: string, generation = 0): this {
    if (!this.first.has(number)) this.first.set(number, this.length);
    this.last.set(number, this.length);
    return this.raw(`${number} ${generation} obj\n${body}\nendobj\n`);
  }

  /** The objects of the page, which shows these words. */
  basics(words: string): this {
    BODIES.forEach((body, index) => this.object(index + 1, body));
    return this.object(5, saying(words));
  }

  /** A cross-reference table over these lines. */
  table(lines: string, trailer: string, shift = 0): Buffer {
    const start = this.length + shift;
    this.raw(`xref\n${lines}trailer\n<< ${trailer} >>\nstartxref\n${start}\n%%EOF\n`);
    return this.bytes();
  }

  /** A sound table of all objects, with other places for some. */
  plain(places: Record<number, number> = {}, trailer = '', shift = 0): Buffer {
    return this.table(this.lines(places, shift), `/Size ${this.size} /Root 1 0 R ${trailer}`, shift);
  }

  lines(places: Record<number, number> = {}, shift = 0): string {
    const numbers = Array.from({ length: this.size - 1 }, (_, index) => index + 1);
    const entries = numbers.map((number) => {
      const place = places[number] ?? this.last.get(number);
      return place === undefined ? FREE : inUse(place + shift);
    });
    return `0 ${this.size}\n${FREE}${entries.join('')}`;
  }

  get size(): number {
    return Math.max(...this.last.keys()) + 1;
  }

  /** A cross-reference stream as object `number`; entries are [kind, place, generation or index]. */
  stream(number: number, entries: number[][], { dictionary = '', widths = [1, 4, 2] } = {}): Buffer {
    const start = this.length;
    this.xrefStream(number, [...entries, [1, start, 0]], { dictionary, widths });
    return this.raw(`startxref\n${start}\n%%EOF\n`).bytes();
  }

  xrefStream(number: number, entries: number[][], { dictionary = '', widths = [1, 4, 2] } = {}): this {
    const table = Buffer.concat(
      entries.map((entry) =>
        Buffer.concat(
          entry.map((value, index) => {
            const bytes = Buffer.alloc(widths[index]!);
            for (let at = bytes.length - 1, left = value; at >= 0; at--, left = Math.floor(left / 256))
              bytes[at] = left % 256;
            return bytes;
          }),
        ),
      ),
    );
    const head = `/Type /XRef /Size ${entries.length} /W [${widths.join(' ')}] /Root 1 0 R ${dictionary}`;
    return this.object(
      number,
      `<< ${head} /Length ${table.length} >>\nstream\n${table.toString('latin1')}\nendstream`,
    );
  }

  /** An object stream of numbered bodies. */
  packed(number: number, members: [number, string][], entries = ''): this {
    let offset = 0;
    const heads = members.map(([member, body]) => {
      const head = `${member} ${offset}`;
      offset += body.length + 1;
      return head;
    });
    const head = `${heads.join(' ')}\n`;
    const data = deflateSync(Buffer.from(head + members.map(([, body]) => `${body}\n`).join(''))).toString(
      'latin1',
    );
    return this.object(
      number,
      `<< /Type /ObjStm /N ${members.length} /First ${head.length} /Filter /FlateDecode /Length ${data.length} ${entries} >>\nstream\n${data}\nendstream`,
    );
  }

  bytes(): Buffer {
    return Buffer.from(this.text, 'latin1');
  }
}

export const FREE = '0000000000 65535 f \n';
export const inUse = (place: number, generation = 0) =>
  `${String(place).padStart(10, '0')} ${String(generation).padStart(5, '0')} n \n`;
