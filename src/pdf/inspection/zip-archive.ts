import { inflateRawSync } from 'node:zlib';

/** Signatures and sizes of PKWARE's APPNOTE.TXT 6.3, §4.3.7, §4.3.12 and §4.3.16. */
const LOCAL_HEADER = 0x04034b50;
const LOCAL_HEADER_BYTES = 30;
const DIRECTORY_HEADER = 0x02014b50;
const DIRECTORY_HEADER_BYTES = 46;
const DIRECTORY_END = 0x06054b50;
const DIRECTORY_END_BYTES = 22;
const MAX_COMMENT_BYTES = 0xffff;
const STORED = 0;
const DEFLATED = 8;
const ENCRYPTED = 1;

interface Entry {
  flags: number;
  method: number;
  packedBytes: number;
  unpackedBytes: number;
  offset: number;
}

export interface ZipLimits {
  maxFiles: number;
  /** Of all files together, unpacked. */
  maxBytes: number;
}

/** More than was allowed would come out of the archive. */
export class ZipBombError extends Error {}

export const isZip = (bytes: Buffer) => bytes.length > 4 && bytes.readUInt32LE(0) === LOCAL_HEADER;

/**
 * The files of a ZIP archive by name, as its directory lists them, unpacked. Nothing is trusted: no file may be larger than its
 * directory says, and all of them no more than `limits`. @throws ZipBombError, or Error where it is damaged, encrypted, split,
 * of the 64-bit kind, or holds a name twice
 */
export function unzip(bytes: Buffer, { maxFiles, maxBytes }: ZipLimits): Map<string, Buffer> {
  const entries = readDirectory(bytes, maxFiles);
  const declared = [...entries.values()].reduce((sum, { unpackedBytes }) => sum + unpackedBytes, 0);
  if (declared > maxBytes) throw new ZipBombError('Too many bytes');
  return new Map([...entries].map(([name, entry]) => [name, unpack(bytes, entry)]));
}

function readDirectory(bytes: Buffer, maxFiles: number): Map<string, Entry> {
  const end = findDirectoryEnd(bytes);
  const count = bytes.readUInt16LE(end + 10);
  if (count > maxFiles) throw new ZipBombError('Too many files');
  const entries = new Map<string, Entry>();
  let at = bytes.readUInt32LE(end + 16);
  for (let index = 0; index < count; index++) {
    if (bytes.readUInt32LE(at) !== DIRECTORY_HEADER) throw new Error('The directory is damaged');
    const nameBytes = bytes.readUInt16LE(at + 28);
    const name = bytes.toString('utf8', at + DIRECTORY_HEADER_BYTES, at + DIRECTORY_HEADER_BYTES + nameBytes);
    if (entries.has(name)) throw new Error('A name stands twice');
    entries.set(name, {
      flags: bytes.readUInt16LE(at + 8),
      method: bytes.readUInt16LE(at + 10),
      packedBytes: bytes.readUInt32LE(at + 20),
      unpackedBytes: bytes.readUInt32LE(at + 24),
      offset: bytes.readUInt32LE(at + 42),
    });
    at += DIRECTORY_HEADER_BYTES + nameBytes + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return entries;
}

/** Behind it stands nothing but the archive's comment, whose length it tells. */
function findDirectoryEnd(bytes: Buffer): number {
  const last = bytes.length - DIRECTORY_END_BYTES;
  for (let at = last; at >= Math.max(0, last - MAX_COMMENT_BYTES); at--) {
    if (bytes.readUInt32LE(at) === DIRECTORY_END && bytes.readUInt16LE(at + 20) === last - at) return at;
  }
  throw new Error('The directory is missing');
}

function unpack(bytes: Buffer, { flags, method, packedBytes, unpackedBytes, offset }: Entry): Buffer {
  if (bytes.readUInt32LE(offset) !== LOCAL_HEADER || flags & ENCRYPTED) throw new Error('Not readable');
  const start =
    offset + LOCAL_HEADER_BYTES + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28);
  const packed = bytes.subarray(start, start + packedBytes);
  if (method !== STORED && method !== DEFLATED) throw new Error('Packed in another way');
  // zlib takes no limit of nothing.
  const options = { maxOutputLength: Math.max(1, unpackedBytes) };
  const unpacked = method === STORED ? packed : inflateRawSync(packed, options);
  if (packed.length !== packedBytes || unpacked.length !== unpackedBytes)
    throw new Error('Not as long as it says');
  return unpacked;
}
