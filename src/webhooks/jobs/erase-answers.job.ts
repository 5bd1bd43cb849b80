import { Injectable } from '@nestjs/common';
import { type Job, type JobHandler, JobHandlerFor, type JobResult } from '../../platform/jobs/job-handler.js';
import { ERASE_ANSWERS_JOB, type EraseAnswersJobPayload } from '../webhook-erasure.js';
import { eraseAnswers } from '../webhook-erasure.queries.js';

/** Erases the answers to attempts that were under way when a person's data was erased. */
@Injectable()
@JobHandlerFor()
export class EraseAnswersJob implements JobHandler<EraseAnswersJobPayload> {
  readonly kind = ERASE_ANSWERS_JOB;
  readonly maxInflight = 1;
  readonly timeoutMs = 60_000;
  readonly maxAttempts = 20;

  retryAfterSeconds(attempt: number): number {
    return Math.min(60 * 2 ** attempt, 3_600);
  }

  run({ payload: { organizationId, subject } }: Job<EraseAnswersJobPayload>): Promise<JobResult> {
    return Promise.resolve({ outcome: 'done', commit: (tx) => eraseAnswers(tx, organizationId, subject) });
  }
}
