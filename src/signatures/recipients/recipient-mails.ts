import { Injectable } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';
import { MailQueue } from '../../platform/mail/mail-queue.js';
import { isReached, type Participants } from '../domain/signing-order.policy.js';
import { type Signature } from '../signature.entity.js';
import { COMPLETED_MAIL, RECIPIENT_MAIL, RECIPIENT_REMINDER_MAIL } from '../signature-mail.kinds.js';
import { type Signer } from '../signers/signer.entity.js';
import { Recipient } from './recipient.entity.js';
import { recipientsOf } from './recipient.queries.js';
import { RecipientLinks } from './recipient-links.js';

/** Queues the emails to those who do not sign. */
@Injectable()
export class RecipientMails {
  constructor(
    private readonly mails: MailQueue,
    private readonly links: RecipientLinks,
  ) {}

  /** Tells those who are told at sending, or whose turn it is then. @param isBulk - whether many requests are sent at once */
  async tellFirst(tx: EntityManager, request: Signature, signers: Signer[], isBulk?: boolean): Promise<void> {
    const recipients = await recipientsOf(tx, request);
    const all = { signers, recipients };
    await this.tell(
      tx,
      recipients.filter((each) => each.when === 'sent' || isDue(each, all)),
      isBulk,
    );
  }

  /** Tells those whose turn has come, unless they were told before. */
  async tellInTurn(tx: EntityManager, reached: readonly Recipient[]): Promise<void> {
    await this.tell(
      tx,
      reached.filter(({ when, toldAt }) => when === 'turn' && toldAt === null),
    );
  }

  /** Sends the first email with the link, or sends it again to a corrected address. */
  async tell(tx: EntityManager, recipients: readonly Recipient[], isBulk?: boolean): Promise<void> {
    for (const recipient of recipients) await this.mailLink(tx, recipient, RECIPIENT_MAIL, isBulk);
    const [first] = recipients;
    if (!first) return;
    const { organizationId, signatureId } = first;
    const ids = In(recipients.map(({ id }) => id));
    await tx.update(
      Recipient,
      { organizationId, signatureId, id: ids },
      { toldAt: () => 'coalesce(told_at, app_now())' },
    );
  }

  /** Sends the link again. @returns false if it was voided and nothing is sent */
  remind(tx: EntityManager, recipient: Recipient): Promise<boolean> {
    return this.mailLink(tx, recipient, RECIPIENT_REMINDER_MAIL);
  }

  /** Sends the completed document to those who were told of the request, and to those who are told now. */
  async tellCompleted(tx: EntityManager, request: Signature, signers: readonly Signer[]): Promise<void> {
    const { id: signatureId, organizationId } = request;
    const recipients = await recipientsOf(tx, request);
    const untold = recipients.filter(({ toldAt }) => toldAt === null);
    const known = new Set([...signers, ...untold].map((each) => each.emailKey));
    for (const recipient of recipients) {
      if (recipient.toldAt !== null && known.has(recipient.emailKey)) continue;
      known.add(recipient.emailKey);
      const ids = { signatureId, recipientId: recipient.id };
      await this.mails.enqueue(tx, { kind: COMPLETED_MAIL, organizationId, ids });
    }
    if (untold.length > 0) {
      const where = { organizationId, signatureId, id: In(untold.map(({ id }) => id)) };
      await tx.update(Recipient, where, { toldAt: () => 'app_now()' });
    }
  }

  /** Tells those who know of the request how it ended, but for signers, who are told themselves. */
  async tellEnding(
    tx: EntityManager,
    request: Signature,
    signers: readonly Signer[],
    kind: string,
  ): Promise<void> {
    const { id: signatureId, organizationId } = request;
    const known = new Set(signers.map((each) => each.emailKey));
    for (const recipient of await recipientsOf(tx, request)) {
      if (recipient.toldAt === null || recipient.status === 'rejected' || known.has(recipient.emailKey))
        continue;
      known.add(recipient.emailKey);
      await this.mails.enqueue(tx, { kind, organizationId, ids: { signatureId, recipientId: recipient.id } });
    }
  }

  private async mailLink(
    tx: EntityManager,
    recipient: Recipient,
    kind: string,
    isBulk?: boolean,
  ): Promise<boolean> {
    const link = await this.links.ofRecipient(tx, recipient);
    if (!link) return false;
    const { organizationId } = recipient;
    await this.mails.enqueue(tx, { kind, organizationId, ids: { recipientLinkId: link.id }, isBulk });
    return true;
  }
}

const isDue = (recipient: Recipient, all: Participants) =>
  recipient.when === 'turn' && isReached(all, recipient);
