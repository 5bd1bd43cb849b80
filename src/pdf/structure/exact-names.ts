import { type PDF, PdfRef, PdfStream, PdfString } from '@libpdf/core';

const NAME = /\/((?:[!-$&'*-.0-;=?-Z\\^-z|~]|[\x80-\xff]){1,300})/g;
const ESCAPED = /#([0-9a-fA-F]{2})/g;
const BEYOND_ASCII = /[\x80-\xff]/;
/** An object that contains others (ISO 32000-2 §7.5.7). */
const OBJECT_STREAM = /(\d{1,10})\s+(\d{1,5})\s+obj\s*<<[^]{0,500}?\/ObjStm\b/g;
/** What stands for bytes that are not UTF-8. */
export const UNREADABLE = '\ufffd';

/** A name in UTF-8 that was written without escapes, which the library reads as Latin-1. */
function writtenPlainly(name: string): string {
  if (!/^[\0-\xff]*[\x80-\xff][\0-\xff]*$/.test(name)) return name;
  const read = Buffer.from(name, 'latin1').toString('utf8');
  return read.includes(UNREADABLE) ? name : read;
}

/**
 * Names are bytes (ISO 32000-2 §7.3.5), and many programs write those of check boxes' states in PDFDocEncoding:
 * `/t#E4glich`. The library reads names with escapes as UTF-8, and others as Latin-1, so what they were in the file is
 * looked up there.
 */
export class ExactNames {
  /** By what the library reads, the bytes of all names that it reads so, one character each. */
  private names: ReadonlyMap<string, ReadonlySet<string>> | null = null;

  /** @param bytes - of the file that `pdf` was opened from */
  constructor(
    private readonly pdf: PDF,
    private readonly bytes: Buffer,
  ) {}

  /** @returns the name as it is if it can be read, or if several names of the file may be meant */
  read(name: string): string {
    if (!name.includes(UNREADABLE)) return writtenPlainly(name);
    const bytes = this.bytesOf(name);
    return bytes ? new PdfString(bytes).asString() : name;
  }

  /** The bytes of a name; null if several names of the file may be meant, or none. */
  bytesOf(name: string): Buffer | null {
    this.names ??= this.find();
    const [exact, ...others] = this.names.get(name) ?? [];
    return exact === undefined || others.length > 0 ? null : Buffer.from(exact, 'latin1');
  }

  private find(): Map<string, Set<string>> {
    const found = new Map<string, Set<string>>();
    for (const text of this.texts())
      for (const [, written] of text.matchAll(NAME)) {
        const exact = written!.replace(ESCAPED, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
        if (!BEYOND_ASCII.test(exact)) continue;
        const read = written!.includes('#') ? Buffer.from(exact, 'latin1').toString('utf8') : exact;
        found.set(read, (found.get(read) ?? new Set()).add(exact));
      }
    return found;
  }

  private *texts(): Generator<string> {
    const file = this.bytes.toString('latin1');
    yield file;
    for (const [, number, generation] of file.matchAll(OBJECT_STREAM)) {
      const stream = this.pdf.getObject(PdfRef.of(Number(number), Number(generation)));
      if (stream instanceof PdfStream) yield Buffer.from(stream.getDecodedData()).toString('latin1');
    }
  }
}
