import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { emailKey } from '../common/validation/email.decorator.js';
import { MailQueue } from '../platform/mail/mail-queue.service.js';
import { EXPIRED_MAIL, REJECTED_MAIL, REJECTED_SENDER_MAIL } from './signature-mail.kinds.js';
import { signersOf } from './signature-lock.js';
import { type Signature } from './signature.entity.js';

/** Tells those whom it concerns that a request has ended without being completed. */
@Injectable()
export class EndingMails {
  constructor(private readonly mails: MailQueue) {}

  /** To the sender with the reason, and without it to everybody else who was asked or was to get a copy. */
  async tellRejected(tx: EntityManager, signature: Signature, rejectedBy: number): Promise<void> {
    const { id: signatureId, organizationId, ccOnComplete } = signature;
    await this.mails.enqueue(tx, { kind: REJECTED_SENDER_MAIL, organizationId, ids: { signatureId } });
    const signers = await signersOf(tx, signature);
    for (const { id: signerId } of signers.filter(({ id }) => id !== rejectedBy)) {
      await this.mails.enqueue(tx, { kind: REJECTED_MAIL, organizationId, ids: { signatureId, signerId } });
    }
    const known = new Set(signers.map((signer) => signer.emailKey));
    for (const [ccIndex, address] of ccOnComplete.entries()) {
      if (known.has(emailKey(address))) continue;
      await this.mails.enqueue(tx, { kind: REJECTED_MAIL, organizationId, ids: { signatureId, ccIndex } });
    }
  }

  async tellExpired(tx: EntityManager, { id: signatureId, organizationId }: Signature): Promise<void> {
    await this.mails.enqueue(tx, { kind: EXPIRED_MAIL, organizationId, ids: { signatureId } });
  }
}
