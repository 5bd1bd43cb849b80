import { type Bucket } from '../object-storage/bucket.js';
import { contentFrom } from '../storage/file-content.js';
import { type ArchiveReader } from './archive-reader.js';
import { BackupError } from './backup-error.js';
import { type ReceivedFiles } from './file-stock.port.js';
import { type Progress } from './progress.js';

/** Marks a restore that has not ended. */
const MARK = '.restoring';
const nothing = async () => undefined;

/**
 * The stored files of a backup on their way into an empty bucket. They go to their places at once: while the database
 * does not name them, no process reads them.
 */
export class UploadedFiles implements ReceivedFiles {
  readonly place = nothing;
  /** The next restore overwrites what an interrupted one has uploaded, and the service's sweeper deletes the rest. */
  readonly discard = nothing;

  private constructor(private readonly bucket: Bucket) {}

  /** @throws BackupError if there are files, unless they are from an interrupted restore */
  static async begin(bucket: Bucket): Promise<UploadedFiles> {
    const isInterrupted = (await bucket.sizeOf(MARK)) !== null;
    for await (const name of bucket.folders())
      if (/^\d+$/.test(name) && !isInterrupted)
        throw new BackupError(
          `${bucket.place} already has files. A backup can only be restored into an empty bucket: set another one, or another S3_PREFIX.`,
        );
    await bucket.put(MARK, await contentFrom(async function* () {}));
    return new UploadedFiles(bucket);
  }

  async write(archive: ArchiveReader, progress: Progress): Promise<number> {
    let count = 0;
    for await (const entry of archive.files()) {
      progress(`file ${++count} of ${archive.manifest.files.count}`);
      await this.bucket.put(entry.key, await contentFrom(() => archive.contentOf(entry)));
    }
    return count;
  }

  end(): Promise<void> {
    return this.bucket.delete(MARK);
  }
}
