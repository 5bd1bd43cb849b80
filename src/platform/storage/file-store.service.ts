import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { Settings } from '../config/settings.js';
import { SecretBox } from '../crypto/secret-box.service.js';

const KEY = /^\d+\/[0-9a-f-]{36}$/;

/** Uploaded and finished files, encrypted at rest below `DATA_DIR/files`; the database holds their keys. */
@Injectable()
export class FileStore {
  private readonly folder: string;

  constructor(
    settings: Settings,
    private readonly secretBox: SecretBox,
  ) {
    this.folder = join(settings.dataDir, 'files');
  }

  /** Keeps the bytes and answers their key. Written aside and renamed, so that a crash leaves no half file. */
  async put(organizationId: number, bytes: Buffer): Promise<string> {
    const key = `${organizationId}/${randomUUID()}`;
    const path = this.pathOf(key);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeFile(`${path}.part`, this.secretBox.seal(bytes, key), { mode: 0o600, flush: true });
    await rename(`${path}.part`, path);
    return key;
  }

  /** @throws Error where the file is missing or was changed */
  async get(key: string): Promise<Buffer> {
    return this.secretBox.open(await readFile(this.pathOf(key)), key);
  }

  /** Removes the file; one that is already gone is no error. */
  async delete(key: string): Promise<void> {
    await rm(this.pathOf(key), { force: true });
  }

  private pathOf(key: string): string {
    if (!KEY.test(key)) throw new Error('malformed storage key');
    return join(this.folder, key);
  }
}
