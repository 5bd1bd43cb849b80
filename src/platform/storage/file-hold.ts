import { mkdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { unlessMissing } from '../../common/unless-missing.js';

const HOLD = '.held';
/** A hold that its process has not renewed for this long has expired. */
export const LONGEST_HOLD_MS = 60_000;

/** While it lasts, no stored file is deleted, so that all of them can be listed. */
export class FileHold {
  private constructor(private readonly mark: string) {}

  /** @param folder of the stored files */
  static async begin(folder: string): Promise<FileHold> {
    const hold = new FileHold(join(folder, HOLD));
    await mkdir(dirname(hold.mark), { recursive: true, mode: 0o700 });
    await writeFile(hold.mark, '', { mode: 0o600 });
    await hold.renew();
    return hold;
  }

  /** To be called every few seconds. */
  async renew(): Promise<void> {
    const now = new Date();
    await utimes(this.mark, now, now);
  }

  async end(): Promise<void> {
    await rm(this.mark, { force: true });
  }
}

/** Whether files must not be deleted now. */
export async function areFilesHeld(folder: string): Promise<boolean> {
  const mark = await unlessMissing(stat(join(folder, HOLD)));
  return mark !== null && Date.now() - mark.mtimeMs < LONGEST_HOLD_MS;
}
