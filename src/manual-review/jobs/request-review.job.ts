import { Injectable } from '@nestjs/common';
import { REQUEST_REVIEW } from '../../identity-verifications/verification-job.kinds.js';
import { JobHandlerFor } from '../../platform/jobs/job-handler.js';
import { NotifyReviewers } from './notify-reviewers.js';

/** Tells the reviewers right away that a verification needs their decision. */
@Injectable()
@JobHandlerFor()
export class RequestReviewJob extends NotifyReviewers {
  readonly kind = REQUEST_REVIEW;
  protected readonly mail = 'review-requested';
}
