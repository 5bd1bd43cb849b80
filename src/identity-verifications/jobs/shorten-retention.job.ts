import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type Job, type JobHandler, JobHandlerFor, type JobResult } from '../../platform/jobs/job-handler.js';
import { JobQueue } from '../../platform/jobs/job-queue.js';
import { Retention } from '../retention.js';
import { findUnerased } from '../unerased-media.queries.js';
import {
  ERASE_MEDIA,
  SHORTEN_RETENTION,
  type ShortenRetentionJobPayload,
} from '../verification-job.kinds.js';

/** Verifications per run; the next run begins after them. */
const BATCH = 500;
const DAY_MS = 86_400_000;

/** Sets an earlier time to erase the pictures of verifications that ended before their period was shortened. */
@Injectable()
@JobHandlerFor()
export class ShortenRetentionJob implements JobHandler<ShortenRetentionJobPayload> {
  readonly kind = SHORTEN_RETENTION;
  readonly maxInflight = 1;
  readonly timeoutMs = 60_000;
  readonly maxAttempts = 20;

  constructor(
    private readonly dataSource: DataSource,
    private readonly retention: Retention,
    private readonly jobs: JobQueue,
  ) {}

  retryAfterSeconds(attempt: number): number {
    return Math.min(60 * 2 ** attempt, 3_600);
  }

  /** The timer set at the end of a verification remains, and will find nothing to erase. */
  async run({ payload: { organizationId, after } }: Job<ShortenRetentionJobPayload>): Promise<JobResult> {
    const period = (await this.retention.daysOf(organizationId)) * DAY_MS;
    const unerased = await findUnerased(this.dataSource.manager, { organizationId, after, limit: BATCH });
    const erasures = unerased.map(({ id, endedAt }) => ({
      kind: ERASE_MEDIA,
      payload: { organizationId, verificationId: id },
      runAt: new Date(endedAt.getTime() + period),
    }));
    const last = unerased.length < BATCH ? undefined : unerased.at(-1);
    const rest = last ? [{ kind: SHORTEN_RETENTION, payload: { organizationId, after: last.id } }] : [];
    return { outcome: 'done', commit: (tx) => this.jobs.enqueueMany(tx, [...erasures, ...rest]) };
  }
}
