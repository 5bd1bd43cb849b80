import { closeSync, openSync, readSync } from 'node:fs';

/** The largest table that is read: the character map of the largest collection has 0.3 MB. */
const MAX_TABLE_BYTES = 4 * 1024 * 1024;
/** Limits on the faces of one collection, and the tables of one face, that are read. */
const MAX_FACES = 32;
const MAX_TABLES = 64;

const TTC = 0x74746366;
/** The first bytes of a font file: TrueType outlines, the same by Apple, or CFF outlines. */
const FONT = new Set([0x00010000, 0x74727565, 0x4f54544f]);

const CMAP = 0x636d6170;
const NAME = 0x6e616d65;

const FULL_NAME = 4;
const POSTSCRIPT_NAME = 6;
const WINDOWS = 3;

/** Data read of a face: its names, and the code points it has glyphs for, as first and last of each range. */
export interface FaceFacts {
  /** The display name, such as `Noto Sans CJK JP`. */
  name: string;
  /** Without spaces, such as `NotoSansCJKjp-Regular`. */
  postscriptName: string;
  ranges: Uint32Array;
}

/** The names of a file's faces in order. @throws Error if it is not a TrueType or OpenType font or collection */
export function readFaceNames(path: string): string[] {
  return withFile(path, (file) => facesOf(file).map((face) => readNames(file, face).name));
}

/** @throws Error if the file has no such face or cannot be read */
export function readFace(path: string, index: number): FaceFacts {
  return withFile(path, (file) => {
    const face = facesOf(file)[index];
    if (face === undefined) throw new Error(`it has no face ${index}`);
    return { ...readNames(file, face), ranges: readCharacterMap(file, face) };
  });
}

type Read = (at: number, length: number) => Buffer;

function withFile<Result>(path: string, work: (read: Read) => Result): Result {
  const descriptor = openSync(path, 'r');
  try {
    return work((at, length) => {
      const bytes = Buffer.alloc(Math.min(length, MAX_TABLE_BYTES));
      return bytes.subarray(0, readSync(descriptor, bytes, 0, bytes.length, at));
    });
  } finally {
    closeSync(descriptor);
  }
}

/** Where the table directories of the faces are. */
function facesOf(read: Read): number[] {
  const start = read(0, 12);
  if (start.length < 12) throw new Error('it is too short for a font');
  if (start.readUInt32BE(0) !== TTC) {
    if (!FONT.has(start.readUInt32BE(0))) throw new Error('it is neither TrueType nor OpenType');
    return [0];
  }
  const count = Math.min(start.readUInt32BE(8), MAX_FACES);
  const offsets = read(12, 4 * count);
  return Array.from({ length: count }, (_, index) => offsets.readUInt32BE(4 * index));
}

function tableOf(read: Read, face: number, tag: number): Buffer {
  const count = Math.min(read(face, 12).readUInt16BE(4), MAX_TABLES);
  const directory = read(face + 12, 16 * count);
  for (let at = 0; at < directory.length; at += 16) {
    if (directory.readUInt32BE(at) === tag)
      return read(directory.readUInt32BE(at + 8), directory.readUInt32BE(at + 12));
  }
  throw new Error('a table is missing');
}

/** The English names for Windows, which every modern font has. */
function readNames(read: Read, face: number): Pick<FaceFacts, 'name' | 'postscriptName'> {
  const table = tableOf(read, face, NAME);
  const strings = table.readUInt16BE(4);
  const find = (wanted: number) => {
    for (let at = 6; at < 6 + 12 * table.readUInt16BE(2); at += 12) {
      if (table.readUInt16BE(at) !== WINDOWS || table.readUInt16BE(at + 6) !== wanted) continue;
      const start = strings + table.readUInt16BE(at + 10);
      const bytes = Buffer.from(table.subarray(start, start + table.readUInt16BE(at + 8)));
      return bytes
        .subarray(0, bytes.length & ~1)
        .swap16()
        .toString('utf16le');
    }
    return '';
  };
  const postscriptName = find(POSTSCRIPT_NAME).replace(/[^\w-]/g, '');
  return {
    name: find(FULL_NAME).replace(/ Regular$/, '') || postscriptName,
    postscriptName: postscriptName || 'Font',
  };
}

/** Subtables for Unicode by format; format 12 covers all planes. */
const FORMATS: Readonly<Record<number, (table: Buffer) => number[]>> = { 12: readGroups, 4: readSegments };

/** Reads the character map (OpenType `cmap`): the subtable for all of Unicode if there is one. */
function readCharacterMap(read: Read, face: number): Uint32Array {
  const table = tableOf(read, face, CMAP);
  const subtables = new Map<number, Buffer>();
  for (let at = 4; at < 4 + 8 * table.readUInt16BE(2); at += 8) {
    const subtable = table.subarray(table.readUInt32BE(at + 4));
    subtables.set(subtable.readUInt16BE(0), subtable);
  }
  for (const format of [12, 4]) {
    const subtable = subtables.get(format);
    if (subtable) return Uint32Array.from(FORMATS[format]!(subtable));
  }
  throw new Error('it has no character map for Unicode');
}

function readGroups(table: Buffer): number[] {
  const ranges: number[] = [];
  const end = Math.min(table.length, 16 + 12 * table.readUInt32BE(12));
  for (let at = 16; at + 12 <= end; at += 12) {
    const isMissing = table.readUInt32BE(at + 8) === 0;
    ranges.push(table.readUInt32BE(at) + (isMissing ? 1 : 0), table.readUInt32BE(at + 4));
  }
  return ranges;
}

function readSegments(table: Buffer): number[] {
  const size = table.readUInt16BE(6);
  const ranges: number[] = [];
  for (let at = 0; at < size; at += 2) {
    const last = table.readUInt16BE(14 + at);
    const first = table.readUInt16BE(16 + size + at);
    const offsetAt = 16 + 3 * size + at;
    const offset = table.readUInt16BE(offsetAt);
    if (last === 0xffff) continue;
    if (offset === 0) ranges.push(first, last);
    else {
      for (let code = first; code <= last; code++)
        if (table.readUInt16BE(offsetAt + offset + 2 * (code - first)) !== 0) ranges.push(code, code);
    }
  }
  return ranges;
}
