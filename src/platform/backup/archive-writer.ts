import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { type FileHandle, link, mkdir, open, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type EncryptionKey } from '../config/settings.js';
import { isRunning } from '../database/presence.js';
import { BackupError } from './backup-error.js';
import { SEAL } from './manifest.js';
import { sealOf, sealText } from './seal.js';
import { ARCHIVE_END, paddingOf, tarHeader } from './tar.js';

/** Files per list of hashes. */
const LISTED_TOGETHER = 1000;

/**
 * Writes a backup: a tar archive with lists of its files' SHA-256 (in the format of `sha256sum`) and a hash of
 * everything at its end. It has another name until it is complete.
 */
export class ArchiveWriter {
  private readonly whole = createHash('sha256');
  private sums: string[] = [];
  private lists = 0;
  private written = 0;
  private isOpen = true;

  private constructor(
    private readonly file: string,
    private readonly draft: string,
    private readonly handle: FileHandle,
  ) {}

  /** @throws BackupError if the file exists */
  static async create(file: string): Promise<ArchiveWriter> {
    const folder = dirname(file);
    if (existsSync(file)) throw exists(file);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const drafts = `${basename(file)}.draft-`;
    for (const name of readdirSync(folder).filter((found) => found.startsWith(drafts)))
      if (!isRunning(Number(name.slice(drafts.length)))) await rm(join(folder, name), { force: true });
    const draft = join(folder, `${drafts}${process.pid}`);
    return new ArchiveWriter(file, draft, await open(draft, 'wx', 0o600));
  }

  /** So far. */
  get bytes(): number {
    return this.written;
  }

  async add(name: string, content: Buffer): Promise<void> {
    await this.addPieces(name, content.length, [content]);
  }

  /** @throws Error unless there are exactly `size` bytes */
  async addPieces(
    name: string,
    size: number,
    pieces: Iterable<Buffer> | AsyncIterable<Buffer>,
  ): Promise<void> {
    const hash = createHash('sha256');
    await this.write(tarHeader({ name, size }));
    let left = size;
    for await (const piece of pieces) {
      left -= piece.length;
      hash.update(piece);
      await this.write(piece);
    }
    if (left !== 0) throw new Error(`${name} has ${size - left} bytes instead of ${size}`);
    await this.write(Buffer.alloc(paddingOf(size)));
    if (this.sums.push(`${hash.digest('hex')}  ${name}\n`) >= LISTED_TOGETHER) await this.listSums();
  }

  /** Completes the archive, so that it is stored on disk under its name. @param last the last file */
  async end(last: { name: string; content: Buffer }, keys: readonly EncryptionKey[]): Promise<void> {
    await this.listSums();
    await this.add(last.name, last.content);
    const seal = Buffer.from(sealText(sealOf(this.whole.digest('hex'), keys)));
    const header = tarHeader({ name: SEAL, size: seal.length });
    const tail = [header, seal, Buffer.alloc(paddingOf(seal.length)), ARCHIVE_END];
    await this.handle.writeFile(Buffer.concat(tail));
    this.written += Buffer.concat(tail).length;
    await this.handle.sync();
    await this.close();
    // Unlike renaming, linking never replaces a file that appeared meanwhile.
    await link(this.draft, this.file).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'EEXIST' ? exists(this.file) : error;
    });
    await rm(this.draft);
    await syncFolder(dirname(this.file));
  }

  /** Deletes an incomplete archive. */
  async discard(): Promise<void> {
    await this.close();
    await rm(this.draft, { force: true });
  }

  private async listSums(): Promise<void> {
    const list = Buffer.from(this.sums.join(''));
    this.sums = [];
    if (list.length > 0) await this.add(`sums/${String(++this.lists).padStart(6, '0')}.txt`, list);
  }

  private async write(bytes: Buffer): Promise<void> {
    this.whole.update(bytes);
    this.written += bytes.length;
    await this.handle.writeFile(bytes);
  }

  private async close(): Promise<void> {
    if (this.isOpen) await this.handle.close();
    this.isOpen = false;
  }
}

const exists = (file: string) =>
  new BackupError(`${file} already exists; nothing was written. Name a new file.`);

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
