import { access, constants } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { TimeStamps } from '../pdf-signatures/time-stamps.service.js';
import { Settings } from '../platform/config/settings.js';
import { countLateJobs, lateSince } from '../platform/jobs/job-state.queries.js';
import { type StuckDeletions, stuckDeletions } from '../platform/storage/file-deletion.queries.js';
import { FileStore } from '../platform/storage/file-store.service.js';

/** Jobs this late mean that no worker is running, or too few. */
export const LATE_JOBS_AFTER = '5 minutes';

/** Files that were to be deleted so long ago mean that the storage refuses it, or does not answer. */
const UNDELETED_AFTER = '1 hour';

export type StorageState = 'ok' | 'unwritable' | 'full';

/** The rules by which parts of the service are well, for `doctor` and for the dashboard. */
@Injectable()
export class ServiceState {
  constructor(
    private readonly dataSource: DataSource,
    private readonly settings: Settings,
    private readonly timeStamps: TimeStamps,
    private readonly files: FileStore,
  ) {}

  /** False if mails are only written to the outbox folder. */
  get hasMailServer(): boolean {
    return this.settings.smtpUrl !== undefined;
  }

  get hasTimeStamps(): boolean {
    return this.timeStamps.stamper !== undefined;
  }

  async storage(): Promise<StorageState> {
    const isWritable = await access(this.settings.dataDir, constants.W_OK).then(
      () => true,
      () => false,
    );
    if (!isWritable) return 'unwritable';
    return (await this.files.hasRoom()) ? 'ok' : 'full';
  }

  /** Files that were erased or replaced long ago and are still there, of one organization or of all. */
  undeletedFiles(organizationId?: number): Promise<StuckDeletions | null> {
    return stuckDeletions(this.dataSource.manager, UNDELETED_AFTER, organizationId);
  }

  countLateJobs(): Promise<number> {
    return countLateJobs(this.dataSource.manager, LATE_JOBS_AFTER);
  }

  /** Since when the organization's jobs, or those of the whole service, are late; null if they are not. */
  jobsLateSince(organizationId: number): Promise<Date | null> {
    return lateSince(this.dataSource.manager, organizationId, LATE_JOBS_AFTER);
  }
}
