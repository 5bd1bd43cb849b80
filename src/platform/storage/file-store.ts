import { randomUUID } from 'node:crypto';
import { statfsSync, type StatsFs } from 'node:fs';
import { mkdir, opendir, readdir, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Injectable, Logger } from '@nestjs/common';
import { isDiskFull, isStorageLost } from '../../common/outages.js';
import { Turns } from '../../common/turns.js';
import { unlessMissing } from '../../common/unless-missing.js';
import { Settings } from '../config/settings.js';
import { SecretBox } from '../crypto/secret-box.js';
import { isOutcomeUnknown } from '../database/commit-outcome.js';
import { isInTransaction } from '../database/open-transaction.js';
import { FilePlace } from './file-place.port.js';
import { filesFolder } from './files-folder.js';
import { type FileEnd, IncomingFile } from './incoming-file.js';
import { STORED_KEY } from './stored-key.js';

/** Kept free for the database and small writes: this share of the disk, up to MOST_RESERVED_BYTES. */
const RESERVED_PART = 1 / 8;
const MOST_RESERVED_BYTES = 64 * 1024 * 1024;
const PARTIAL_KEY = /^\d+\/[0-9a-f-]{36}\.part$/;

/** A stored file is missing, unreadable or was changed. The message only names its key. */
export class StoredFileError extends Error {
  override readonly name = 'StoredFileError';
}

/**
 * Stores files encrypted; the database has their keys. They arrive on the disk, below `DATA_DIR/files`, and kept
 * files are moved to their place, which can be there as well.
 */
@Injectable()
export class FileStore {
  private readonly logger = new Logger(FileStore.name);
  /**
   * Organizations take turns writing one piece of a file each, so that many uploads of one do not keep the others
   * waiting.
   */
  private readonly turns = new Turns();
  /** Size of the largest file refused since the disk became full; null while there is room. */
  private lackingBytes: number | null = null;
  /** Total size of the files being received. */
  private expectedBytes = 0;
  private readonly folder: string;

  constructor(
    settings: Settings,
    private readonly secretBox: SecretBox,
    private readonly place: FilePlace,
  ) {
    this.folder = filesFolder(settings.dataDir);
  }

  /** Stores the bytes. @returns their key @throws as `begin` does */
  async put(organizationId: number, bytes: Buffer): Promise<string> {
    const file = await this.begin(organizationId, bytes.length);
    try {
      await file.write(bytes);
      await file.end();
      return await file.keep();
    } finally {
      await file.discard();
    }
  }

  /**
   * Begins a file whose bytes arrive in pieces. It has another name until it is kept, so that no partial file is ever
   * found; the caller discards a file that cannot be completed. The last part of the disk is not used, because the
   * database, which may be on it, would stop.
   *
   * @param organizationId null for a file that is never kept
   * @param bytes its expected size
   * @throws Error with the code ENOSPC if there is no room
   */
  async begin(organizationId: number | null, bytes: number): Promise<IncomingFile> {
    const key = `${organizationId ?? 0}/${randomUUID()}`;
    const path = this.pathOf(key);
    this.expectedBytes += bytes;
    try {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await this.assertRoom();
      return await IncomingFile.open({ key, path }, this.secretBox, {
        inTurn: (work) => this.inTurn(organizationId, work),
        place: (part) => this.place.keep(key, part),
        onEnd: (end) => this.settle(bytes, end),
      });
    } catch (error) {
      this.settle(bytes, { error });
      throw error;
    }
  }

  /** Runs work on a piece of a file when it is the turn of its organization's upload; null stands for files never kept. */
  inTurn(organizationId: number | null, work: () => Promise<void>): Promise<void> {
    return this.turns.run(String(organizationId), work);
  }

