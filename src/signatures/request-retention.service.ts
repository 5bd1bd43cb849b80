import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { DataSource, type EntityManager } from 'typeorm';
import { invalid } from '../common/errors.js';
import {
  claimDailyRetention,
  getOrganization,
  lockOrganization,
  type RequestRetention as Periods,
  setRequestRetention,
} from '../organizations/organization.queries.js';
import { Settings } from '../platform/config/settings.js';
import { DatabaseWatch } from '../platform/database/database-watch.service.js';
import { Transactions } from '../platform/database/transactions.js';
import { JobQueue, type NewJob } from '../platform/jobs/job-queue.service.js';
import { daysFault, DOCUMENT_DAYS, DRAFT_DAYS } from './domain/request-retention.js';
import { REMOVE_JOB, type RemovalJobPayload } from './signature-job.kinds.js';

export { type Periods };

const HOUR_MS = 3_600_000;

/** For how many days an organization keeps drafts that nobody touches, and the contents of requests that have ended. */
@Injectable()
export class RequestRetention {
  private readonly logger = new Logger(RequestRetention.name);

  constructor(
    private readonly dataSource: DataSource,
    private readonly settings: Settings,
    private readonly transactions: Transactions,
    private readonly jobs: JobQueue,
    private readonly database: DatabaseWatch,
  ) {}

  async periodsOf(
    organizationId: number,
    manager: EntityManager = this.dataSource.manager,
  ): Promise<Periods> {
    const { documentRetentionDays, draftRetentionDays } = await getOrganization(manager, organizationId);
    return { documentRetentionDays, draftRetentionDays };
  }

  /**
   * Removes what is due now at once, and then daily.
   * @throws AppError 400 that names each number of days out of its bounds @returns the periods before
   */
  async set(tx: EntityManager, organizationId: number, periods: Periods): Promise<Periods> {
    const faults = [
      daysFault('documentRetentionDays', periods.documentRetentionDays, DOCUMENT_DAYS),
      daysFault('draftRetentionDays', periods.draftRetentionDays, DRAFT_DAYS),
    ].filter((fault) => fault !== undefined);
    if (faults.length > 0) throw invalid(...faults);
    await lockOrganization(tx, organizationId);
    const before = await this.periodsOf(organizationId, tx);
    await setRequestRetention(tx, organizationId, periods);
    await this.jobs.enqueueMany(tx, removals(organizationId, periods));
    return before;
  }

  @Interval('signatures.retention', HOUR_MS)
  async lookRegularly(): Promise<void> {
    if (!this.settings.runsJobs) return;
    // The next look finds the same.
    await this.look().catch((error: Error) => {
      if (!this.database.report(error)) this.logger.warn(`Looking for what is due failed: ${error.message}`);
    });
  }

  /** Queues the removals of organizations whose last ones were queued a day ago, each in a lane of its own. */
  look(): Promise<void> {
    return this.transactions.run(async (tx) => {
      for (const { id, ...periods } of await claimDailyRetention(tx))
        await this.jobs.enqueueMany(tx, removals(id, periods));
    });
  }
}

function removals(organizationId: number, { documentRetentionDays, draftRetentionDays }: Periods): NewJob[] {
  const toJob = (what: RemovalJobPayload['what']): NewJob => {
    const payload: RemovalJobPayload = { organizationId, what, after: null };
    return { kind: REMOVE_JOB, payload };
  };
  return [
    ...(draftRetentionDays === null ? [] : [toJob('drafts')]),
    ...(documentRetentionDays === null ? [] : [toJob('ended')]),
  ];
}
