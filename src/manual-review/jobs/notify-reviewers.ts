import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { type ReviewJobPayload } from '../../identity-verifications/verification-job.kinds.js';
import { type Job, type JobHandler, type JobResult } from '../../platform/jobs/job-handler.js';
import { ReviewerNotifier } from '../reviewer-notifier.js';

/** Queues mails about a review. */
@Injectable()
export abstract class NotifyReviewers implements JobHandler<ReviewJobPayload> {
  abstract readonly kind: string;
  /** One at a time in an organization, so that the cases of one mail are in no other. */
  readonly maxInflight = 1;
  readonly timeoutMs = 10_000;
  readonly maxAttempts = 10;

  constructor(protected readonly reviewers: ReviewerNotifier) {}

  protected abstract notify(tx: EntityManager, payload: ReviewJobPayload): Promise<void>;

  retryAfterSeconds(attempt: number): number {
    return 10 * attempt;
  }

  async run({ payload }: Job<ReviewJobPayload>): Promise<JobResult> {
    return { outcome: 'done', commit: (tx) => this.notify(tx, payload) };
  }
}
