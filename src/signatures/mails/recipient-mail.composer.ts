import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { type MailComposer } from '../../platform/mail/mail-composer.port.js';
import { MailComposers } from '../../platform/mail/mail-composers.js';
import { type AskingModel, type MailMessage } from '../../platform/mail/mail-models.js';
import { documentDigests } from '../documents/request-documents.queries.js';
import { type RecipientAction } from '../domain/recipient.state.js';
import { findOpenRequest, getAnyRequest } from '../live-request.queries.js';
import { type Recipient } from '../recipients/recipient.entity.js';
import { findRecipientOfLink } from '../recipients/recipient.queries.js';
import { RecipientLinks } from '../recipients/recipient-links.js';
import { findRequestAsker } from '../request-asker.js';
import { RequestLifecycle } from '../request-lifecycle.js';
import { SignatureAudit } from '../signature-audit.js';
import { RECIPIENT_MAIL, RECIPIENT_REMINDER_MAIL } from '../signature-mail.kinds.js';

/** To somebody who does not sign, with their link. */
interface RecipientModel extends AskingModel {
  documentName: string;
  /** The sender's own words; may be empty. */
  message: string;
  url: string;
  until: Date | null;
}

declare module '../../platform/mail/mail-models.js' {
  interface MailModels {
    approval: RecipientModel;
    'approval-reminder': RecipientModel;
    reading: RecipientModel;
    'reading-reminder': RecipientModel;
    copy: RecipientModel;
  }
}

interface LinkIds extends Record<string, number> {
  recipientLinkId: number;
}

const FIRST = { approve: 'approval', view: 'reading', copy: 'copy' } as const;
const REMINDERS = { approve: 'approval-reminder', view: 'reading-reminder', copy: 'copy' } as const;
type Templates = Record<RecipientAction, (typeof FIRST | typeof REMINDERS)[RecipientAction]>;

/** Composes the mails with the link of somebody who does not sign. Not sent once it was voided or they have acted. */
@Injectable()
export class RecipientMailComposer implements OnModuleInit {
  constructor(
    private readonly dataSource: DataSource,
    private readonly composers: MailComposers,
    private readonly links: RecipientLinks,
    private readonly lifecycle: RequestLifecycle,
    private readonly audit: SignatureAudit,
  ) {}

  onModuleInit(): void {
    this.composers.register(this.composer(RECIPIENT_MAIL, FIRST));
    this.composers.register(this.composer(RECIPIENT_REMINDER_MAIL, REMINDERS));
  }

  private composer(kind: string, templates: Templates): MailComposer<LinkIds> {
    return {
      kind,
      compose: (ids, organizationId) => this.compose(ids, organizationId, templates),
      accepted: (tx, ids, reply, organizationId) => this.accepted(tx, ids, organizationId, templates, reply),
      failed: async (tx, ids, reason, organizationId) => {
        const found = await findRecipientOfLink(tx, organizationId, ids.recipientLinkId);
        if (!found) return;
        const mail = templates[found.recipient.action];
        await this.record(tx, found.recipient, 'email_failed', { mail, reason });
      },
    };
  }

  private async compose(
    { recipientLinkId }: LinkIds,
    organizationId: number,
    templates: Templates,
  ): Promise<MailMessage | null> {
    const { manager } = this.dataSource;
    const found = await findRecipientOfLink(manager, organizationId, recipientLinkId);
    if (!found) return null;
    const { link, recipient } = found;
    const isOver = recipient.action !== 'copy' && recipient.status !== 'pending';
    if (link.voidedAt !== null || isOver) return null;
    const signature = await findOpenRequest(manager, link);
    if (!signature) return null;
    const { replyTo, ...asker } = await findRequestAsker(manager, signature);
    return {
      template: templates[recipient.action],
      model: {
        ...asker,
        recipientName: recipient.name,
        senderName: signature.senderName,
        documentName: signature.originalDocumentName,
        message: signature.messageContent,
        url: this.links.addressOf(link),
        until: signature.expiresDate,
      },
      to: recipient.email,
      locale: recipient.locale,
      fromName: signature.senderName,
      replyTo,
    };
  }

  /** Who is to get a copy has it from now on, if the request is still open. */
  private async accepted(
    tx: EntityManager,
    { recipientLinkId }: LinkIds,
    organizationId: number,
    templates: Templates,
    reply: string,
  ): Promise<void> {
    const before = await findRecipientOfLink(tx, organizationId, recipientLinkId);
    if (!before) return;
    const mail = templates[before.recipient.action];
    await this.record(tx, before.recipient, 'email_accepted', { mail, reply });
    // Recording has locked the request, so nobody removes the recipient in the meantime.
    const { link, recipient } = (await findRecipientOfLink(tx, organizationId, recipientLinkId))!;
    if (recipient.action !== 'copy' || recipient.status !== 'pending' || link.voidedAt !== null) return;
    const request = await getAnyRequest(tx, link);
    const documents = await documentDigests(tx, request);
    await this.lifecycle.acknowledge(tx, request, recipient, 'told', { documents });
  }

  private record(
    tx: EntityManager,
    { organizationId, signatureId, id: recipientId }: Recipient,
    type: 'email_accepted' | 'email_failed',
    data: Record<string, unknown>,
  ): Promise<void> {
    return this.audit.record(tx, { organizationId, signatureId, recipientId, type, data });
  }
}
