import { Injectable } from '@nestjs/common';
import { type EntityManager, In, IsNull } from 'typeorm';
import { sourcesOf } from '../../common/transitions.js';
import { type Job, type JobHandler, JobHandlerFor, type JobResult } from '../../platform/jobs/job-handler.js';
import { SIGNATURE_TRANSITIONS } from '../domain/signature.state.js';
import { RequestLifecycle } from '../request-lifecycle.service.js';
import { EXPIRE_JOB, type SignatureJobPayload } from '../signature-job.kinds.js';
import { Signature } from '../signature.entity.js';
import { isPastDeadline, signersOf } from '../live-request.queries.js';

/** Ends a request whose deadline passed. Once the last signer has signed, the deadline no longer applies. */
@Injectable()
@JobHandlerFor()
export class ExpireSignatureJob implements JobHandler<SignatureJobPayload> {
  readonly kind = EXPIRE_JOB;
  readonly maxInflight = 8;
  readonly timeoutMs = 30_000;
  readonly maxAttempts = 10;

  constructor(private readonly lifecycle: RequestLifecycle) {}

  retryAfterSeconds(attempt: number): number {
    return 10 * 2 ** attempt;
  }

  async run({ payload }: Job<SignatureJobPayload>): Promise<JobResult> {
    return { outcome: 'done', commit: (tx) => this.expire(tx, payload) };
  }

  private async expire(
    tx: EntityManager,
    { organizationId, signatureId }: SignatureJobPayload,
  ): Promise<void> {
    const signature = await tx.findOne(Signature, {
      where: {
        id: signatureId,
        organizationId,
        status: In(sourcesOf(SIGNATURE_TRANSITIONS, 'expired')),
        deletedAt: IsNull(),
      },
      lock: { mode: 'pessimistic_write' },
    });
    if (!signature || !(await isPastDeadline(tx, signature))) return;
    const signers = await signersOf(tx, signature);
    if (signers.every(({ status }) => status === 'signed')) return;
    await this.lifecycle.move(tx, signature, 'expired');
  }
}
