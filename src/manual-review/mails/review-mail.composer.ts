import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { VerificationQueries } from '../../identity-verifications/verification.queries.js';
import { findMember } from '../../organizations/account.queries.js';
import { organizationName } from '../../organizations/organization.queries.js';
import { Settings } from '../../platform/config/settings.js';
import { type MailComposer } from '../../platform/mail/mail-composer.port.js';
import { MailComposers } from '../../platform/mail/mail-composers.service.js';
import { type MailMessage, type MailModel } from '../../platform/mail/mail-models.js';
import { DEFAULT_LOCALE } from '../../platform/templates/locales.js';

/** To each reviewer. It does not name the person under review. */
interface ReviewModel extends MailModel {
  organizationId: number;
  verificationId: number;
  dueAt: Date;
  /** The case at the dashboard, which only reviewers open. */
  url: string;
}

declare module '../../platform/mail/mail-models.js' {
  interface MailModels {
    'review-requested': ReviewModel;
    'review-due-soon': ReviewModel;
  }
}

export const REVIEW_MAILS = ['review-requested', 'review-due-soon'] as const;
export type ReviewMailKind = (typeof REVIEW_MAILS)[number];

export type ReviewMailIds = { verificationId: number; userId: number };

/** The mails to reviewers. No mail is sent if the verification has been decided meanwhile. */
@Injectable()
export class ReviewMails implements OnModuleInit {
  constructor(
    private readonly dataSource: DataSource,
    private readonly composers: MailComposers,
    private readonly verifications: VerificationQueries,
    private readonly settings: Settings,
  ) {}

  onModuleInit(): void {
    for (const kind of REVIEW_MAILS) this.composers.register(this.composerOf(kind));
  }

  private composerOf(kind: ReviewMailKind): MailComposer<ReviewMailIds> {
    return { kind, compose: (ids, organizationId) => this.compose(kind, ids, organizationId) };
  }

  private async compose(
    template: ReviewMailKind,
    { verificationId, userId }: ReviewMailIds,
    organizationId: number,
  ): Promise<MailMessage | null> {
    const verification = await this.verifications.find(
      this.dataSource.manager,
      organizationId,
      verificationId,
    );
    const reviewer = await findMember(this.dataSource.manager, organizationId, userId);
    if (verification?.state !== 'reviewing' || !reviewer) return null;
    const dueAt = verification.reviewDueAt!;
    return {
      to: reviewer.email,
      locale: DEFAULT_LOCALE,
      template,
      model: {
        organizationName: await organizationName(this.dataSource.manager, organizationId),
        recipientName: null,
        organizationId,
        verificationId,
        dueAt,
        url: `${this.settings.publicUrl}/dashboard/reviews/${verificationId}`,
      },
    };
  }
}
