import { createReadStream } from 'node:fs';
import { opendir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { unlessMissing } from '../../common/unless-missing.js';
import { areFilesHeld } from './file-hold.js';
import { FilePlace } from './file-place.port.js';
import { STORED_KEY } from './stored-key.js';

/** Keeps files in a folder. */
export class DiskFilePlace extends FilePlace {
  constructor(private readonly folder: string) {
    super();
  }

  keep(key: string, path: string): Promise<void> {
    return rename(path, join(this.folder, key));
  }

  read(key: string): Promise<Buffer> {
    return readFile(join(this.folder, key));
  }

  stream(key: string): AsyncIterable<Buffer> {
    return createReadStream(join(this.folder, key));
  }

  async delete(key: string): Promise<boolean> {
    if (await areFilesHeld(this.folder)) return false;
    await rm(join(this.folder, key), { force: true });
    return true;
  }

  async organizations(): Promise<number[]> {
    const names = (await unlessMissing(readdir(this.folder))) ?? [];
    return names.filter((name) => /^\d+$/.test(name)).map(Number);
  }

  async *writtenBefore(organizationId: number, olderThan: Date): AsyncGenerator<string> {
    const folder = join(this.folder, String(organizationId));
    for await (const { name } of await opendir(folder)) {
      const key = `${organizationId}/${name}`;
      const found = STORED_KEY.test(key) ? await unlessMissing(stat(join(folder, name))) : null;
      if (found && found.mtime < olderThan) yield key;
    }
  }
}
