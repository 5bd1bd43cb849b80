import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Injectable, Logger } from '@nestjs/common';
import { isDiskFull } from '../../common/outages.js';
import { Turns } from '../../common/turns.js';
import { Settings } from '../config/settings.js';
import { SecretBox } from '../crypto/secret-box.service.js';
import { areFilesHeld } from './file-hold.js';
import { type FileEnd, IncomingFile } from './incoming-file.js';

const KEY = /^\d+\/[0-9a-f-]{36}$/;
/** Left free for the database and small writes: this part of the disk, but no more than so many bytes. */
const RESERVED_PART = 1 / 8;
const MOST_RESERVED_BYTES = 64 * 1024 * 1024;
/** The folder of all stored files. */
export const filesFolder = (dataDir: string): string => join(dataDir, 'files');

const PARTIAL_KEY = /^\d+\/[0-9a-f-]{36}\.part$/;

/** A stored file is missing, cannot be read or was changed. The message names its key only. */
export class StoredFileError extends Error {
  override readonly name = 'StoredFileError';
}

/** Stores files encrypted below `DATA_DIR/files`; the database has their keys. */
@Injectable()
export class FileStore {
  private readonly logger = new Logger(FileStore.name);
  /** Of each organization's files a piece is written at a time: many uploads at once keep nobody else waiting. */
  private readonly turns = new Turns();
  private isFull = false;
  /** Of files that are being received. */
  private expectedBytes = 0;
  private readonly folder: string;

  constructor(
    settings: Settings,
    private readonly secretBox: SecretBox,
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
    const { bavail, blocks, bsize } = await statfs(this.folder);
    // Some network file systems do not know their size.
    if (blocks === 0) return null;
    const reserved = Math.min(MOST_RESERVED_BYTES, RESERVED_PART * blocks * bsize);
    const isShort = bavail * bsize - this.expectedBytes < reserved;
    return isShort ? `${bavail * bsize} bytes are free, of which ${reserved} are reserved` : null;
  }

  /** One line when the disk becomes full and one when there is room again, not one for each file. */
  private settle(bytes: number, { isKept = false, error }: FileEnd): void {
    this.expectedBytes -= bytes;
    const isFull = isDiskFull(error) || (this.isFull && !isKept);
    if (isFull && !this.isFull) this.logger.error(`No room is left in ${this.folder}; uploads get 507`);
    if (!isFull && this.isFull) this.logger.log(`There is room in ${this.folder} again`);
    this.isFull = isFull;
  }

  /** @throws StoredFileError if the file is missing or was changed */
  async get(key: string): Promise<Buffer> {
    const path = this.pathOf(key);
    try {
      return await this.secretBox.openLarge(await readFile(path), key);
    } catch (cause) {
      const { code, message } = cause as NodeJS.ErrnoException;
      throw new StoredFileError(`file ${key} cannot be read: ${code ?? message}`, { cause });
    }
  }

  /** Deletes the file, if it exists; the sweeper deletes it later if a backup takes note of all files just now. */
  async delete(key: string): Promise<void> {
    const path = this.pathOf(key);
    if (!(await areFilesHeld(this.folder))) await rm(path, { force: true });
  }

  /** The ids of all organizations with files. */
  async organizations(): Promise<number[]> {
    const names = await readdir(this.folder).catch(() => []);
    return names.filter((name) => /^\d+$/.test(name)).map(Number);
  }

  /** Keys of an organization's files written before `olderThan`, including partial ones. */
  async writtenBefore(organizationId: number, olderThan: Date): Promise<string[]> {
    const folder = join(this.folder, String(organizationId));
    const keys: string[] = [];
    for (const name of await readdir(folder)) {
      const found = await stat(join(folder, name)).catch(() => null);
      if (found && found.mtime < olderThan) keys.push(`${organizationId}/${name}`);
    }
    return keys;
  }

  /** Deletes a partial file, left by a crash. */
  async deletePartial(key: string): Promise<void> {
    if (!PARTIAL_KEY.test(key)) throw new Error('malformed storage key');
    await rm(join(this.folder, key), { force: true });
  }

  private pathOf(key: string): string {
    if (!KEY.test(key)) throw new Error('malformed storage key');
    return join(this.folder, key);
  }
}
