import { randomUUID } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { DataSource } from 'typeorm';
import { grouped } from '../../common/grouped.js';
import { DatabaseWatch } from '../database/database-watch.js';
import { FileStore } from './file-store.js';
import { claimSweep, endSweep, renewSweep } from './file-sweep.queries.js';
import { findUnreferencedFiles } from './stored-file.queries.js';

const HOUR_MS = 3_600_000;
/** Longer than any request that could still write its file's row. */
const MIN_AGE_MS = 6 * HOUR_MS;
const BATCH = 500;

/**
 * Deletes files without a row, left by processes that ended between writing the file and its row. One process at a
 * time goes through the stored files, and each through those it was receiving.
 */
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
    const { manager } = this.dataSource;
    const holder = randomUUID();
    try {
      const isMine = await claimSweep(manager, holder);
      const goesOn = async () => isMine && (await renewSweep(manager, holder));
      await this.sweep(new Date(Date.now() - MIN_AGE_MS), goesOn);
      if (isMine) await endSweep(manager, holder);
    } catch (error) {
      if (!this.database.report(error))
        this.logger.warn(`Sweeping files failed: ${(error as Error).message}`);
    }
  }

  /** @param goesOn whether to examine another group of stored files @returns how many files were deleted */
  async sweep(olderThan: Date, goesOn = () => Promise.resolve(true)): Promise<number> {
    const partial = await this.files.deletePartial(olderThan);
    const removed = partial + ((await goesOn()) ? await this.sweepStored(olderThan, goesOn) : 0);
    if (removed > 0) this.logger.log(`Removed ${removed} files that no row refers to`);
    return removed;
  }

  private async sweepStored(olderThan: Date, goesOn: () => Promise<boolean>): Promise<number> {
    let removed = 0;
    for (const organizationId of await this.files.organizations()) {
      const stored = this.files.writtenBefore(organizationId, olderThan);
      for await (const keys of grouped(stored, BATCH)) {
        if (!(await goesOn())) return removed;
        for (const key of await findUnreferencedFiles(this.dataSource.manager, organizationId, keys)) {
          // A backup is listing all files; the next sweep finds the rest.
          if (!(await this.files.delete(key))) return removed;
          removed++;
        }
      }
    }
    return removed;
  }
}
