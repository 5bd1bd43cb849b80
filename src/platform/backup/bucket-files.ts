import { createReadStream } from 'node:fs';
import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Bucket } from '../object-storage/bucket.js';
import { BucketHold } from '../storage/bucket-hold.js';
import { type CollectedFile, type CollectedFiles, type Hold } from './file-stock.port.js';

/** Concurrent requests to the storage. */
const AT_ONCE = 16;
const nothing = async () => undefined;

/**
 * Stored files in a bucket. A bucket has no hard links, so no file is deleted until the backup has read them all. The
 * list of files is on disk, because it can be long.
 */
export class BucketFiles implements CollectedFiles {
  private constructor(
    private readonly bucket: Bucket,
    private readonly folder: string,
    private readonly holding: BucketHold,
    private readonly attempt: number,
  ) {}

  static async begin(bucket: Bucket, scratch: string, settleMs?: number): Promise<BucketFiles> {
    const folder = await mkdtemp(join(scratch, '.backup-list-'));
    const holding = await BucketHold.begin(bucket, settleMs).catch(async (error: unknown) => {
      await rm(folder, { recursive: true });
      throw error;
    });
    return new BucketFiles(bucket, folder, holding, 1);
  }

  /** Deletion is held from the beginning. */
  async hold(): Promise<Hold> {
    return { renew: nothing, end: nothing };
  }

  again(): BucketFiles {
    return new BucketFiles(this.bucket, this.folder, this.holding, this.attempt + 1);
  }

  async keep(keys: readonly string[]): Promise<string[]> {
    const missing: string[] = [];
    let lines = '';
    for (let from = 0; from < keys.length; from += AT_ONCE) {
      const some = keys.slice(from, from + AT_ONCE);
      const sizes = await Promise.all(some.map((key) => this.bucket.sizeOf(key)));
      for (const [index, key] of some.entries())
        if (sizes[index] === null) missing.push(key);
        else lines += `${key} ${sizes[index]}\n`;
    }
    await appendFile(this.list, lines);
    return missing;
  }

  async *all(): AsyncGenerator<CollectedFile> {
    await appendFile(this.list, '');
    for await (const line of createInterface({ input: createReadStream(this.list) })) {
      const [key, size] = line.split(' ') as [string, string];
      yield { key, size: Number(size), bytes: this.bucket.get(key) };
    }
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
    await this.holding.end();
  }

  private get list(): string {
    return join(this.folder, String(this.attempt));
  }
}
