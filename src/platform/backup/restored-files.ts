import { type FileHandle, mkdir, open, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type ArchiveReader } from './archive-reader.js';
import { BackupError } from './backup-error.js';
import { type ReceivedFiles } from './file-stock.port.js';
import { type Progress } from './progress.js';

/** Also marks a restore that has not ended. */
const STAGE = '.restoring';
const ASIDE = '.aside-';
/** Names of organizations' folders. */
const ORGANIZATION = /^\d+$/;

/** The stored files of a backup on their way into an empty folder. */
export class RestoredFiles implements ReceivedFiles {
  private constructor(private readonly folder: string) {}

  /**
   * Files that an interrupted restore put into place are moved aside; no complete file is deleted.
   * @throws BackupError if there are other files
   */
  static async begin(folder: string): Promise<RestoredFiles> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const names = await readdir(folder);
    const existing = names.filter((name) => ORGANIZATION.test(name));
    if (existing.length > 0 && !names.includes(STAGE))
      throw new BackupError(
        `${folder} already has files. A backup can only be restored into an empty folder: move this one away first.`,
      );
    const aside = join(folder, `${ASIDE}${Date.now()}`);
    if (existing.length > 0) await mkdir(aside, { mode: 0o700 });
    for (const name of existing) await rename(join(folder, name), join(aside, name));
    await rm(join(folder, STAGE), { recursive: true, force: true });
    return new RestoredFiles(folder);
  }

  /** Writes all files next to their places. @returns how many */
  async write(archive: ArchiveReader, progress: Progress): Promise<number> {
    const stage = join(this.folder, STAGE);
    await mkdir(stage, { mode: 0o700 });
    let count = 0;
    for await (const entry of archive.files()) {
      const path = join(stage, entry.key);
      progress(`file ${++count} of ${archive.manifest.files.count}`);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const handle = await open(path, 'wx', 0o600);
      await writeAll(handle, archive.contentOf(entry));
    }
    return count;
  }

  /** Puts the files into their places. */
  async place(): Promise<void> {
    const stage = join(this.folder, STAGE);
    for (const name of await readdir(stage)) await rename(join(stage, name), join(this.folder, name));
  }

  /** Removes files that are not in their place, unless some already are: the next restore moves those aside. */
  async discard(): Promise<void> {
    const names = await readdir(this.folder);
    if (!names.some((name) => ORGANIZATION.test(name)))
      await rm(join(this.folder, STAGE), { recursive: true, force: true });
  }

  /** To be called once the database names the files. */
  async end(): Promise<void> {
    await rmdir(join(this.folder, STAGE));
  }
}

async function writeAll(handle: FileHandle, pieces: AsyncIterable<Buffer>): Promise<void> {
  try {
    for await (const piece of pieces) await handle.writeFile(piece);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
