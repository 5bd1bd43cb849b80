import { Injectable } from '@nestjs/common';
import {
  REMIND_OF_REVIEW,
  REQUEST_REVIEW,
  type ReviewJob,
} from '../../identity-verifications/verification-job.kinds.js';
import { type Job, type JobHandler, JobHandlerFor, type JobResult } from '../../platform/jobs/job-handler.js';
import { type ReviewMailKind } from '../mails/review-mail.composer.js';
import { ReviewerNotifier } from '../reviewer-notifier.service.js';

@Injectable()
abstract class NotifyReviewersHandler implements JobHandler<ReviewJob> {
  abstract readonly kind: string;
  protected abstract readonly mail: ReviewMailKind;
  readonly maxInflight = 4;
  readonly timeoutMs = 10_000;
  readonly maxAttempts = 10;

  constructor(private readonly reviewers: ReviewerNotifier) {}

  retryAfterSeconds(attempt: number): number {
    return 10 * attempt;
  }

  async run({ payload }: Job<ReviewJob>): Promise<JobResult> {
    return { outcome: 'done', commit: (tx) => this.reviewers.notify(tx, payload, this.mail) };
  }
}

/** Tells the reviewers right away that a verification needs their decision. */
@Injectable()
@JobHandlerFor()
export class RequestReviewHandler extends NotifyReviewersHandler {
  readonly kind = REQUEST_REVIEW;
  protected readonly mail = 'review-requested';
}

/** Reminds the reviewers four hours before the deadline if nobody has decided. */
@Injectable()
@JobHandlerFor()
export class RemindOfReviewHandler extends NotifyReviewersHandler {
  readonly kind = REMIND_OF_REVIEW;
  protected readonly mail = 'review-due-soon';
}
