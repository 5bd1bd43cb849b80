import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Settings } from '../config/settings.js';
import { DatabaseWatch } from '../database/database-watch.js';
import { FileDeletions } from './file-deletions.js';

const LOOK_MS = 600_000;

/** Ensures that every list of files to be deleted is processed, whatever happens to its job. */
@Injectable()
export class DeletionWatch {
  private readonly logger = new Logger(DeletionWatch.name);

  constructor(
    private readonly settings: Settings,
    private readonly deletions: FileDeletions,
    private readonly database: DatabaseWatch,
  ) {}

  @Interval('storage.deletions', LOOK_MS)
  async check(): Promise<void> {
    if (!this.settings.runsJobs) return;
    await this.deletions.resume().catch((error: Error) => {
      // The next check finds the same lists.
      if (!this.database.report(error))
        this.logger.warn(`Looking for files to delete failed: ${error.message}`);
    });
  }
}
