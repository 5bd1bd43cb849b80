import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { organizationName } from '../../organizations/organization.queries.js';
import { type MailComposer } from '../../platform/mail/mail-composer.port.js';
import { MailComposers } from '../../platform/mail/mail-composers.service.js';
import { type MailMessage, type MailModel } from '../../platform/mail/mail-models.js';
import { type IdentityVerification } from '../identity-verification.entity.js';
import { VerificationLinks } from '../verification-links.service.js';
import { VerificationQueries } from '../verification.queries.js';

/** To the person, with the link to the session. */
export interface PersonMailModel extends MailModel {
  /** The session's address. */
  url: string;
  until: Date;
}

/** The mails with which a person opens a session. */
@Injectable()
export abstract class PersonMailComposer implements MailComposer<{ verificationId: number }>, OnModuleInit {
  abstract readonly kind: string;

  constructor(
    private readonly dataSource: DataSource,
    private readonly composers: MailComposers,
    private readonly queries: VerificationQueries,
    private readonly links: VerificationLinks,
  ) {}

  /** Null if the mail is no longer needed. `model` is what every such mail says. */
  protected abstract messageFor(
    verification: IdentityVerification,
    model: PersonMailModel,
  ): Omit<Extract<MailMessage, { model: PersonMailModel }>, 'to' | 'locale'> | null;

  onModuleInit(): void {
    this.composers.register(this);
  }

  async compose(
    { verificationId }: { verificationId: number },
    organizationId: number,
  ): Promise<MailMessage | null> {
    const { manager } = this.dataSource;
    const verification = await this.queries.find(manager, organizationId, verificationId);
    const url = verification && this.links.sessionUrl(verification);
    if (!url) return null;
    const message = this.messageFor(verification, {
      organizationName: await organizationName(manager, organizationId),
      recipientName: verification.fullName || null,
      url,
      until: verification.expiresAt,
    });
    const { email: to, locale } = verification;
    return message && ({ ...message, to, locale } as MailMessage);
  }
}
