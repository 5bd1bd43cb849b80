import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { JobQueue } from '../../../platform/jobs/job-queue.js';
import { MailQueue } from '../../../platform/mail/mail-queue.js';
import { LATELY_MINUTES } from '../../domain/reminding.js';
import { inTurn } from '../../domain/signing-order.policy.js';
import { signersOf } from '../../live-request.queries.js';
import { recipientsOf } from '../../recipients/recipient.queries.js';
import { RecipientReminders } from '../../recipients/recipient-reminders.js';
import { type Signature } from '../../signature.entity.js';
import { SignatureAudit } from '../../signature-audit.js';
import { REMIND_JOB } from '../../signature-job.kinds.js';
import { REMINDER_MAIL } from '../../signature-mail.kinds.js';
import { type Signer } from '../signer.entity.js';
import { SignerLinks } from '../signer-links.js';
import { findRemindedLately, findWaitingSigners } from './reminder.queries.js';

/** Reminds signers, and those before them who do not sign, on request and, if the sender chose it, at a fixed interval of days. */
@Injectable()
export class SignerReminders {
  constructor(
    private readonly links: SignerLinks,
    private readonly mails: MailQueue,
    private readonly jobs: JobQueue,
    private readonly audit: SignatureAudit,
    private readonly recipients: RecipientReminders,
  ) {}

  /** Sends the signer's link again. @returns false if the link was voided and nothing is sent */
  async remind(
    tx: EntityManager,
    { id: signerId, organizationId, signatureId }: Pick<Signer, 'id' | 'organizationId' | 'signatureId'>,
    data: Record<string, unknown> = {},
  ): Promise<boolean> {
    const link = await this.links.ofSigner(tx, organizationId, signerId);
    if (!link) return false;
    await this.mails.enqueue(tx, { kind: REMINDER_MAIL, organizationId, ids: { linkId: link.id } });
    await this.audit.record(tx, { organizationId, signatureId, signerId, type: 'reminded', data });
    return true;
  }

  /**
   * Reminds everyone whose turn it is, but for those reminded within the last minutes. The caller holds the lock of
   * the request's row, and has checked that it is open.
   * @returns the ids of those reminded, and how many were left out
   */
  async remindAll(
    tx: EntityManager,
    request: Pick<Signature, 'id' | 'organizationId'>,
    data: Record<string, unknown>,
  ): Promise<{ reminded: { signers: number[]; recipients: number[] }; lately: number }> {
    const next = await nextOf(tx, request);
    const lately = await findRemindedLately(tx, request, LATELY_MINUTES);
    const reminded: number[] = [];
    for (const signer of next.signers)
      if (!lately.has(signer.id) && (await this.remind(tx, signer, data))) reminded.push(signer.id);
    const others = await this.recipients.remindAll(tx, request, next.recipients, data);
    return {
      reminded: { signers: reminded, recipients: others.reminded },
      lately: next.signers.filter(({ id }) => lately.has(id)).length + others.lately,
    };
  }

  /** Schedules the first check for when a signer could be due. */
  async begin(tx: EntityManager, { id, organizationId, remindEvery }: Signature): Promise<void> {
    if (remindEvery !== null) await this.scheduleCheck(tx, organizationId, id, 24 * 3_600 * remindEvery);
  }

  /**
   * Reminds those whose turn it is and who have had no mail for `remindEvery` days, and schedules the next
   * check. The caller holds the lock of the request's row, and has checked that it is open.
   */
  async remindDue(tx: EntityManager, { id, organizationId, remindEvery }: Signature): Promise<void> {
    if (remindEvery === null) return;
    const { signers, recipients } = await nextOf(tx, { id, organizationId });
    if (signers.length + recipients.length === 0) return;
    const waiting = await findWaitingSigners(tx, { id, organizationId });
    let nextInSeconds = 24 * 3_600 * remindEvery;
    for (const signer of signers) {
      const state = waiting.find((candidate) => candidate.id === signer.id)!;
      if (state.isDue) await this.remind(tx, signer, { automatic: true });
      else nextInSeconds = Math.min(nextInSeconds, state.dueInSeconds);
    }
    const othersIn = await this.recipients.remindDue(tx, { id, organizationId }, recipients);
    await this.scheduleCheck(tx, organizationId, id, Math.min(nextInSeconds, othersIn ?? nextInSeconds));
  }

  private async scheduleCheck(
    tx: EntityManager,
    organizationId: number,
    signatureId: number,
    afterSeconds: number,
  ): Promise<void> {
    const payload = { organizationId, signatureId };
    await this.jobs.enqueue(tx, { kind: REMIND_JOB, payload, runAt: { afterSeconds } });
  }
}

/** Everyone whose turn it is. */
async function nextOf(tx: EntityManager, request: Pick<Signature, 'id' | 'organizationId'>) {
  return inTurn({ signers: await signersOf(tx, request), recipients: await recipientsOf(tx, request) });
}
