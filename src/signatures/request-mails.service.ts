import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { emailKey } from '../common/validation/email.decorator.js';
import { MailQueue } from '../platform/mail/mail-queue.service.js';
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
import { OPEN_STATUSES, type SignatureStatus } from './domain/signature.state.js';
import { signersOf } from './live-request.queries.js';
import { type Signature } from './signature.entity.js';
import { type Signer } from './signer.entity.js';
import { SignerLinks } from './signer-links.service.js';

/** Enqueues the mails about a request as it moves on. */
@Injectable()
export class RequestMails {
  constructor(
    private readonly mails: MailQueue,
    private readonly links: SignerLinks,
  ) {}

  /** Sends every signer their link. */
  async invite(tx: EntityManager, { id, organizationId }: Signature): Promise<void> {
    for (const link of await this.links.ofSignature(tx, organizationId, id)) {
      await this.mails.enqueue(tx, { kind: INVITATION_MAIL, organizationId, ids: { linkId: link.id } });
    }
  }

  /** Tells a signer that it is their turn. */
  async callUp(
    tx: EntityManager,
    { id, organizationId }: Pick<Signer, 'id' | 'organizationId'>,
  ): Promise<void> {
    const link = await this.links.ofSigner(tx, organizationId, id);
    if (!link) return;
    await this.mails.enqueue(tx, { kind: YOUR_TURN_MAIL, organizationId, ids: { linkId: link.id } });
  }

  /** Tells every signer and every address of ccOnComplete. */
  async tellCompleted(tx: EntityManager, request: Signature): Promise<void> {
    const { id: signatureId, organizationId } = request;
    for (const { id: signerId } of await signersOf(tx, request)) {
      await this.mails.enqueue(tx, { kind: COMPLETED_MAIL, organizationId, ids: { signatureId, signerId } });
    }
    for (const ccIndex of request.ccOnComplete.keys()) {
      await this.mails.enqueue(tx, { kind: COMPLETED_MAIL, organizationId, ids: { signatureId, ccIndex } });
    }
  }

  /** Tells the sender, with the reason, and the other signers and addresses of ccOnComplete without it. */
  async tellRejected(tx: EntityManager, request: Signature): Promise<void> {
    const { id: signatureId, organizationId, ccOnComplete } = request;
    await this.mails.enqueue(tx, { kind: REJECTED_SENDER_MAIL, organizationId, ids: { signatureId } });
    const signers = await signersOf(tx, request);
    for (const { id: signerId } of signers.filter(({ status }) => status !== 'rejected')) {
      await this.mails.enqueue(tx, { kind: REJECTED_MAIL, organizationId, ids: { signatureId, signerId } });
    }
    const known = new Set(signers.map((signer) => signer.emailKey));
    for (const [ccIndex, address] of ccOnComplete.entries()) {
      if (known.has(emailKey(address))) continue;
      await this.mails.enqueue(tx, { kind: REJECTED_MAIL, organizationId, ids: { signatureId, ccIndex } });
    }
  }

  /** Tells the sender and, if the invitations had gone out, the signers. */
  async tellExpired(tx: EntityManager, request: Signature, from: SignatureStatus): Promise<void> {
    const { id: signatureId, organizationId } = request;
    await this.mails.enqueue(tx, { kind: EXPIRED_MAIL, organizationId, ids: { signatureId } });
    await this.tellInvited(tx, request, from, EXPIRED_SIGNER_MAIL);
  }

  /** Tells the signers, unless the request had not been sent yet or had ended before. */
  async tellCancelled(tx: EntityManager, request: Signature, from: SignatureStatus): Promise<void> {
    await this.tellInvited(tx, request, from, CANCELLED_MAIL);
  }

  /** Whether each signer's own invitation has gone out is seen when the mail leaves. */
  private async tellInvited(
    tx: EntityManager,
    request: Signature,
    from: SignatureStatus,
    kind: string,
  ): Promise<void> {
    if (!OPEN_STATUSES.includes(from)) return;
    const { id: signatureId, organizationId } = request;
    for (const { id: signerId } of await signersOf(tx, request))
      await this.mails.enqueue(tx, { kind, organizationId, ids: { signatureId, signerId } });
  }
}
