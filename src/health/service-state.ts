import { access, constants } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { TimeStamps } from '../pdf-signatures/time-stamps.js';
import { Settings } from '../platform/config/settings.js';
import { openDisruptions } from '../platform/disruptions/disruption.queries.js';
import { JobPaces } from '../platform/jobs/job-paces.js';
import { countLateJobs, lateSince } from '../platform/jobs/job-state.queries.js';
import { MAIL_JOB } from '../platform/mail/mail-queue.js';
import { type StuckDeletions, stuckDeletions } from '../platform/storage/file-deletion.queries.js';
import { FileStore } from '../platform/storage/file-store.js';

/** Jobs this late mean that no worker is running, or too few. */
export const LATE_JOBS_AFTER = '5 minutes';

/** Files still undeleted after this long mean that the storage refuses or does not respond. */
const UNDELETED_AFTER = '1 hour';

export type StorageState = 'ok' | 'unwritable' | 'full';

/** The rules for the health of the service's parts, for `doctor` and the dashboard. */
@Injectable()
export class ServiceState {
  constructor(
    private readonly dataSource: DataSource,
    private readonly settings: Settings,
    private readonly timeStamps: TimeStamps,
    private readonly files: FileStore,
    private readonly paces: JobPaces,
  ) {}

  /** False if mails are only written to the outbox folder. */
  get hasMailServer(): boolean {
    return this.settings.smtpUrl !== undefined;
  }

  /** The time since which the mail server has accepted none of the organization's emails; null if it accepts them. */
  async mailFailsSince(organizationId: number): Promise<Date | null> {
    const open = await openDisruptions(this.dataSource.manager, organizationId);
    return open.find(({ what }) => what === 'mail')?.beganAt ?? null;
  }

  /** The time since which the mail server has said that its quota is used up; null if it has not. */
  async mailQuotaUsedUpSince(): Promise<Date | null> {
    return (await this.paces.state(MAIL_JOB)).quotaSince;
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

  /** Files that were erased or replaced long ago but still exist, of one organization or all. */
  undeletedFiles(organizationId?: number): Promise<StuckDeletions | null> {
    return stuckDeletions(this.dataSource.manager, UNDELETED_AFTER, organizationId);
  }

  countLateJobs(): Promise<number> {
    return countLateJobs(this.dataSource.manager, LATE_JOBS_AFTER);
  }

  /** The time since which the organization's jobs, or the whole service's, have been late; null if they are not. */
  jobsLateSince(organizationId: number): Promise<Date | null> {
    return lateSince(this.dataSource.manager, organizationId, LATE_JOBS_AFTER);
  }
}
