import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { type Job, type JobHandler, JobHandlerFor, type JobResult } from '../../platform/jobs/job-handler.js';
import { type BulkJobPayload, FORGET_BULK_ROWS_JOB } from '../bulk-send-job.kinds.js';
import { KEPT_DAYS } from '../domain/bulk-send.state.js';
import { forgetFile } from '../internal/bulk-file.queries.js';
import { forgetRows } from '../internal/kept-rows.queries.js';

/** Removes what is kept of rows that were not sent, and a file whose sender never said how to read it. One that comes too early, since rows were replaced, does nothing. */
@Injectable()
@JobHandlerFor()
export class ForgetBulkRowsJob implements JobHandler<BulkJobPayload> {
  readonly kind = FORGET_BULK_ROWS_JOB;
  readonly maxInflight = 1;
  readonly timeoutMs = 60_000;
  readonly maxAttempts = 20;

  retryAfterSeconds(attempt: number): number {
    return Math.min(60 * 2 ** attempt, 3_600);
  }

  run({ payload }: Job<BulkJobPayload>): Promise<JobResult> {
    const commit = async (tx: EntityManager) => {
      await forgetFile(tx, payload);
      await forgetRows(tx, payload, KEPT_DAYS);
    };
    return Promise.resolve({ outcome: 'done', commit });
  }
}
