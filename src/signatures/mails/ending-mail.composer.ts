import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { maskedEmail } from '../../common/masked-email.js';
import { addressFor } from '../../organizations/account.queries.js';
import { MailComposers } from '../../platform/mail/mail-composers.js';
import { type AskingModel, type MailMessage, type MailModel } from '../../platform/mail/mail-models.js';
import { reasonForSigners } from '../domain/cancellation.js';
import { awaitedOf } from '../domain/signing-order.policy.js';
import { findCancelledRequest, findLiveRequest, signersOf } from '../live-request.queries.js';
import { type Recipient } from '../recipients/recipient.entity.js';
import { recipientsOf } from '../recipients/recipient.queries.js';
import { findRequestAsker, type RequestAsker } from '../request-asker.js';
import { type Signature } from '../signature.entity.js';
import { SignatureAudit } from '../signature-audit.js';
import {
  CANCELLED_MAIL,
  EXPIRED_MAIL,
  EXPIRED_SIGNER_MAIL,
  REJECTED_MAIL,
  REJECTED_SENDER_MAIL,
} from '../signature-mail.kinds.js';
import { type Signer } from '../signers/signer.entity.js';
import { type RecipientIds, recipientOf } from './recipient.js';

/** To signers and copied addresses once a signer has declined. Only the sender gets the reason. */
interface RejectedModel extends AskingModel {
  documentName: string;
  /** Who declined: the name, or the masked address of somebody without a name. */
  signer: string;
  /** The text about somebody who was to approve and not to sign; absent for a signer. */
  leadKey?: string;
}

/** To the user who made the request, once a signer has declined. */
interface RejectedToSenderModel extends MailModel {
  documentName: string;
  /** The name, or the address if there is no name. */
  signer: string;
  /** The text about somebody who was to approve and not to sign; absent for a signer. */
  leadKey?: string;
  email: string;
  /** In the signer's own words. */
  reason: string;
}

interface ToInvitedModel extends AskingModel {
  documentName: string;
}

/** To the signers who had been invited, once the request was cancelled. */
interface CancelledModel extends ToInvitedModel {
  /** In the member's own words; null unless meant for signers. */
  reason: string | null;
}

/** The same, once its deadline has passed. */
interface ExpiredToSignersModel extends ToInvitedModel {
  until: Date;
}

/** To the user who made the request, once its deadline has passed. */
interface ExpiredModel extends MailModel {
  documentName: string;
  until: Date;
  /** Names and addresses of those for whom the request waited. */
  missing: string[];
}

declare module '../../platform/mail/mail-models.js' {
  interface MailModels {
    rejected: RejectedModel;
    'rejected-to-sender': RejectedToSenderModel;
    cancelled: CancelledModel;
    expired: ExpiredModel;
    'expired-to-signers': ExpiredToSignersModel;
  }
}

/** An ended request, with the facts common to all mails about it. */
interface Ended {
  signature: Signature;
  signers: Signer[];
  recipients: Recipient[];
  asker: Omit<RequestAsker, 'replyTo'>;
  replyTo: RequestAsker['replyTo'];
}

type SenderIds = { signatureId: number };
type InvitedIds = Exclude<RecipientIds, { ccIndex: number }>;

/** Composes the mails about declined, cancelled and expired requests. */
@Injectable()
export class EndingMailComposer implements OnModuleInit {
  constructor(
    private readonly dataSource: DataSource,
    private readonly composers: MailComposers,
    private readonly audit: SignatureAudit,
  ) {}

  onModuleInit(): void {
    this.composers.register({
      kind: REJECTED_MAIL,
      compose: (ids: RecipientIds, organizationId) => this.rejected(ids, organizationId),
    });
    this.composers.register({
      kind: REJECTED_SENDER_MAIL,
      compose: (ids: SenderIds, organizationId) => this.rejectedToSender(ids, organizationId),
    });
    this.composers.register({
      kind: EXPIRED_MAIL,
      compose: (ids: SenderIds, organizationId) => this.expired(ids, organizationId),
    });
    this.composers.register({
      kind: EXPIRED_SIGNER_MAIL,
      compose: (ids: InvitedIds, organizationId) => this.expiredToSigners(ids, organizationId),
    });
    this.composers.register({
      kind: CANCELLED_MAIL,
      compose: (ids: InvitedIds, organizationId) => this.cancelled(ids, organizationId),
    });
  }

