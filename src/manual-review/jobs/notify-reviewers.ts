import { Injectable } from '@nestjs/common';
import { type ReviewJobPayload } from '../../identity-verifications/verification-job.kinds.js';
import { type Job, type JobHandler, type JobResult } from '../../platform/jobs/job-handler.js';
import { type ReviewMailKind } from '../mails/review-mail.composer.js';
import { ReviewerNotifier } from '../reviewer-notifier.service.js';

/** Queues mails about a review. */
@Injectable()
export abstract class NotifyReviewers implements JobHandler<ReviewJobPayload> {
  abstract readonly kind: string;
  protected abstract readonly mail: ReviewMailKind;
  readonly maxInflight = 4;
  readonly timeoutMs = 10_000;
  readonly maxAttempts = 10;

  constructor(private readonly reviewers: ReviewerNotifier) {}

  retryAfterSeconds(attempt: number): number {
    return 10 * attempt;
  }

  async run({ payload }: Job<ReviewJobPayload>): Promise<JobResult> {
    return { outcome: 'done', commit: (tx) => this.reviewers.notify(tx, payload, this.mail) };
  }
}
