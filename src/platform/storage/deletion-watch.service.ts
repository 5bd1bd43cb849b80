import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Settings } from '../config/settings.js';
import { DatabaseWatch } from '../database/database-watch.service.js';
import { FileDeletions } from './file-deletions.service.js';

const LOOK_MS = 600_000;

/** Sees to it that every list of files to be deleted is worked off, whatever becomes of its job. */
@Injectable()
export class DeletionWatch {
  private readonly logger = new Logger(DeletionWatch.name);

  constructor(
    private readonly settings: Settings,
    private readonly deletions: FileDeletions,
    private readonly database: DatabaseWatch,
  ) {}

  @Interval('storage.deletions', LOOK_MS)
  async look(): Promise<void> {
    if (!this.settings.runsJobs) return;
    await this.deletions.resume().catch((error: Error) => {
      // The next look finds the same.
      if (!this.database.report(error))
        this.logger.warn(`Looking for files to delete failed: ${error.message}`);
    });
  }
}
