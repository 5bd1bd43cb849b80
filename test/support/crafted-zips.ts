import { crc32, deflateRawSync } from 'node:zlib';

/** What a ZIP archive says about a file, once before its data and once in its list (APPNOTE.TXT 6.3, §4.3.7, §4.3.12). */
interface FileFacts {
  name: string | Buffer;
  flags: number;
  method: number;
  checksum: number;
  packedBytes: number;
  bytes: number;
}

export interface CraftedFile {
  name: string | Buffer;
  content: string | Buffer;
  /** The data in the archive; deflated by default. */
  packed?: Buffer;
  /** What the archive says otherwise than it is: in both places, or in one. */
  facts?: Partial<FileFacts>;
  local?: Partial<FileFacts>;
  listed?: Partial<FileFacts>;
  /** Left out of the list. */
  isUnlisted?: boolean;
  /** A Unix file mode. */
  mode?: number;
  /** Bytes after the data. */
  after?: Buffer;
}

interface CraftedEnd {
  comment?: Buffer;
  /** How many files the list is said to have. */
  count?: number;
  /** Bytes between the last file and the list. */
  before?: Buffer;
}

/** A ZIP archive in which anything may be wrong. */
export function craftedZip(files: readonly CraftedFile[], end: CraftedEnd = {}): Buffer {
  const { comment = Buffer.alloc(0), before = Buffer.alloc(0) } = end;
  const parts: Buffer[] = [];
  const list: Buffer[] = [];
  let offset = 0;
  for (const file of files) {
    const content = Buffer.from(file.content);
    const packed = file.packed ?? deflateRawSync(content);
    const facts: FileFacts = {
      ...{ name: file.name, flags: 0x800, method: 8, checksum: crc32(content) },
      ...{ packedBytes: packed.length, bytes: content.length },
      ...file.facts,
    };
    if (!file.isUnlisted) list.push(listing({ ...facts, ...file.listed }, offset, file.mode ?? 0o100644));
    const written = [localHeader({ ...facts, ...file.local }), packed, file.after ?? Buffer.alloc(0)];
    parts.push(...written);
    offset += written.reduce((sum, { length }) => sum + length, 0);
  }
  const listed = Buffer.concat(list);
  const tail = Buffer.alloc(22);
  tail.writeUInt32LE(0x06054b50, 0);
  tail.writeUInt16LE(end.count ?? list.length, 8);
  tail.writeUInt16LE(end.count ?? list.length, 10);
  tail.writeUInt32LE(listed.length, 12);
  tail.writeUInt32LE(offset + before.length, 16);
  tail.writeUInt16LE(comment.length, 20);
  return Buffer.concat([...parts, before, listed, tail, comment]);
}

function localHeader(facts: FileFacts): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  writeFacts(header, 4, facts);
  return Buffer.concat([header, Buffer.from(facts.name)]);
}

function listing(facts: FileFacts, offset: number, mode: number): Buffer {
  const header = Buffer.alloc(46);
  header.writeUInt32LE(0x02014b50, 0);
  // Made on Unix, so that the attributes are a file mode.
  header.writeUInt16LE(0x0314, 4);
  writeFacts(header, 6, facts);
  header.writeUInt32LE(mode * 0x10000, 38);
  header.writeUInt32LE(offset, 42);
  return Buffer.concat([header, Buffer.from(facts.name)]);
}

function writeFacts(header: Buffer, at: number, facts: FileFacts): void {
  header.writeUInt16LE(20, at);
  header.writeUInt16LE(facts.flags, at + 2);
  header.writeUInt16LE(facts.method, at + 4);
  header.writeUInt32LE(facts.checksum, at + 10);
  header.writeUInt32LE(facts.packedBytes, at + 14);
  header.writeUInt32LE(facts.bytes, at + 18);
  header.writeUInt16LE(Buffer.from(facts.name).length, at + 22);
}
