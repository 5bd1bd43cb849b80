import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { organizationName } from '../../organizations/organization.queries.js';
import { type MailComposer } from '../../platform/mail/mail-composer.port.js';
import { MailComposers } from '../../platform/mail/mail-composers.service.js';
import { type MailMessage, type MailModel } from '../../platform/mail/mail-models.js';
import { DEFAULT_LOCALE } from '../../platform/templates/locales.js';
import { askText } from '../domain/asked-part.js';
import { VerificationLinks } from '../verification-links.service.js';
import { ASK_MAIL } from '../verification-reviews.service.js';
import { VerificationQueries } from '../verification.queries.js';

/** To the person from whom a reviewer needs another picture. */
interface AskedAgainModel extends MailModel {
  /** What to photograph again, and why: names of texts. */
  wanted: string;
  why: string;
  /** The session's new address. */
  url: string;
  until: Date;
}

declare module '../../platform/mail/mail-models.js' {
  interface MailModels {
    'asked-again': AskedAgainModel;
  }
}

/** The mail with the new link. None is sent once the person has answered, or the time is up. */
@Injectable()
export class AskedAgainMail implements MailComposer<{ verificationId: number }>, OnModuleInit {
  readonly kind = ASK_MAIL;

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
    if (!verification?.askedPart || verification.submittedAt) return null;
    const part = verification.askedPart;
    return {
      to: verification.email,
      locale: DEFAULT_LOCALE,
      template: 'asked-again',
      model: {
        organizationName: await organizationName(this.dataSource.manager, organizationId),
        recipientName: verification.fullName || null,
        wanted: `mail.asked-again.parts.${part === 'face' ? part : `${part}.${verification.documentType}`}`,
        why: askText(part, verification.askReason!),
        url: this.links.sessionUrl(verification)!,
        until: verification.expiresAt,
      },
    };
  }
}
