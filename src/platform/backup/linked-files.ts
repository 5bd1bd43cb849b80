import { createReadStream } from 'node:fs';
import { copyFile, link, mkdir, opendir, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { unlessMissing } from '../../common/unless-missing.js';
import { isRunning } from '../database/presence.js';
import { FileHold } from '../storage/file-hold.js';
import { type CollectedFile, type CollectedFiles } from './file-stock.port.js';

const STAGE = '.backup-';
/** Errors of file systems without hard links. */
const CANNOT_LINK = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);

/**
 * Hard links to stored files, so that they stay readable although the service deletes them. Where the file system has
 * no hard links, they are copied.
 */
export class LinkedFiles implements CollectedFiles {
  private readonly made = new Set<string>();

  /**
   * @param source the folder of the files
   * @param target our own folder
   * @param earlier another set of links, if any
   */
  private constructor(
    private readonly source: string,
    private readonly target: string,
    private readonly earlier: LinkedFiles | null,
  ) {}

  /** Also removes the remains of backups that were killed. */
  static async begin(source: string): Promise<LinkedFiles> {
    const names = (await unlessMissing(readdir(source))) ?? [];
    for (const name of names.filter((found) => found.startsWith(STAGE)))
      if (!isRunning(Number(name.slice(STAGE.length)))) await rm(join(source, name), { recursive: true });
    return new LinkedFiles(source, join(source, `${STAGE}${process.pid}`, '1'), null);
  }

  /** A new, empty set that can also find what this one has kept. */
  again(): LinkedFiles {
    return new LinkedFiles(this.source, `${this.target}1`, this);
  }

  hold(): Promise<FileHold> {
    return FileHold.begin(this.source);
  }

  async keep(keys: readonly string[]): Promise<string[]> {
    const missing: string[] = [];
    for (const key of keys) if (!(await this.link(key))) missing.push(key);
    return missing;
  }

  /** @returns whether the file existed */
  private async link(key: string): Promise<boolean> {
    const target = join(this.target, key);
    if (!this.made.has(dirname(target))) await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    this.made.add(dirname(target));
    for (const from of [this.source, ...(this.earlier ? [this.earlier.target] : [])])
      if (await linkOrCopy(join(from, key), target)) return true;
    return false;
  }

  async *all(): AsyncGenerator<CollectedFile> {
    for (const folder of this.made)
      for await (const { name } of await opendir(folder)) {
        const path = join(folder, name);
        const { size } = await stat(path);
        const key = join(folder.slice(this.target.length + 1), name);
        yield { key, size, bytes: createReadStream(path) };
      }
  }

  /** Removes this set and the earlier ones. */
  async remove(): Promise<void> {
    await rm(dirname(this.target), { recursive: true, force: true });
  }
}

/** @returns whether the file existed */
async function linkOrCopy(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to).catch(async (error: NodeJS.ErrnoException) => {
      if (!CANNOT_LINK.has(error.code ?? '')) throw error;
      await copyFile(from, to);
    });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}
