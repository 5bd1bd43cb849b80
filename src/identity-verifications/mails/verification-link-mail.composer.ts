import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { organizationName } from '../../organizations/organization.queries.js';
import { type MailComposer } from '../../platform/mail/mail-composer.port.js';
import { MailComposers } from '../../platform/mail/mail-composers.service.js';
import { type MailMessage, type MailModel } from '../../platform/mail/mail-models.js';
import { DEFAULT_LOCALE } from '../../platform/templates/locales.js';
import { VerificationLinks } from '../verification-links.service.js';
import { LINK_MAIL } from '../verification-starter.service.js';
import { VerificationQueries } from '../verification.queries.js';

/** To the person of a short-form verification. */
interface VerificationLinkModel extends MailModel {
  /** The session's address. */
  url: string;
  until: Date;
}

declare module '../../platform/mail/mail-models.js' {
  interface MailModels {
    verification: VerificationLinkModel;
  }
}

/** The short form's mail, with the link to the session. */
@Injectable()
export class VerificationLinkMail implements MailComposer<{ verificationId: number }>, OnModuleInit {
  readonly kind = LINK_MAIL;

  constructor(
    private readonly dataSource: DataSource,
    private readonly composers: MailComposers,
    private readonly queries: VerificationQueries,
    private readonly links: VerificationLinks,
  ) {}

  onModuleInit(): void {
    this.composers.register(this);
  }

  async compose(
    { verificationId }: { verificationId: number },
    organizationId: number,
  ): Promise<MailMessage | null> {
    const verification = await this.queries.find(this.dataSource.manager, organizationId, verificationId);
    if (verification?.state !== 'pending' && verification?.state !== 'in_progress') return null;
    return {
      to: verification.email,
      locale: DEFAULT_LOCALE,
      template: 'verification',
      model: {
        organizationName: await organizationName(this.dataSource.manager, organizationId),
        recipientName: verification.fullName || null,
        url: this.links.sessionUrl(verification)!,
        until: verification.expiresAt,
      },
    };
  }
}
