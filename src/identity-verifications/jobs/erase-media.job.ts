import { Injectable } from '@nestjs/common';
import { type Job, type JobHandler, JobHandlerFor, type JobResult } from '../../platform/jobs/job-handler.js';
import { MediaErasure } from '../media-erasure.js';
import { ERASE_MEDIA, type VerificationJobPayload } from '../verification-job.kinds.js';

/** Erases pictures and face descriptors when their retention period ends. */
@Injectable()
@JobHandlerFor()
export class EraseMediaJob implements JobHandler<VerificationJobPayload> {
  readonly kind = ERASE_MEDIA;
  readonly maxInflight = 2;
  readonly timeoutMs = 60_000;
  readonly maxAttempts = 20;

  constructor(private readonly erasure: MediaErasure) {}

  /** Up to a day. This does not wait for storage: a separate job deletes the files. */
  retryAfterSeconds(attempt: number): number {
    return Math.min(60 * 2 ** attempt, 86_400);
  }

  async run({ payload }: Job<VerificationJobPayload>): Promise<JobResult> {
    await this.erasure.begin(payload.organizationId, payload.verificationId);
    return { outcome: 'done' };
  }
}
