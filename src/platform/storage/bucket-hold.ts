import { setTimeout as wait } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { type Bucket } from '../object-storage/bucket.js';
import { contentFrom } from './file-content.js';
import { LONGEST_HOLD_MS } from './file-hold.js';

const HOLD = '.held';
/** Several times within the time after which it belongs to nobody. */
const RENEW_MS = LONGEST_HOLD_MS / 4;
/** A deletion that began before it has ended by then: a request is given no longer. */
const SETTLE_MS = 12_000;

/** While it lasts, no file in the bucket is deleted, so that a backup can read all of them. */
export class BucketHold {
  private readonly logger = new Logger(BucketHold.name);
  private readonly timer: NodeJS.Timeout;
  private isFailing = false;

  private constructor(
    private readonly bucket: Bucket,
    renewMs: number,
  ) {
    this.timer = setInterval(() => void this.renew(), renewMs);
  }

  /** @param settleMs for deletions that have begun before */
  static async begin(bucket: Bucket, settleMs = SETTLE_MS, renewMs = RENEW_MS): Promise<BucketHold> {
    await mark(bucket);
    const hold = new BucketHold(bucket, renewMs);
    await wait(settleMs);
    return hold;
  }

  /** Once it has failed for too long, files are deleted again that the backup is about to read. */
  private async renew(): Promise<void> {
    try {
      await mark(this.bucket);
      this.isFailing = false;
    } catch (error) {
      const { message } = error as Error;
      if (!this.isFailing)
        this.logger.warn(`The mark that keeps files from being deleted was not renewed: ${message}`);
      this.isFailing = true;
    }
  }

  async end(): Promise<void> {
    clearInterval(this.timer);
    await this.bucket.delete(HOLD);
  }
}

/** Whether files must not be deleted just now. */
export async function areObjectsHeld(bucket: Bucket): Promise<boolean> {
  const mark = await bucket.look(HOLD);
  return mark !== null && Date.now() - mark.writtenAt.getTime() < LONGEST_HOLD_MS;
}

async function mark(bucket: Bucket): Promise<void> {
  await bucket.put(HOLD, await contentFrom(async function* () {}));
}
