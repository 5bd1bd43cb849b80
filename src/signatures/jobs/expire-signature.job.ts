import { Injectable } from '@nestjs/common';
import { type EntityManager, In, IsNull } from 'typeorm';
import { sourcesOf } from '../../common/transitions.js';
import { type Job, type JobHandler, JobHandlerFor, type JobResult } from '../../platform/jobs/job-handler.js';
import { SIGNATURE_TRANSITIONS } from '../domain/signature.state.js';
import { EndingMails } from '../ending-mails.service.js';
import { SignatureAnnouncer } from '../signature-announcer.service.js';
import { SignatureAudit } from '../signature-audit.service.js';
import { EXPIRE_JOB, type SignatureJobPayload } from '../signature-job.kinds.js';
import { Signature } from '../signature.entity.js';
import { SignerPictures } from '../signer-pictures.service.js';
import { isPastDeadline, signersOf } from '../signature-lock.js';

/** Ends a request whose deadline passed. Once the last signer has signed, the deadline no longer applies. */
@Injectable()
@JobHandlerFor()
export class ExpireSignatureJob implements JobHandler<SignatureJobPayload> {
  readonly kind = EXPIRE_JOB;
  readonly maxInflight = 8;
  readonly timeoutMs = 30_000;
  readonly maxAttempts = 10;

  constructor(
    private readonly audit: SignatureAudit,
    private readonly pictures: SignerPictures,
    private readonly announcer: SignatureAnnouncer,
    private readonly mails: EndingMails,
  ) {}

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
    const expired = { status: 'expired', updatedAt: () => 'app_now()' } as const;
    await tx.update(Signature, { id: signatureId, organizationId }, expired);
    await this.audit.record(tx, { organizationId, signatureId, type: 'expired' });
    await this.pictures.forgetUnsigned(tx, signature);
    await this.mails.tellExpired(tx, signature);
    await this.announcer.announce(tx, 'signature.expired', signature);
  }
}