  /** Whether the disk has room for files. */
  async hasRoom(): Promise<boolean> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    return (await this.missingRoom()) === null;
  }

  private async assertRoom(): Promise<void> {
    const missing = await this.missingRoom();
    if (missing !== null) throw Object.assign(new Error(missing), { code: 'ENOSPC' });
  }

  /**
   * Considers all files being received, some of which may already occupy their room.
   * @returns null if there is enough
   */
  private async missingRoom(): Promise<string | null> {
    return this.shortage(await statfs(this.folder));
  }

  private shortage({ bavail, blocks, bsize }: StatsFs, furtherBytes = 0): string | null {
    // Some network file systems do not report their size.
    if (blocks === 0) return null;
    const reserved = Math.min(MOST_RESERVED_BYTES, RESERVED_PART * blocks * bsize);
    const isShort = bavail * bsize - this.expectedBytes - furtherBytes < reserved;
    return isShort ? `${bavail * bsize} bytes are free, of which ${reserved} are reserved` : null;
  }

  /**
   * Logs one line when the disk becomes full and one when there is room again, rather than one per file: keeping a
   * small file does not mean that there is room for the next large one.
   */
  private settle(bytes: number, { isKept = false, error }: FileEnd): void {
    this.expectedBytes -= bytes;
    if (isDiskFull(error)) {
      if (this.lackingBytes === null)
        this.logger.error(`There is no room left in ${this.folder}; uploads get 507`);
      this.lackingBytes = Math.max(this.lackingBytes ?? 0, bytes);
    } else if (isKept && this.lackingBytes !== null && this.hasRoomFor(this.lackingBytes)) {
      this.logger.log(`There is room in ${this.folder} again`);
      this.lackingBytes = null;
    }
  }

  private hasRoomFor(bytes: number): boolean {
    return this.shortage(statfsSync(this.folder), bytes) === null;
  }

  /**
   * @throws StoredFileError if the file is missing or was changed; StorageUnavailableError if its place is
   * unavailable
   */
  async get(key: string): Promise<Buffer> {
    assertKey(key);
    return this.reading(key, async () => this.secretBox.openLarge(await this.place.read(key), key));
  }

  /**
   * Bytes of a file, from `from` to before `to`. The whole file is read, because only the whole can be authenticated,
   * but only these bytes are held in memory.
   * @throws as `get` does
   */
  async range(key: string, from: number, to: number): Promise<Buffer> {
    assertKey(key);
    return this.reading(key, () => this.secretBox.openArriving(this.place.stream(key), key, { from, to }));
  }

  private async reading(key: string, read: () => Promise<Buffer>): Promise<Buffer> {
    try {
      return await read();
    } catch (cause) {
      if (isStorageLost(cause)) throw cause;
      const { code, message } = cause as NodeJS.ErrnoException;
      throw new StoredFileError(`file ${key} cannot be read: ${code ?? message}`, { cause });
    }
  }

  /**
   * Encrypts a file with the current key, if it is not. Concurrent readers get the same bytes.
   * @returns whether it was re-encrypted
   * @throws as `get` does
   */
  async reencrypt(key: string): Promise<boolean> {
    assertKey(key);
    for await (const head of this.place.stream(key)) {
      if (this.secretBox.isCurrent(head)) return false;
      break;
    }
    const bytes = await this.get(key);
    const path = this.pathOf(key);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    // Left by a process that died here.
    await rm(`${path}.part`, { force: true });
    const file = await IncomingFile.open({ key, path }, this.secretBox, {
      inTurn: (work) => work(),
      place: (part) => this.place.keep(key, part),
      onEnd: () => undefined,
    });
    try {
      await file.write(bytes);
      await file.end();
      await file.keep();
    } finally {
      await file.discard();
    }
    return true;
  }

  /**
   * Deletes the file, if it exists.
   * @returns false if it stays for now, because a backup is listing all files
   * @throws Error inside an open transaction, which would wait for the storage and may be rolled back: use
   * `FileDeletions`
   */
  async delete(key: string): Promise<boolean> {
    assertKey(key);
    if (isInTransaction()) throw new Error(`file ${key} would be deleted before the commit`);
    return this.place.delete(key);
  }

  /**
   * Runs `work`, which writes the rows of stored files, and deletes the files if it did not. If that is unknown
   * because the answer to COMMIT was lost, they stay: the sweeper deletes those without a row.
   * @param isNamed whether rows name them, according to the result of `work`; true by default
   */
  async naming<Result>(
    keys: readonly string[],
    work: () => Promise<Result>,
    isNamed: (result: Result) => boolean = () => true,
  ): Promise<Result> {
    let result: Result;
    try {
      result = await work();
    } catch (error) {
      if (!isOutcomeUnknown(error)) await this.discard(keys);
      throw error;
    }
    if (!isNamed(result)) await this.discard(keys);
    return result;
  }

  /** Files that cannot be deleted now are logged and left to the sweeper. */
  private async discard(keys: readonly string[]): Promise<void> {
    for (const key of new Set(keys))
      await this.delete(key).catch((error: NodeJS.ErrnoException) => {
        const why = error.code ?? error.message;
        this.logger.warn(`File ${key} is not needed but could not be deleted yet: ${why}`);
      });
  }

  /** The ids of all organizations with files. */
  organizations(): Promise<number[]> {
    return this.place.organizations();
  }

  /** Keys of an organization's files written before `olderThan`, as they are found. */
  writtenBefore(organizationId: number, olderThan: Date): AsyncIterable<string> {
    return this.place.writtenBefore(organizationId, olderThan);
  }

  /**
   * Deletes files that arrived in part or were not kept, and were last written before `olderThan`.
   * @returns how many
   */
  async deletePartial(olderThan: Date): Promise<number> {
    let deleted = 0;
    const folders = (await unlessMissing(readdir(this.folder))) ?? [];
    for (const folder of folders.filter((name) => /^\d+$/.test(name)))
      for await (const { name } of await opendir(join(this.folder, folder))) {
        const path = join(this.folder, folder, name);
        const found = PARTIAL_KEY.test(`${folder}/${name}`) ? await unlessMissing(stat(path)) : null;
        if (!found || found.mtime >= olderThan) continue;
        await rm(path, { force: true });
        deleted++;
      }
    return deleted;
  }

  private pathOf(key: string): string {
    assertKey(key);
    return join(this.folder, key);
  }
}

function assertKey(key: string): void {
  if (!STORED_KEY.test(key)) throw new Error('malformed storage key');
}
