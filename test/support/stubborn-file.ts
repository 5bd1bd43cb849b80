import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type SharedTestApp } from './app.js';

/** A stored file that the disk does not delete, because a folder has taken its place. */
export class StubbornFile {
  private constructor(private readonly path: string) {}

  static async at({ settings }: SharedTestApp, key: string): Promise<StubbornFile> {
    const path = join(settings.dataDir, 'files', key);
    await rename(path, `${path}.kept`);
    await mkdir(path);
    await writeFile(join(path, 'in the way'), '');
    return new StubbornFile(path);
  }

  /** Makes the file deletable from now on. */
  async relent(): Promise<void> {
    await rm(this.path, { recursive: true });
    await rename(`${this.path}.kept`, this.path);
  }
}
