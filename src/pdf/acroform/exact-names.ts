import { type PDF, PdfRef, PdfStream, PdfString } from '@libpdf/core';

const NAME = /\/((?:[!-$&'*-.0-;=?-Z\\^-z|~]|[\x80-\xff]){1,300})/g;
const ESCAPED = /#([0-9a-fA-F]{2})/g;
/** An object that contains others (ISO 32000-2 §7.5.7). */
const OBJECT_STREAM = /(\d{1,10})\s+(\d{1,5})\s+obj\s*<<[^]{0,500}?\/ObjStm\b/g;
/** What stands for bytes that are not UTF-8. */
export const UNREADABLE = '\ufffd';

/**
 * The states of check boxes are names, and many programs write them in PDFDocEncoding: `/t#E4glich`. The library reads
 * all names as UTF-8, so those that it cannot read are looked up in the bytes of the file.
 */
export class ExactNames {
  private names: ReadonlyMap<string, ReadonlySet<string>> | null = null;

  constructor(
    private readonly pdf: PDF,
    private readonly bytes: Buffer,
  ) {}

  /** @returns the name as it is if it can be read, or if several names of the file may be meant */
  read(name: string): string {
    if (!name.includes(UNREADABLE)) return name;
    this.names ??= this.find();
    const [exact, ...others] = this.names.get(name) ?? [];
    return exact === undefined || others.length > 0 ? name : exact;
  }

  private find(): Map<string, Set<string>> {
    const found = new Map<string, Set<string>>();
    for (const text of this.texts())
      for (const [, written] of text.matchAll(NAME)) {
        if (!written!.includes('#')) continue;
        const plain = written!.replace(ESCAPED, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
        const bytes = Buffer.from(plain, 'latin1');
        const read = bytes.toString('utf8');
        found.set(read, (found.get(read) ?? new Set()).add(new PdfString(bytes).asString()));
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
