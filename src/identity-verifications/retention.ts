import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { ActivityLog } from '../activity/activity-log.js';
import { type Actor } from '../activity/domain/activity-event.js';
import { invalid } from '../common/errors.js';
import {
  getOrganization,
  lockOrganization,
  setRetentionDays,
} from '../organizations/organization.queries.js';
import { Settings } from '../platform/config/settings.js';
import { Transactions } from '../platform/database/transactions.js';
import { JobQueue } from '../platform/jobs/job-queue.js';
import { SHORTEN_RETENTION } from './verification-job.kinds.js';

/** How long pictures and face descriptors are kept after the end of a verification, in days. */
@Injectable()
export class Retention {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly settings: Settings,
    private readonly jobs: JobQueue,
    private readonly activity: ActivityLog,
  ) {}

  /** The operator's RETENTION_DAYS. No organization exceeds it, even if it was lowered later. */
  get longestDays(): number {
    return this.settings.retentionDays;
  }

  async daysOf(organizationId: number, manager: EntityManager = this.dataSource.manager): Promise<number> {
    const { retentionDays } = await getOrganization(manager, organizationId);
    return Math.min(retentionDays ?? this.longestDays, this.longestDays);
  }

  /**
   * A shorter period also applies to verifications that have ended; a longer one only to those that end from now on.
   * @throws AppError 400 unless `days` is from 1 to `longestDays`
   */
  async set(by: Actor, days: number): Promise<void> {
    if (!Number.isInteger(days) || days < 1 || days > this.longestDays)
      throw invalid({ field: 'days', message: `days is ${days}, but must be from 1 to ${this.longestDays}` });
    const { organizationId } = by;
    await this.transactions.run(async (tx) => {
      await lockOrganization(tx, organizationId);
      const before = await this.daysOf(organizationId, tx);
      await setRetentionDays(tx, organizationId, days);
      if (days < before)
        await this.jobs.enqueue(tx, { kind: SHORTEN_RETENTION, payload: { organizationId, after: 0 } });
      await this.activity.record(tx, { ...by, type: 'retention_set', data: { from: before, to: days } });
    });
  }
}
