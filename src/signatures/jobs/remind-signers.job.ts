import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { type Job, type JobHandler, JobHandlerFor, type JobResult } from '../../platform/jobs/job-handler.js';
import { findOpenRequest, isPastDeadline } from '../live-request.queries.js';
import { REMIND_JOB, type SignatureJobPayload } from '../signature-job.kinds.js';
import { SignerReminders } from '../signers/internal/signer-reminders.js';

/** Reminds the signers of a request with `remindEvery` until the request ends. */
@Injectable()
@JobHandlerFor()
export class RemindSignersJob implements JobHandler<SignatureJobPayload> {
  readonly kind = REMIND_JOB;
  readonly maxInflight = 8;
  readonly timeoutMs = 30_000;
  readonly maxAttempts = 10;

  constructor(private readonly reminders: SignerReminders) {}

  retryAfterSeconds(attempt: number): number {
    return 10 * 2 ** attempt;
  }

  async run({ payload }: Job<SignatureJobPayload>): Promise<JobResult> {
    return { outcome: 'done', commit: (tx) => this.remind(tx, payload) };
  }

  private async remind(tx: EntityManager, payload: SignatureJobPayload): Promise<void> {
    const signature = await findOpenRequest(tx, payload, { lock: true });
    if (!signature || (await isPastDeadline(tx, signature))) return;
    await this.reminders.remindDue(tx, signature);
  }
}
