import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { emailKey } from '../common/validation/email.decorator.js';
import { MailQueue } from '../platform/mail/mail-queue.js';
import { OPEN_STATUSES, type SignatureStatus } from './domain/signature.state.js';
import { RecipientMails } from './recipients/recipient-mails.js';
import { type Signature } from './signature.entity.js';
import {
  CANCELLED_MAIL,
  COMPLETED_MAIL,
  EXPIRED_MAIL,
  EXPIRED_SIGNER_MAIL,
  INVITATION_MAIL,
  REJECTED_MAIL,
  REJECTED_SENDER_MAIL,
  YOUR_TURN_MAIL,
} from './signature-mail.kinds.js';
import { type Signer, type SignerKey } from './signers/signer.entity.js';
import { SignerLinks } from './signers/signer-links.js';

/** Enqueues the mails about a request's progress. */
@Injectable()
export class RequestMails {
  constructor(
    private readonly mails: MailQueue,
    private readonly links: SignerLinks,
    private readonly recipients: RecipientMails,
  ) {}

  /** Sends every signer their link, and tells the others who are to know. @param isBulk - whether many requests are sent at once */
  async invite(tx: EntityManager, request: Signature, signers: Signer[], isBulk?: boolean): Promise<void> {
    const { id, organizationId } = request;
    for (const link of await this.links.ofSignature(tx, organizationId, id)) {
      const ids = { linkId: link.id };
      await this.mails.enqueue(tx, { kind: INVITATION_MAIL, organizationId, ids, isBulk });
    }
    await this.recipients.tellFirst(tx, request, signers, isBulk);
  }

  /** Notifies a signer that it is their turn. */
  async notifyTurn(tx: EntityManager, { id, organizationId }: SignerKey): Promise<void> {
    const link = await this.links.ofSigner(tx, organizationId, id);
    if (!link) return;
    await this.mails.enqueue(tx, { kind: YOUR_TURN_MAIL, organizationId, ids: { linkId: link.id } });
  }

  /** Notifies everyone who has a part in the request, and every address of ccOnComplete. */
  async notifyCompleted(tx: EntityManager, request: Signature, signers: Signer[]): Promise<void> {
    const { id: signatureId, organizationId } = request;
    for (const { id: signerId } of signers) {
      await this.mails.enqueue(tx, { kind: COMPLETED_MAIL, organizationId, ids: { signatureId, signerId } });
    }
    for (const ccIndex of request.ccOnComplete.keys()) {
      await this.mails.enqueue(tx, { kind: COMPLETED_MAIL, organizationId, ids: { signatureId, ccIndex } });
    }
    await this.recipients.tellCompleted(tx, request, signers);
  }

  /** Notifies the sender, with the reason, and everyone else and the addresses of ccOnComplete without it. */
  async notifyRejected(tx: EntityManager, request: Signature, signers: Signer[]): Promise<void> {
    const { id: signatureId, organizationId, ccOnComplete } = request;
    await this.mails.enqueue(tx, { kind: REJECTED_SENDER_MAIL, organizationId, ids: { signatureId } });
    for (const { id: signerId } of signers.filter(({ status }) => status !== 'rejected')) {
      await this.mails.enqueue(tx, { kind: REJECTED_MAIL, organizationId, ids: { signatureId, signerId } });
    }
    const known = new Set(signers.map((signer) => signer.emailKey));
    for (const [ccIndex, address] of ccOnComplete.entries()) {
      if (known.has(emailKey(address))) continue;
      await this.mails.enqueue(tx, { kind: REJECTED_MAIL, organizationId, ids: { signatureId, ccIndex } });
    }
    await this.recipients.tellEnding(tx, request, signers, REJECTED_MAIL);
  }

  /** Notifies the sender and, if the invitations had gone out, those who were told. */
  async notifyExpired(
    tx: EntityManager,
    request: Signature,
    signers: Signer[],
    from: SignatureStatus,
  ): Promise<void> {
    const { id: signatureId, organizationId } = request;
    await this.mails.enqueue(tx, { kind: EXPIRED_MAIL, organizationId, ids: { signatureId } });
    await this.notifyInvited(tx, request, from, { kind: EXPIRED_SIGNER_MAIL, signers });
  }

  /** Notifies those who were told, unless the request was unsent or had already ended. */
  async notifyCancelled(
    tx: EntityManager,
    request: Signature,
    signers: Signer[],
    from: SignatureStatus,
  ): Promise<void> {
    await this.notifyInvited(tx, request, from, { kind: CANCELLED_MAIL, signers });
  }

  /** Sending checks whether each signer's own invitation has gone out. */
  private async notifyInvited(
    tx: EntityManager,
    request: Signature,
    from: SignatureStatus,
    { kind, signers }: { kind: string; signers: Signer[] },
  ): Promise<void> {
    if (!OPEN_STATUSES.includes(from)) return;
    const { id: signatureId, organizationId } = request;
    for (const { id: signerId } of signers)
      await this.mails.enqueue(tx, { kind, organizationId, ids: { signatureId, signerId } });
    await this.recipients.tellEnding(tx, request, signers, kind);
  }
}
