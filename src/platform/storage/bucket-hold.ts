import { setTimeout as wait } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { type Bucket } from '../object-storage/bucket.js';
import { contentFrom } from './file-content.js';
import { LONGEST_HOLD_MS } from './file-hold.js';

const HOLD = '.held';
/** Several times within the time after which the hold expires. */
const RENEW_MS = LONGEST_HOLD_MS / 4;
/** Deletions that began before the hold have ended by then: no request may take longer. */
const SETTLE_MS = 12_000;

/** While it lasts, no file in the bucket is deleted, so that a backup can read all of them. */
export class BucketHold {
  private readonly logger = new Logger(BucketHold.name);
  private readonly timer: NodeJS.Timeout;
  private isFailing = false;
  private renewal: Promise<void> | null = null;

  private constructor(
    private readonly bucket: Bucket,
    renewMs: number,
  ) {
    this.timer = setInterval(() => {
      this.renewal ??= this.renew().finally(() => (this.renewal = null));
    }, renewMs);
  }

  /** @param settleMs for deletions that began before */
  static async begin(bucket: Bucket, settleMs = SETTLE_MS, renewMs = RENEW_MS): Promise<BucketHold> {
    await mark(bucket);
    const hold = new BucketHold(bucket, renewMs);
    await wait(settleMs);
    return hold;
  }

  /** Once it has failed for too long, files that the backup is about to read can be deleted again. */
  private async renew(): Promise<void> {
    try {
      await mark(this.bucket);
      this.isFailing = false;
    } catch (error) {
      const { message } = error as Error;
      if (!this.isFailing)
        this.logger.warn(`The mark that prevents files from being deleted was not renewed: ${message}`);
      this.isFailing = true;
    }
  }

  /** A renewal under way would put the mark back after it was deleted. */
  async end(): Promise<void> {
    clearInterval(this.timer);
    await this.renewal;
    await this.bucket.delete(HOLD);
  }
}

/** Whether files must not be deleted now. */
export async function areObjectsHeld(bucket: Bucket): Promise<boolean> {
  const mark = await bucket.head(HOLD);
  return mark !== null && Date.now() - mark.writtenAt.getTime() < LONGEST_HOLD_MS;
}

async function mark(bucket: Bucket): Promise<void> {
  await bucket.put(HOLD, await contentFrom(async function* () {}));
}
