import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { assertMove } from '../common/transitions.js';
import { MailQueue } from '../platform/mail/mail-queue.service.js';
import { JobQueue } from '../platform/jobs/job-queue.service.js';
import { SignerCalls } from './signer-calls.service.js';
import { SIGNATURE_TRANSITIONS } from './domain/signature.state.js';
import { SignatureAnnouncer } from './signature-announcer.service.js';
import { SignatureAudit } from './signature-audit.service.js';
import { Signature } from './signature.entity.js';
import { SignatureDocument } from './signature-document.entity.js';
import { DISPATCH_JOB, EXPIRE_JOB } from './signature-job.kinds.js';
import { INVITATION_MAIL } from './signature-mail.kinds.js';
import { SignerLinks } from './signer-links.service.js';

/** Puts a request before its signers: status, invitations, deadline and event in one transaction. */
@Injectable()
export class Dispatcher {
  constructor(
    private readonly jobs: JobQueue,
    private readonly mails: MailQueue,
    private readonly links: SignerLinks,
    private readonly calls: SignerCalls,
    private readonly audit: SignatureAudit,
    private readonly announcer: SignatureAnnouncer,
  ) {}

  /**
   * Moves a draft or a scheduled request to `created`. The caller holds its row lock.
   * @param facts of the call that did it, where one did
   */
  async dispatch(tx: EntityManager, signature: Signature, facts: object = {}): Promise<void> {
    assertMove(SIGNATURE_TRANSITIONS, signature.status, 'created');
    const { id, organizationId } = signature;
    await tx.update(
      Signature,
      { id, organizationId },
      {
        status: 'created',
        dateSent: () => 'app_now()',
        updatedAt: () => 'app_now()',
      },
    );
    for (const link of await this.links.ofSignature(tx, organizationId, id)) {
      await this.mails.enqueue(tx, { kind: INVITATION_MAIL, organizationId, ids: { linkId: link.id } });
    }
    if (signature.status === 'draft') await this.expireInTime(tx, signature);
    await this.calls.begin(tx, await tx.findOneByOrFail(Signature, { id, organizationId }));
    await this.recordSent(tx, signature, facts);
    await this.announcer.announce(tx, 'signature.created', signature);
  }

  /** Moves a draft to `scheduled`; its time dispatches it. */
  async schedule(tx: EntityManager, draft: Signature, facts: object): Promise<void> {
    assertMove(SIGNATURE_TRANSITIONS, draft.status, 'scheduled');
    const { id, organizationId } = draft;
    await tx.update(Signature, { id, organizationId }, { status: 'scheduled', updatedAt: () => 'app_now()' });
    const { scheduledDate } = await tx.findOneByOrFail(Signature, { id, organizationId });
    await this.jobs.enqueue(tx, {
      kind: DISPATCH_JOB,
      payload: { organizationId, signatureId: id },
      runAt: scheduledDate!,
    });
    await this.expireInTime(tx, draft);
    await this.audit.record(tx, { organizationId, signatureId: id, type: 'scheduled', data: { ...facts } });
  }

  private async expireInTime(tx: EntityManager, { id, organizationId }: Signature): Promise<void> {
    const { expiresDate } = await tx.findOneByOrFail(Signature, { id, organizationId });
    if (expiresDate === null) return;
    await this.jobs.enqueue(tx, {
      kind: EXPIRE_JOB,
      payload: { organizationId, signatureId: id },
      runAt: expiresDate,
    });
  }

  /** What signers will read is named by its digest from here on. */
  private async recordSent(
    tx: EntityManager,
    { id, organizationId }: Signature,
    facts: object,
  ): Promise<void> {
    const document = await tx.findOneByOrFail(SignatureDocument, {
      signatureId: id,
      organizationId,
      kind: 'presented',
    });
    const data = { documentSha256: document.sha256.toString('hex'), ...facts };
    await this.audit.record(tx, { organizationId, signatureId: id, type: 'sent', data });
  }
}
