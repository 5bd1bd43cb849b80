import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { type Job, type JobHandler, JobHandlerFor, type JobResult } from '../../platform/jobs/job-handler.js';
import { SessionOpening } from '../session-opening.js';
import { VerificationQueries } from '../verification.queries.js';
import { EXPIRE_VERIFICATION, type VerificationJobPayload } from '../verification-job.kinds.js';

/** Ends a session when its time is up, unless the person's last step has been received. */
@Injectable()
@JobHandlerFor()
export class ExpireVerificationJob implements JobHandler<VerificationJobPayload> {
  readonly kind = EXPIRE_VERIFICATION;
  readonly maxInflight = 8;
  readonly timeoutMs = 10_000;
  readonly maxAttempts = 10;

  constructor(
    private readonly queries: VerificationQueries,
    private readonly opening: SessionOpening,
  ) {}

  retryAfterSeconds(attempt: number): number {
    return 10 * attempt;
  }

  async run({ payload }: Job<VerificationJobPayload>): Promise<JobResult> {
    return { outcome: 'done', commit: (tx) => this.expire(tx, payload) };
  }

  private async expire(
    tx: EntityManager,
    { organizationId, verificationId }: VerificationJobPayload,
  ): Promise<void> {
    const locked = await this.queries.lock(tx, organizationId, verificationId);
    if (locked) await this.opening.endIfOverdue(tx, locked);
  }
}
