import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import {
  REMIND_OF_REVIEW,
  type ReviewJobPayload,
} from '../../identity-verifications/verification-job.kinds.js';
import { JobHandlerFor } from '../../platform/jobs/job-handler.js';
import { NotifyReviewers } from './notify-reviewers.js';

/** Reminds the reviewers four hours before the deadline if the case is undecided. */
@Injectable()
@JobHandlerFor()
export class RemindOfReviewJob extends NotifyReviewers {
  readonly kind = REMIND_OF_REVIEW;

  protected notify(tx: EntityManager, payload: ReviewJobPayload): Promise<void> {
    return this.reviewers.remind(tx, payload);
  }
}
