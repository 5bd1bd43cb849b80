import { createHash } from 'node:crypto';
import { type ArchivedFile, ArchiveLayout, isSumList, storedKeyOf } from './archive-layout.js';
import { BackupError } from './backup-error.js';
import { CheckedFile } from './checked-file.js';
import { KEY_FILE, MANIFEST, type Manifest, SEAL } from './manifest.js';
import { parseManifest } from './parse-manifest.js';
import { parseSeal, type Seal } from './seal.js';
import { ARCHIVE_END, HEADER_BYTES, paddingOf, parseTarHeader } from './tar.js';

/** Limit for files that are read whole. */
const LONGEST_TEXT = 64 * 1024 * 1024;

/**
 * A complete backup: its bytes match the hash at their end. Only `authenticate` can establish who made it, so no
 * content is used before.
 */
export class ArchiveReader {
  private constructor(
    private readonly file: CheckedFile,
    readonly manifest: Manifest,
    readonly seal: Seal,
    private readonly layout: ArchiveLayout,
  ) {}

  /** @throws BackupError if the file cannot be read, is not a backup, or is incomplete */
  static async open(path: string): Promise<ArchiveReader> {
    const survey = new Survey(path);
    const file = await CheckedFile.open(path, (piece, at) => survey.see(piece, at));
    try {
      const { layout, sha256 } = survey.end(file.bytes);
      const seal = await readSeal(file, path, layout.find(SEAL)!, sha256);
      const manifest = await readManifest(file, path, layout.find(MANIFEST));
      if (manifest.format !== seal.format) throw damaged(path);
      layout.assertDescribedBy(manifest);
      return new ArchiveReader(file, manifest, seal, layout);
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  get bytes(): number {
    return this.file.bytes;
  }

  /** The bytes of a table's data, as COPY wrote them, compressed. @param prefix - as `prefixOf` */
  async *dataOf(prefix: string): AsyncGenerator<Buffer> {
    const first = this.layout.dataOf(prefix);
    if (!first) return;
    for await (const entry of this.entriesFrom(first)) {
      if (isSumList(entry)) continue;
      if (!entry.name.startsWith(prefix)) return;
      yield* this.contentOf(entry);
    }
  }

  /** All stored files, with the keys by which the database names them. */
  async *files(): AsyncGenerator<ArchivedFile & { key: string }> {
    const { firstFile } = this.layout;
    if (!firstFile) return;
    for await (const entry of this.entriesFrom(firstFile)) {
      const key = storedKeyOf(entry);
      if (key !== null) yield { ...entry, key };
    }
  }

  contentOf({ at, size }: ArchivedFile): AsyncGenerator<Buffer> {
    return this.file.pieces(at, at + size);
  }

  /** The encryption keys contained in the backup, as in ENCRYPTION_KEY; null if it was made without them. */
  async encryptionKey(): Promise<string | null> {
    const key = this.layout.find(KEY_FILE);
    return key ? (await readText(this.file, key)).trim() : null;
  }

  close(): Promise<void> {
    return this.file.close();
  }

  private async *entriesFrom(first: ArchivedFile): AsyncGenerator<ArchivedFile> {
    for (let entry = first; ;) {
      yield entry;
      const at = endOf(entry);
      const header = parseTarHeader((await this.file.read(at, HEADER_BYTES))!)!;
      if (header.name === SEAL) return;
      entry = { ...header, at: at + HEADER_BYTES };
    }
  }
}

/** Where the header after a file begins. */
const endOf = ({ at, size }: ArchivedFile): number => at + size + paddingOf(size);

/** Finds the files of an archive, and the hash of everything before its seal, while its bytes are read once. */
class Survey {
  private readonly layout = new ArchiveLayout();
  private readonly hash = createHash('sha256');
  /** Where the next header begins. */
  private next = 0;
  private sealedAt: number | undefined;

  constructor(private readonly path: string) {}

  see(piece: Buffer, at: number): void {
    const end = at + piece.length;
    while (this.sealedAt === undefined && this.next < end) this.take(piece.subarray(this.next - at));
    const sealed = this.sealedAt ?? end;
    if (sealed > at) this.hash.update(piece.subarray(0, sealed - at));
  }

  /** @throws BackupError if there was no seal before the end */
  end(bytes: number): { layout: ArchiveLayout; sha256: string } {
    if (this.sealedAt === undefined) throw this.cutOff(this.next, `of ${bytes}`);
    return { layout: this.layout, sha256: this.hash.digest('hex') };
  }

  private take(rest: Buffer): void {
    const header = parseTarHeader(rest.subarray(0, HEADER_BYTES));
    if (!header) throw this.cutOff(this.next);
    const entry = { ...header, at: this.next + HEADER_BYTES };
    this.layout.add(entry);
    if (entry.name === SEAL) this.sealedAt = this.next;
    this.next = endOf(entry);
  }

  private cutOff(at: number, of = ''): BackupError {
    if (at === 0) return new BackupError(`${this.path} is not a backup of this service.`);
    const where = ['at byte', at, of].join(' ').trim();
    return new BackupError(`${this.path} is cut off or damaged ${where}. Take another backup.`);
  }
}

const damaged = (path: string) => new BackupError(`${path} is cut off or damaged. Take another backup.`);

/** @param sha256 - of everything before it */
async function readSeal(file: CheckedFile, path: string, entry: ArchivedFile, sha256: string): Promise<Seal> {
  const tail = Buffer.concat([Buffer.alloc(paddingOf(entry.size)), ARCHIVE_END]);
  const rest = await file.read(entry.at + entry.size, tail.length);
  if (!rest?.equals(tail) || file.bytes !== endOf(entry) + ARCHIVE_END.length) throw damaged(path);
  const seal = parseSeal(await readText(file, entry));
  if (seal?.sha256 !== sha256) throw damaged(path);
  return seal;
}

async function readManifest(
  file: CheckedFile,
  path: string,
  entry: ArchivedFile | undefined,
): Promise<Manifest> {
  const text = entry ? await readText(file, entry) : '';
  return parseManifest(text, path);
}

async function readText(file: CheckedFile, { at, size }: ArchivedFile): Promise<string> {
  const bytes = size <= LONGEST_TEXT ? await file.read(at, size) : null;
  if (!bytes) throw new BackupError('The backup is cut off or damaged.');
  return bytes.toString();
}
