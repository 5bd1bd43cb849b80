import { Injectable } from '@nestjs/common';
import { type Job, type JobHandler, JobHandlerFor, type JobResult } from '../../platform/jobs/job-handler.js';
import { MAIL_HOUR_OF_REVIEWS, type ReviewHourJobPayload } from '../review-job.kinds.js';
import { ReviewerNotifier } from '../reviewer-notifier.js';

/** Notifies the reviewers of all cases of an hour at its end. */
@Injectable()
@JobHandlerFor()
export class MailHourOfReviewsJob implements JobHandler<ReviewHourJobPayload> {
  readonly kind = MAIL_HOUR_OF_REVIEWS;
  readonly maxInflight = 1;
  readonly timeoutMs = 10_000;
  readonly maxAttempts = 10;

  constructor(private readonly reviewers: ReviewerNotifier) {}

  retryAfterSeconds(attempt: number): number {
    return 10 * attempt;
  }

  async run({ payload }: Job<ReviewHourJobPayload>): Promise<JobResult> {
    return { outcome: 'done', commit: (tx) => this.reviewers.mailHour(tx, payload) };
  }
}
