import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AppError } from '../../common/errors.js';
import { type Job, type JobHandler, JobHandlerFor, type JobResult } from '../../platform/jobs/job-handler.js';
import { BulkRequests } from '../bulk-requests.js';
import { BulkRuns } from '../bulk-runs.js';
import { getBulkSend } from '../bulk-send.queries.js';
import { type BulkJobPayload, CREATE_BULK_REQUESTS_JOB } from '../bulk-send-job.kinds.js';

/**
 * Makes the requests of a bulk send, some rows in each run. The rows commit before the job ends, and are noted with their
 * requests, so a run that is repeated takes the rows that are left.
 */
@Injectable()
@JobHandlerFor()
export class CreateBulkRequestsJob implements JobHandler<BulkJobPayload> {
  readonly kind = CREATE_BULK_REQUESTS_JOB;
  /** An organization's bulk sends take turns. */
  readonly maxInflight = 1;
  /** Bulk sends of several organizations leave most of a process to everything else. */
  readonly maxInProcess = 2;
  readonly timeoutMs = 120_000;
  readonly maxAttempts = 20;

  constructor(
    private readonly dataSource: DataSource,
    private readonly requests: BulkRequests,
    private readonly runs: BulkRuns,
  ) {}

  retryAfterSeconds(attempt: number): number {
    return Math.min(2 ** attempt, 300);
  }

  async run({ payload }: Job<BulkJobPayload>): Promise<JobResult> {
    const bulk = await getBulkSend(this.dataSource.manager, payload);
    if (bulk.state !== 'running') return { outcome: 'done' };
    try {
      await this.requests.makeNext(bulk);
    } catch (error) {
      if (!(error instanceof AppError) || error.statusCode !== 400) throw error;
      const reason = error.code ?? 'refused';
      return { outcome: 'done', commit: (tx) => this.runs.pauseBecause(tx, payload, reason) };
    }
    return { outcome: 'done', commit: (tx) => this.runs.goOn(tx, payload) };
  }

  /** Whatever it was, people may try again. */
  onExhausted(tx: EntityManager, { payload }: Job<BulkJobPayload>): Promise<void> {
    return this.runs.pauseBecause(tx, payload, 'internal_error');
  }
}
