import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { VerificationQueries } from '../../identity-verifications/verification.queries.js';
import {
  type ReviewJobPayload,
  TIME_OUT_REVIEW,
} from '../../identity-verifications/verification-job.kinds.js';
import { VerificationJournal } from '../../identity-verifications/verification-journal.js';
import { VerificationOutcomes } from '../../identity-verifications/verification-outcomes.js';
import { type Job, type JobHandler, JobHandlerFor, type JobResult } from '../../platform/jobs/job-handler.js';
import { endClaim } from '../review-claim.queries.js';

/** Rejects verifications that were not decided in time. */
@Injectable()
@JobHandlerFor()
export class TimeOutReviewJob implements JobHandler<ReviewJobPayload> {
  readonly kind = TIME_OUT_REVIEW;
  readonly maxInflight = 4;
  readonly timeoutMs = 10_000;
  readonly maxAttempts = 10;

  constructor(
    private readonly verifications: VerificationQueries,
    private readonly outcomes: VerificationOutcomes,
    private readonly journal: VerificationJournal,
  ) {}

  retryAfterSeconds(attempt: number): number {
    return 10 * attempt;
  }

  async run({ payload }: Job<ReviewJobPayload>): Promise<JobResult> {
    return { outcome: 'done', commit: (tx) => this.timeOut(tx, payload) };
  }

  private async timeOut(
    tx: EntityManager,
    { organizationId, verificationId, round = 1 }: ReviewJobPayload,
  ): Promise<void> {
    const locked = await this.verifications.lock(tx, organizationId, verificationId);
    if (locked?.verification.state !== 'reviewing' || locked.verification.reviewRound !== round) return;
    await this.journal.audit(tx, locked.verification, 'review_timed_out');
    await this.outcomes.settleReview(tx, locked.verification, 'rejected', 'review_timeout');
    await endClaim(tx, locked.verification);
  }
}
