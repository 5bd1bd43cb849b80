import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { sourcesOf } from '../../common/transitions.js';
import { type Job, type JobHandler, JobHandlerFor, type JobResult } from '../../platform/jobs/job-handler.js';
import { SIGNATURE_TRANSITIONS } from '../domain/signature.state.js';
import { isEveryoneDone } from '../domain/signing-order.policy.js';
import { findLiveRequest, isPastDeadline, signersOf } from '../live-request.queries.js';
import { recipientsOf } from '../recipients/recipient.queries.js';
import { RequestLifecycle } from '../request-lifecycle.js';
import { EXPIRE_JOB, type SignatureJobPayload } from '../signature-job.kinds.js';

/** Expires a request whose deadline has passed, unless nobody has to act any more. */
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

  private async expire(tx: EntityManager, payload: SignatureJobPayload): Promise<void> {
    const statuses = sourcesOf(SIGNATURE_TRANSITIONS, 'expired');
    const signature = await findLiveRequest(tx, payload, { statuses, lock: true });
    if (!signature || !(await isPastDeadline(tx, signature))) return;
    const signers = await signersOf(tx, signature);
    const recipients = await recipientsOf(tx, signature);
    if (isEveryoneDone({ signers, recipients })) return;
    await this.lifecycle.move(tx, signature, 'expired');
  }
}