  private async rejected(ids: RecipientIds, organizationId: number): Promise<MailMessage | null> {
    const ended = await this.find(ids.signatureId, organizationId, 'rejected');
    const recipient = ended && recipientOf(ids, ended.signature, ended.signers, ended.recipients);
    if (!recipient) return null;
    const { signature, asker, replyTo } = ended;
    const { name, email, isApprover } = rejecterOf(ended);
    const model = {
      ...asker,
      recipientName: recipient.name,
      documentName: signature.originalDocumentName,
      signer: name ?? maskedEmail(email),
      ...(isApprover && { leadKey: 'mail.rejected.lead-approval' }),
    };
    const { email: to, locale } = recipient;
    return { template: 'rejected', model, to, locale, fromName: signature.senderName, replyTo };
  }

  private async rejectedToSender(
    { signatureId }: SenderIds,
    organizationId: number,
  ): Promise<MailMessage | null> {
    const ended = await this.find(signatureId, organizationId, 'rejected');
    if (!ended) return null;
    const { name, email, rejectionReason, isApprover } = rejecterOf(ended);
    const model = {
      ...toSender(ended),
      signer: name ?? email,
      email,
      ...(isApprover && { leadKey: 'mail.rejected-to-sender.lead-approval' }),
      reason: rejectionReason ?? '',
    };
    const to = await this.senderOf(ended.signature);
    return { template: 'rejected-to-sender', model, to };
  }

  private async expired({ signatureId }: SenderIds, organizationId: number): Promise<MailMessage | null> {
    const ended = await this.find(signatureId, organizationId, 'expired');
    if (!ended) return null;
    const { signature } = ended;
    const { signers, recipients } = awaitedOf(ended);
    const missing = [...signers, ...recipients];
    const model = {
      ...toSender(ended),
      until: signature.expiresDate!,
      missing: missing.map(({ name, email }) => (name === null ? email : `${name} (${email})`)),
    };
    const to = await this.senderOf(signature);
    return { template: 'expired', model, to };
  }

  private async expiredToSigners(ids: InvitedIds, organizationId: number): Promise<MailMessage | null> {
    const ended = await this.find(ids.signatureId, organizationId, 'expired');
    const told = ended && (await this.toInvited(ended, ids));
    if (!told) return null;
    const until = ended.signature.expiresDate!;
    return { template: 'expired-to-signers', ...told, model: { ...told.model, until } };
  }

  private async cancelled(ids: InvitedIds, organizationId: number): Promise<MailMessage | null> {
    const ended = await this.find(ids.signatureId, organizationId, 'cancelled');
    const told = ended && (await this.toInvited(ended, ids));
    if (!told) return null;
    const reason = reasonForSigners(ended.signature);
    return { template: 'cancelled', ...told, model: { ...told.model, reason } };
  }

  /** A mail to somebody who was invited, or null if they were never sent a link, so need no notice. */
  private async toInvited({ signature, signers, recipients, asker, replyTo }: Ended, ids: InvitedIds) {
    const person = recipientOf(ids, signature, signers, recipients);
    const signer = 'signerId' in ids && signers.find(({ id }) => id === ids.signerId);
    if (!person || (signer && !(await this.audit.hasLink(this.dataSource.manager, signer)))) return null;
    const { senderName: fromName, originalDocumentName: documentName } = signature;
    const { name: recipientName, email: to, locale } = person;
    const model = { ...asker, recipientName, documentName };
    return { model, to, locale, fromName, replyTo };
  }

  /** Null if the request has not ended this way, or was cancelled since. */
  private async find(
    signatureId: number,
    organizationId: number,
    status: 'rejected' | 'expired' | 'cancelled',
  ): Promise<Ended | null> {
    const { manager } = this.dataSource;
    const signature =
      status === 'cancelled'
        ? await findCancelledRequest(manager, { organizationId, signatureId })
        : await findLiveRequest(manager, { organizationId, signatureId }, { statuses: [status] });
    if (!signature) return null;
    const { replyTo, ...asker } = await findRequestAsker(manager, signature);
    const signers = await signersOf(manager, signature);
    return { signature, signers, recipients: await recipientsOf(manager, signature), asker, replyTo };
  }

  private senderOf({ createdByUserId, organizationId }: Signature): Promise<string> {
    return addressFor(this.dataSource.manager, organizationId, createdByUserId);
  }
}

function toSender({ signature, asker: { organizationName } }: Ended) {
  return { organizationName, recipientName: null, documentName: signature.originalDocumentName };
}

/** Who declined to sign or to approve. */
function rejecterOf({ signers, recipients }: Ended): Pick<Signer, 'name' | 'email' | 'rejectionReason'> & {
  isApprover: boolean;
} {
  const isRejected = ({ status }: { status: string }) => status === 'rejected';
  const approver = recipients.find(isRejected);
  return approver ? { ...approver, isApprover: true } : { ...signers.find(isRejected)!, isApprover: false };
}
