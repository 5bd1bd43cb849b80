import { Injectable } from '@nestjs/common';
import { type EntityManager, IsNull } from 'typeorm';
import { type Job, type JobHandler, JobHandlerFor, type JobResult } from '../../platform/jobs/job-handler.js';
import { RequestDispatcher } from '../request-dispatcher.service.js';
import { DISPATCH_JOB, type SignatureJobPayload } from '../signature-job.kinds.js';
import { Signature } from '../signature.entity.js';

/** Sends a scheduled request when its time has come. */
@Injectable()
@JobHandlerFor()
export class DispatchSignatureJob implements JobHandler<SignatureJobPayload> {
  readonly kind = DISPATCH_JOB;
  readonly maxInflight = 8;
  readonly timeoutMs = 30_000;
  readonly maxAttempts = 10;

  constructor(private readonly dispatcher: RequestDispatcher) {}

  retryAfterSeconds(attempt: number): number {
    return 10 * 2 ** attempt;
  }

  async run({ payload }: Job<SignatureJobPayload>): Promise<JobResult> {
    return { outcome: 'done', commit: (tx) => this.dispatch(tx, payload) };
  }

  private async dispatch(
    tx: EntityManager,
    { organizationId, signatureId }: SignatureJobPayload,
  ): Promise<void> {
    const signature = await tx.findOne(Signature, {
      where: { id: signatureId, organizationId, status: 'scheduled', deletedAt: IsNull() },
      lock: { mode: 'pessimistic_write' },
    });
    if (signature) await this.dispatcher.dispatch(tx, signature);
  }
}
