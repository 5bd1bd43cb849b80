import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import {
  REQUEST_REVIEW,
  type ReviewJobPayload,
} from '../../identity-verifications/verification-job.kinds.js';
import { JobHandlerFor } from '../../platform/jobs/job-handler.js';
import { NotifyReviewers } from './notify-reviewers.js';

/** Notifies the reviewers that a verification needs their decision: at once, or with others of the hour. */
@Injectable()
@JobHandlerFor()
export class RequestReviewJob extends NotifyReviewers {
  readonly kind = REQUEST_REVIEW;

  protected notify(tx: EntityManager, payload: ReviewJobPayload): Promise<void> {
    return this.reviewers.request(tx, payload);
  }
}
