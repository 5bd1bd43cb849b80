import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { BackupError } from './backup-error.js';
import { FORMAT, KEY_FILE, type Manifest, MANIFEST, type Seal, SEAL } from './manifest.js';
import { ARCHIVE_END, HEADER_BYTES, paddingOf, parseTarHeader, type TarHeader } from './tar.js';

const PIECE_BYTES = 1024 * 1024;
/** Of the files that are read as a whole. */
const LONGEST_TEXT = 64 * 1024 * 1024;

/** A file in an archive. */
export interface ArchivedFile extends TarHeader {
  /** Where its bytes begin. */
  at: number;
}

/** A backup that is whole: its bytes have been compared with the hash at their end. */
export class ArchiveReader {
  private constructor(
    private readonly handle: FileHandle,
    readonly bytes: number,
    readonly manifest: Manifest,
    readonly seal: Seal,
    private readonly key: ArchivedFile | undefined,
    /** The first piece of each table that has one, by the table's number. */
    private readonly tables: ReadonlyMap<string, ArchivedFile>,
    private readonly firstFile: ArchivedFile | undefined,
  ) {}

  /** @throws BackupError if the file cannot be read, is not a backup, or is not whole */
  static async open(file: string): Promise<ArchiveReader> {
    const handle = await open(file).catch((error: NodeJS.ErrnoException) => {
      throw new BackupError(`${file} cannot be read (${error.code}).`);
    });
    try {
      return await ArchiveReader.check(handle, file);
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  private static async check(handle: FileHandle, file: string): Promise<ArchiveReader> {
    const { size: bytes } = await handle.stat();
    const tables = new Map<string, ArchivedFile>();
    const found = new Map<string, ArchivedFile>();
    let firstFile: ArchivedFile | undefined;
    for await (const entry of entriesFrom(handle, 0, file)) {
      const [table] = /^tables\/\d+-/.exec(entry.name) ?? [];
      if (table !== undefined && !tables.has(table)) tables.set(table, entry);
      if (entry.name.startsWith('files/')) firstFile ??= entry;
      if ([MANIFEST, KEY_FILE, SEAL].includes(entry.name)) found.set(entry.name, entry);
    }
    const sealed = found.get(SEAL)!;
    const seal = await readSeal(handle, { sealed, bytes, file });
    const manifest = await readManifest(handle, found.get(MANIFEST), file);
    return new ArchiveReader(handle, bytes, manifest, seal, found.get(KEY_FILE), tables, firstFile);
  }

  /** The bytes of a table's data, as COPY wrote them, compressed. */
  async *dataOf(prefix: string): AsyncGenerator<Buffer> {
    const first = this.tables.get(prefix);
    if (!first) return;
    for await (const entry of entriesFrom(this.handle, first.at - HEADER_BYTES)) {
      if (entry.name.startsWith('sums/')) continue;
      if (!entry.name.startsWith(prefix)) return;
      yield* this.contentOf(entry);
    }
  }

  /** All stored files, named `files/KEY`. */
  async *files(): AsyncGenerator<ArchivedFile> {
    if (!this.firstFile) return;
    for await (const entry of entriesFrom(this.handle, this.firstFile.at - HEADER_BYTES))
      if (entry.name.startsWith('files/')) yield entry;
  }

  contentOf({ at, size }: ArchivedFile): AsyncGenerator<Buffer> {
    return piecesOf(this.handle, at, at + size);
  }

  /** The encryption key that is in the backup; null if it was made without. */
  async encryptionKey(): Promise<string | null> {
    return this.key ? readText(this.handle, this.key) : null;
  }

  close(): Promise<void> {
    return this.handle.close();
  }
}

/** The files of an archive from a header on, up to its seal. @throws BackupError where none can be read */
async function* entriesFrom(
  handle: FileHandle,
  from: number,
  file = 'The backup',
): AsyncGenerator<ArchivedFile> {
  const { size: end } = await handle.stat();
  for (let at = from; ;) {
    const block = await readAt(handle, at, HEADER_BYTES);
    const header = block && parseTarHeader(block);
    if (!header) {
      if (at === 0) throw new BackupError(`${file} is not a backup of this service.`);
      throw new BackupError(`${file} is cut off or damaged at byte ${at} of ${end}. Take another backup.`);
    }
    yield { ...header, at: at + HEADER_BYTES };
    if (header.name === SEAL) return;
    at += HEADER_BYTES + header.size + paddingOf(header.size);
  }
}

/** Compares the archive with its seal, byte by byte. */
async function readSeal(
  handle: FileHandle,
  { sealed, bytes, file }: { sealed: ArchivedFile; bytes: number; file: string },
): Promise<Seal> {
  const damaged = new BackupError(
    `${file} is cut off or damaged: it is not what was written. Take another backup.`,
  );
  const tail = Buffer.concat([Buffer.alloc(paddingOf(sealed.size)), ARCHIVE_END]);
  const rest = await readAt(handle, sealed.at + sealed.size, tail.length);
  if (!rest?.equals(tail) || bytes !== sealed.at + sealed.size + tail.length) throw damaged;
  const hash = createHash('sha256');
  for await (const piece of piecesOf(handle, 0, sealed.at - HEADER_BYTES)) hash.update(piece);
  const text = await readText(handle, sealed);
  const seal = asSeal(text);
  if (!seal || JSON.stringify(seal) !== text || seal.sha256 !== hash.digest('hex')) throw damaged;
  return seal;
}

function asSeal(text: string): Seal | null {
  try {
    const { sha256, keys } = JSON.parse(text) as Seal;
    return { sha256, keys: keys.map(({ id, hmac }) => ({ id, hmac })) };
  } catch {
    return null;
  }
}

async function readManifest(
  handle: FileHandle,
  entry: ArchivedFile | undefined,
  file: string,
): Promise<Manifest> {
  const manifest = entry && (JSON.parse(await readText(handle, entry)) as Manifest);
  if (manifest?.format !== FORMAT)
    throw new BackupError(
      `${file} has the format ${manifest?.format}, and this version reads the format ${FORMAT}. Restore it with the version that made it or a newer one.`,
    );
  return manifest;
}

async function readText(handle: FileHandle, { at, size }: ArchivedFile): Promise<string> {
  const bytes = size <= LONGEST_TEXT ? await readAt(handle, at, size) : null;
  if (!bytes) throw new BackupError('The backup is cut off or damaged.');
  return bytes.toString();
}

async function* piecesOf(handle: FileHandle, from: number, to: number): AsyncGenerator<Buffer> {
  for (let at = from; at < to; at += PIECE_BYTES) {
    const piece = await readAt(handle, at, Math.min(PIECE_BYTES, to - at));
    if (!piece) throw new BackupError('The backup became shorter while it was read.');
    yield piece;
  }
}

/** @returns null if there are not so many bytes */
async function readAt(handle: FileHandle, at: number, length: number): Promise<Buffer | null> {
  const buffer = Buffer.alloc(length);
  let read = 0;
  while (read < length) {
    const { bytesRead } = await handle.read(buffer, read, length - read, at + read);
    if (bytesRead === 0) return null;
    read += bytesRead;
  }
  return buffer;
}
