import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { DataSource } from 'typeorm';
import { DatabaseWatch } from '../database/database-watch.service.js';
import { FileStore } from './file-store.service.js';
import { findUnreferencedFiles } from './stored-file.queries.js';

const HOUR_MS = 3_600_000;
/** Longer than any request that may still write its file's row. */
const MIN_AGE_MS = 6 * HOUR_MS;
const BATCH = 500;

/** Deletes files without a row, left by processes that ended between writing the file and its row. */
@Injectable()
export class FileSweeper {
  private readonly logger = new Logger(FileSweeper.name);

  constructor(
    private readonly dataSource: DataSource,
    private readonly files: FileStore,
    private readonly database: DatabaseWatch,
  ) {}

  @Interval('storage.sweep', HOUR_MS)
  async sweepOld(): Promise<void> {
    try {
      await this.sweep(new Date(Date.now() - MIN_AGE_MS));
    } catch (error) {
      if (!this.database.report(error))
        this.logger.warn(`Sweeping files failed: ${(error as Error).message}`);
    }
  }

  /** @returns how many files were deleted */
  async sweep(olderThan: Date): Promise<number> {
    let removed = await this.files.deletePartial(olderThan);
    for (const organizationId of await this.files.organizations()) {
      const keys = await this.files.writtenBefore(organizationId, olderThan);
      for (let from = 0; from < keys.length; from += BATCH) {
        const nameless = await findUnreferencedFiles(
          this.dataSource.manager,
          organizationId,
          keys.slice(from, from + BATCH),
        );
        for (const key of nameless) await this.files.delete(key);
        removed += nameless.length;
      }
    }
    if (removed > 0) this.logger.log(`Removed ${removed} files without a row`);
    return removed;
  }
}
