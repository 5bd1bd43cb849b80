import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { Settings } from '../config/settings.js';
import { SecretBox } from '../crypto/secret-box.service.js';

const KEY = /^\d+\/[0-9a-f-]{36}$/;
const PARTIAL_KEY = /^\d+\/[0-9a-f-]{36}\.part$/;

/** Stores files encrypted below `DATA_DIR/files`; the database has their keys. */
@Injectable()
export class FileStore {
  private readonly folder: string;

  constructor(
    settings: Settings,
    private readonly secretBox: SecretBox,
  ) {
    this.folder = join(settings.dataDir, 'files');
  }

  /**
   * Stores the bytes. Written under another name and renamed, so that a crash leaves no partial file. @returns their
   * key
   */
  async put(organizationId: number, bytes: Buffer): Promise<string> {
    const key = `${organizationId}/${randomUUID()}`;
    const path = this.pathOf(key);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeFile(`${path}.part`, this.secretBox.seal(bytes, key), { mode: 0o600, flush: true });
    await rename(`${path}.part`, path);
    return key;
  }

  /** @throws Error if the file is missing or was changed */
  async get(key: string): Promise<Buffer> {
    return this.secretBox.open(await readFile(this.pathOf(key)), key);
  }

  /** Deletes the file, if it exists. */
  async delete(key: string): Promise<void> {
    await rm(this.pathOf(key), { force: true });
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
