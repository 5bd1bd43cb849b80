import { mkdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { unlessMissing } from '../../common/unless-missing.js';

const HOLD = '.held';
/** A hold that its process has not renewed for so long belongs to nobody. */
export const LONGEST_HOLD_MS = 60_000;

/** While it lasts, no stored file is deleted, so that somebody can take note of all of them. */
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

  /** Call every few seconds. */
  async renew(): Promise<void> {
    const now = new Date();
    await utimes(this.mark, now, now);
  }

  async end(): Promise<void> {
    await rm(this.mark, { force: true });
  }
}

/** Whether files must not be deleted just now. */
export async function areFilesHeld(folder: string): Promise<boolean> {
  const mark = await unlessMissing(stat(join(folder, HOLD)));
  return mark !== null && Date.now() - mark.mtimeMs < LONGEST_HOLD_MS;
}
