import { Injectable } from '@nestjs/common';
import { type EntityManager, In, IsNull } from 'typeorm';
import { type Job, type JobHandler, JobHandlerFor, type JobResult } from '../../platform/jobs/job-handler.js';
import { OPEN_STATUSES } from '../domain/signature.state.js';
import { SignerReminders } from '../signer-reminders.service.js';
import { REMIND_JOB, type SignatureJobPayload } from '../signature-job.kinds.js';
import { Signature } from '../signature.entity.js';
import { isPastDeadline } from '../live-request.queries.js';

/** Reminds signers of a request that was sent with `remindEvery`; it ends with the request. */
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

  private async remind(
    tx: EntityManager,
    { organizationId, signatureId }: SignatureJobPayload,
  ): Promise<void> {
    const signature = await tx.findOne(Signature, {
      where: { id: signatureId, organizationId, status: In(OPEN_STATUSES), deletedAt: IsNull() },
      lock: { mode: 'pessimistic_write' },
    });
    if (!signature || (await isPastDeadline(tx, signature))) return;
    await this.reminders.remindDue(tx, signature);
  }
}
