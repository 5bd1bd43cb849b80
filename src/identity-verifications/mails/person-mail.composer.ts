import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { findAsker } from '../../organizations/asker.js';
import { OrganizationChanges } from '../../platform/events/organization-changes.js';
import { type MailComposer } from '../../platform/mail/mail-composer.port.js';
import { MailComposers } from '../../platform/mail/mail-composers.js';
import { type AskingModel, type MailMessage } from '../../platform/mail/mail-models.js';
import { WITHHELD } from '../../platform/mail/mail-send.job.js';
import { type IdentityVerification } from '../identity-verification.entity.js';
import { VerificationQueries } from '../verification.queries.js';
import { VerificationJournal } from '../verification-journal.js';
import { VerificationLinks } from '../verification-links.js';
import { VERIFICATIONS } from '../verification-topic.js';

type VerificationIds = { verificationId: number };

/** To the person, with the link to the session. */
export interface PersonMailModel extends AskingModel {
  /** The session's address. */
  url: string;
  until: Date;
}

/** Mails with the link that opens a session. */
@Injectable()
export abstract class PersonMailComposer implements MailComposer<VerificationIds>, OnModuleInit {
  abstract readonly kind: string;

  constructor(
    private readonly dataSource: DataSource,
    private readonly composers: MailComposers,
    private readonly queries: VerificationQueries,
    private readonly links: VerificationLinks,
    private readonly journal: VerificationJournal,
    private readonly changes: OrganizationChanges,
  ) {}

  /** Null if the mail is no longer needed. `model` has the content common to all such mails. */
  protected abstract messageFor(
    verification: IdentityVerification,
    model: PersonMailModel,
  ): Omit<Extract<MailMessage, { model: PersonMailModel }>, 'to' | 'locale' | 'replyTo'> | null;

  onModuleInit(): void {
    this.composers.register(this);
  }

  async compose({ verificationId }: VerificationIds, organizationId: number): Promise<MailMessage | null> {
    const { manager } = this.dataSource;
    const verification = await this.queries.find(manager, organizationId, verificationId);
    const url = verification && this.links.sessionUrl(verification);
    if (!url) return null;
    const { organizationName, member, replyTo } = await findAsker(
      manager,
      organizationId,
      verification.begunByUserId,
    );
    const message = this.messageFor(verification, {
      organizationName,
      senderName: organizationName,
      senderMember: member,
      recipientName: verification.fullName || null,
      url,
      until: verification.expiresAt,
    });
    const { email: to, locale } = verification;
    return message && ({ ...message, to, locale, replyTo } as MailMessage);
  }

  accepted(tx: EntityManager, ids: VerificationIds, _reply: string, organizationId: number): Promise<void> {
    return this.note(tx, ids, organizationId, 'link_mailed');
  }

  /** Notes the mail server's code only, or that there was none to ask: its words may quote the address. */
  failed(tx: EntityManager, ids: VerificationIds, reason: string, organizationId: number): Promise<void> {
    const code = /\b[45]\d\d\b/.exec(reason)?.[0] ?? null;
    const isWithheld = reason === WITHHELD;
    return this.note(tx, ids, organizationId, 'link_mail_failed', {
      code,
      ...(isWithheld && { isWithheld }),
    });
  }

  private async note(
    tx: EntityManager,
    { verificationId: id }: VerificationIds,
    organizationId: number,
    type: 'link_mailed' | 'link_mail_failed',
    data?: Record<string, unknown>,
  ): Promise<void> {
    await this.journal.audit(tx, { id, organizationId }, type, data);
    this.changes.mark(tx, organizationId, VERIFICATIONS);
  }
}
