import { Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { DatabaseWatch } from '../../../platform/database/database-watch.js';
import {
  type Job,
  type JobHandler,
  JobHandlerFor,
  type JobResult,
} from '../../../platform/jobs/job-handler.js';
import { JobQueue } from '../../../platform/jobs/job-queue.js';
import { type RemovalJobPayload, REMOVE_JOB } from '../../signature-job.kinds.js';
import { findEnded, findIdleDrafts } from '../internal/removal.queries.js';
import { RequestRemoval } from '../internal/request-removal.js';
import { RequestRetention } from '../request-retention.js';

/** Requests per run. The next run queues behind the jobs of other organizations. */
const BATCH = 25;

/** Removes what an organization no longer keeps, one request per transaction. */
@Injectable()
@JobHandlerFor()
export class RemoveContentsJob implements JobHandler<RemovalJobPayload> {
  readonly kind = REMOVE_JOB;
  readonly maxInflight = 1;
  readonly maxInProcess = 2;
  readonly timeoutMs = 120_000;
  readonly maxAttempts = 10;
  private readonly logger = new Logger(RemoveContentsJob.name);

  constructor(
    private readonly dataSource: DataSource,
    private readonly retention: RequestRetention,
    private readonly removal: RequestRemoval,
    private readonly jobs: JobQueue,
    private readonly database: DatabaseWatch,
  ) {}

  retryAfterSeconds(attempt: number): number {
    return Math.min(60 * 2 ** attempt, 3_600);
  }

  async run({ payload }: Job<RemovalJobPayload>, signal: AbortSignal): Promise<JobResult> {
    const { organizationId, what, after } = payload;
    const { documentRetentionDays, draftRetentionDays } = await this.retention.periodsOf(organizationId);
    const days = what === 'drafts' ? draftRetentionDays : documentRetentionDays;
    if (days === null) return { outcome: 'done' };
    const find = what === 'drafts' ? findIdleDrafts : findEnded;
    const due = await find(this.dataSource.manager, { organizationId, days, after, limit: BATCH });
    for (const { id: signatureId } of due) {
      signal.throwIfAborted();
      const key = { organizationId, signatureId };
      await this.reported(signatureId, () =>
        what === 'drafts' ? this.removal.removeDraft(key, days) : this.removal.removeEnded(key),
      );
    }
    const last = due.at(-1);
    if (!last || due.length < BATCH) return { outcome: 'done' };
    const next: RemovalJobPayload = { organizationId, what, after: last };
    return { outcome: 'done', commit: (tx) => this.jobs.enqueue(tx, { kind: REMOVE_JOB, payload: next }) };
  }

  /** A failed removal does not stop the others; it is due again tomorrow. */
  private async reported(signatureId: number, remove: () => Promise<void>): Promise<void> {
    try {
      await remove();
    } catch (error) {
      if (this.database.report(error)) throw error;
      this.logger.warn(
        `The contents of request ${signatureId} could not be removed and are kept another day: ${(error as Error).message}`,
      );
    }
  }
}
