import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { invalid } from '../common/errors.js';
import {
  getOrganization,
  lockOrganization,
  setRetentionDays,
} from '../organizations/organization.queries.js';
import { Settings } from '../platform/config/settings.js';
import { JobQueue } from '../platform/jobs/job-queue.service.js';
import { SHORTEN_RETENTION } from './verification-job.kinds.js';

/** How long pictures and face descriptors are kept after the end of a verification, in days. */
@Injectable()
export class Retention {
  constructor(
    private readonly dataSource: DataSource,
    private readonly settings: Settings,
    private readonly jobs: JobQueue,
  ) {}

  /** The operator's RETENTION_DAYS, which no organization exceeds, also where it was lowered since. */
  get longestDays(): number {
    return this.settings.retentionDays;
  }

  async daysOf(organizationId: number, manager: EntityManager = this.dataSource.manager): Promise<number> {
    const { retentionDays } = await getOrganization(manager, organizationId);
    return Math.min(retentionDays ?? this.longestDays, this.longestDays);
  }

  /**
   * A shorter period counts for verifications that have ended as well, a longer one for those that end from now on.
   * @throws AppError 400 for days that are not 1 to `longestDays` @returns the period before
   */
  async set(tx: EntityManager, organizationId: number, days: number): Promise<number> {
    if (!Number.isInteger(days) || days < 1 || days > this.longestDays)
      throw invalid({ field: 'days', message: `days is ${days}, but must be 1 to ${this.longestDays}` });
    await lockOrganization(tx, organizationId);
    const before = await this.daysOf(organizationId, tx);
    await setRetentionDays(tx, organizationId, days);
    if (days < before)
      await this.jobs.enqueue(tx, { kind: SHORTEN_RETENTION, payload: { organizationId, after: 0 } });
    return before;
  }
}
