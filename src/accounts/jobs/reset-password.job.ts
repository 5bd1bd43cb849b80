import { Injectable } from '@nestjs/common';
import { type Job, type JobHandler, JobHandlerFor, type JobResult } from '../../platform/jobs/job-handler.js';
import { PasswordResets, RESET_PASSWORD, type ResetPasswordJobPayload } from '../password-resets.js';

/** Mails a requested password reset if the address has an account. */
@Injectable()
@JobHandlerFor()
export class ResetPasswordJob implements JobHandler<ResetPasswordJobPayload> {
  readonly kind = RESET_PASSWORD;
  readonly maxInflight = 4;
  readonly timeoutMs = 10_000;
  readonly maxAttempts = 10;

  constructor(private readonly resets: PasswordResets) {}

  retryAfterSeconds(attempt: number): number {
    return 10 * attempt;
  }

  async run({ payload: { requestId } }: Job<ResetPasswordJobPayload>): Promise<JobResult> {
    return { outcome: 'done', commit: (tx) => this.resets.fulfil(tx, requestId) };
  }
}
