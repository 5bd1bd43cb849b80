import { Injectable } from '@nestjs/common';
import { type Job, type JobHandler, JobHandlerFor, type JobResult } from '../jobs/job-handler.js';
import { DELETE_FILES_JOB, type DeleteFilesJobPayload, FileDeletions } from './file-deletions.js';

/**
 * Processes an organization's list of files to be deleted. The list says when files that could not be deleted are
 * retried.
 */
@Injectable()
@JobHandlerFor()
export class DeleteFilesJob implements JobHandler<DeleteFilesJobPayload> {
  readonly kind = DELETE_FILES_JOB;
  readonly maxInflight = 1;
  readonly maxInProcess = 4;
  readonly timeoutMs = 120_000;
  /** Erasure is never given up. */
  readonly maxAttempts = Infinity;

  constructor(private readonly deletions: FileDeletions) {}

  /** For outages of the database; those of the storage do not fail the job. */
  retryAfterSeconds(attempt: number): number {
    return Math.min(5 * 2 ** attempt, 300);
  }

  async run({ payload }: Job<DeleteFilesJobPayload>, signal: AbortSignal): Promise<JobResult> {
    await this.deletions.workOff(payload.organizationId, () => !signal.aborted);
    signal.throwIfAborted();
    return { outcome: 'done' };
  }
}
