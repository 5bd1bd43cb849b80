import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { DataSource, type EntityManager } from 'typeorm';
import { ActivityLog } from '../../activity/activity-log.js';
import { type Actor } from '../../activity/domain/activity-event.js';
import { invalid } from '../../common/errors.js';
import {
  claimDailyRetention,
  getOrganization,
  lockOrganization,
  type RequestRetention as Periods,
  setRequestRetention,
} from '../../organizations/organization.queries.js';
import { Settings } from '../../platform/config/settings.js';
import { DatabaseWatch } from '../../platform/database/database-watch.js';
import { Transactions } from '../../platform/database/transactions.js';
import { JobQueue, type NewJob } from '../../platform/jobs/job-queue.js';
import { REMOVE_TEMPLATE_FILES_JOB, type TemplateRemovalJobPayload } from '../prepared-requests.js';
import { type RemovalJobPayload, REMOVE_JOB } from '../signature-job.kinds.js';
import { daysFault, DOCUMENT_DAYS, DRAFT_DAYS } from './domain/request-retention.js';

export { type Periods };

const HOUR_MS = 3_600_000;

/** How many days an organization keeps untouched drafts, and the contents of ended requests. */
@Injectable()
export class RequestRetention {
  private readonly logger = new Logger(RequestRetention.name);

  constructor(
    private readonly dataSource: DataSource,
    private readonly settings: Settings,
    private readonly transactions: Transactions,
    private readonly jobs: JobQueue,
    private readonly database: DatabaseWatch,
    private readonly activity: ActivityLog,
  ) {}

  async periodsOf(
    organizationId: number,
    manager: EntityManager = this.dataSource.manager,
  ): Promise<Periods> {
    const { documentRetentionDays, draftRetentionDays } = await getOrganization(manager, organizationId);
    return { documentRetentionDays, draftRetentionDays };
  }

  /**
   * Removes what is due immediately, then daily.
   * @throws AppError 400 naming each number of days out of bounds
   */
  async set(by: Actor, periods: Periods): Promise<void> {
    const faults = [
      daysFault('documentRetentionDays', periods.documentRetentionDays, DOCUMENT_DAYS),
      daysFault('draftRetentionDays', periods.draftRetentionDays, DRAFT_DAYS),
    ].filter((fault) => fault !== undefined);
    if (faults.length > 0) throw invalid(...faults);
    const { organizationId } = by;
    await this.transactions.run(async (tx) => {
      await lockOrganization(tx, organizationId);
      const from = await this.periodsOf(organizationId, tx);
      await setRequestRetention(tx, organizationId, periods);
      await this.jobs.enqueueMany(tx, removals(organizationId, periods));
      await this.activity.record(tx, {
        ...by,
        type: 'request_retention_set',
        data: { from, to: periods },
      });
    });
  }

  @Interval('signatures.retention', HOUR_MS)
  async checkRegularly(): Promise<void> {
    if (!this.settings.runsJobs) return;
    // The next check will find the same.
    await this.check().catch((error: Error) => {
      if (!this.database.report(error))
        this.logger.warn(`Looking for requests due for removal failed: ${error.message}`);
    });
  }

  /** Queues the removals of organizations whose last ones were queued a day ago, each in its own lane. */
  check(): Promise<void> {
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
    ...(documentRetentionDays === null
      ? []
      : [toJob('ended'), templateRemoval(organizationId, documentRetentionDays)]),
  ];
}

function templateRemoval(organizationId: number, days: number): NewJob {
  const payload: TemplateRemovalJobPayload = { organizationId, days, after: 0 };
  return { kind: REMOVE_TEMPLATE_FILES_JOB, payload };
}
