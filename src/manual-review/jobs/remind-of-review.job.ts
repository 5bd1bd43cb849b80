import { Injectable } from '@nestjs/common';
import { REMIND_OF_REVIEW } from '../../identity-verifications/verification-job.kinds.js';
import { JobHandlerFor } from '../../platform/jobs/job-handler.js';
import { NotifyReviewers } from './notify-reviewers.js';

/** Reminds the reviewers four hours before the deadline if nobody has decided. */
@Injectable()
@JobHandlerFor()
export class RemindOfReviewJob extends NotifyReviewers {
  readonly kind = REMIND_OF_REVIEW;
  protected readonly mail = 'review-due-soon';
}
