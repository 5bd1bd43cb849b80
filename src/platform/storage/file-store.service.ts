import { randomUUID } from 'node:crypto';
import { type StatsFs, statfsSync } from 'node:fs';
import { mkdir, opendir, readdir, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Injectable, Logger } from '@nestjs/common';
import { isDiskFull, isStorageLost } from '../../common/outages.js';
import { Turns } from '../../common/turns.js';
import { unlessMissing } from '../../common/unless-missing.js';
import { Settings } from '../config/settings.js';
import { SecretBox } from '../crypto/secret-box.service.js';
import { isOutcomeUnknown } from '../database/commit-outcome.js';
import { isInTransaction } from '../database/open-transaction.js';
import { FilePlace } from './file-place.port.js';
import { filesFolder } from './files-folder.js';
import { type FileEnd, IncomingFile } from './incoming-file.js';
import { STORED_KEY } from './stored-key.js';

/** Left free for the database and small writes: this part of the disk, but no more than so many bytes. */
const RESERVED_PART = 1 / 8;
const MOST_RESERVED_BYTES = 64 * 1024 * 1024;
const PARTIAL_KEY = /^\d+\/[0-9a-f-]{36}\.part$/;

/** A stored file is missing, cannot be read or was changed. The message names its key only. */
export class StoredFileError extends Error {
  override readonly name = 'StoredFileError';
}

/**
 * Stores files encrypted; the database has their keys. They arrive on the disk, below `DATA_DIR/files`, and those that
 * are kept are moved to their place, which may be there as well.
 */
@Injectable()
export class FileStore {
  private readonly logger = new Logger(FileStore.name);
  /** Of each organization's files a piece is written at a time: many uploads at once keep nobody else waiting. */
  private readonly turns = new Turns();
  /** Bytes of the largest file for which there was no room since the disk became full; null while there is room. */
  private lackingBytes: number | null = null;
  /** Of files that are being received. */
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
   * Begins a file whose bytes arrive in pieces. Written under another name until it is kept, so that nobody finds a part
   * of a file; the caller discards what cannot be written completely. The last part of the disk is not used, because the
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

  /** Whether files are accepted, as far as the disk is concerned. */
  async hasRoom(): Promise<boolean> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    return (await this.missingRoom()) === null;
  }

  private async assertRoom(): Promise<void> {
    const missing = await this.missingRoom();
    if (missing !== null) throw Object.assign(new Error(missing), { code: 'ENOSPC' });
  }

  /** For all files that are being received, of which some may already take their room. @returns null if there is enough */
  private async missingRoom(): Promise<string | null> {
    return this.shortage(await statfs(this.folder));
  }

  private shortage({ bavail, blocks, bsize }: StatsFs, furtherBytes = 0): string | null {
    // Some network file systems do not know their size.
    if (blocks === 0) return null;
    const reserved = Math.min(MOST_RESERVED_BYTES, RESERVED_PART * blocks * bsize);
    const isShort = bavail * bsize - this.expectedBytes - furtherBytes < reserved;
    return isShort ? `${bavail * bsize} bytes are free, of which ${reserved} are reserved` : null;
  }

  /**
   * One line when the disk becomes full and one when there is room again, not one for each file: that a small one could be
   * kept does not mean that there is room for the next large one.
   */
  private settle(bytes: number, { isKept = false, error }: FileEnd): void {
    this.expectedBytes -= bytes;
    if (isDiskFull(error)) {
      if (this.lackingBytes === null) this.logger.error(`No room is left in ${this.folder}; uploads get 507`);
      this.lackingBytes = Math.max(this.lackingBytes ?? 0, bytes);
    } else if (isKept && this.lackingBytes !== null && this.hasRoomFor(this.lackingBytes)) {
      this.logger.log(`There is room in ${this.folder} again`);
      this.lackingBytes = null;
    }
  }

  private hasRoomFor(bytes: number): boolean {
    return this.shortage(statfsSync(this.folder), bytes) === null;
  }

  /** @throws StoredFileError if the file is missing or was changed; StorageUnavailableError if its place is out of order */
  async get(key: string): Promise<Buffer> {
    assertKey(key);
    return this.reading(key, async () => this.secretBox.openLarge(await this.place.read(key), key));
  }

  /**
   * Bytes of a file, from `from` to before `to`. All of the file is read, because only the whole can be authenticated, but
   * no more than these bytes are held in memory.
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
   * Encrypts a file with the current key, if it is not. Whoever reads it meanwhile gets the same bytes.
   * @returns whether it was encrypted anew @throws as `get` does
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
    // Left by a process that died doing the same.
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
   * @returns false if it stays for now, because a backup takes note of all files
   * @throws Error inside an open transaction, which would wait for the storage, and may be rolled back: `FileDeletions`
   */
  async delete(key: string): Promise<boolean> {
    assertKey(key);
    if (isInTransaction()) throw new Error(`file ${key} would be deleted before the commit`);
    return this.place.delete(key);
  }

  /**
   * Runs `work`, which writes the rows of files that were stored for them, and deletes the files if it has not. Where nobody
   * knows whether it has, because the answer to COMMIT was lost, they stay: the sweeper deletes those without a row.
   * @param isNamed whether rows name them, by what `work` returns; by default they do
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

  /** What cannot be deleted now is reported, and left to the sweeper. */
  private async discard(keys: readonly string[]): Promise<void> {
    for (const key of new Set(keys))
      await this.delete(key).catch((error: NodeJS.ErrnoException) => {
        const why = error.code ?? error.message;
        this.logger.warn(`File ${key}, which is not needed, was not deleted yet: ${why}`);
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

  /** Deletes files that arrived in part, or were not kept, and were last written before `olderThan`. @returns how many */
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
