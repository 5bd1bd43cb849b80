import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { VerificationQueries } from '../../identity-verifications/verification.queries.js';
import { findMember } from '../../organizations/account.queries.js';
import { getOrganization, organizationName } from '../../organizations/organization.queries.js';
import { Settings } from '../../platform/config/settings.js';
import { type MailComposer } from '../../platform/mail/mail-composer.port.js';
import { MailComposers } from '../../platform/mail/mail-composers.service.js';
import { type MailMessage, type MailModel } from '../../platform/mail/mail-models.js';

/** To each reviewer, to their mailbox, or to owners. It does not name the person under review. */
interface ReviewModel extends MailModel {
  organizationId: number;
  verificationId: number;
  dueAt: Date;
  /** Owners are told while there is no reviewer. */
  reader: 'reviewer' | 'owner';
  /** The case at the dashboard, which only reviewers open; for an owner, where reviewers are invited. */
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

/** A reviewer, or the mailbox that the organization has when the mail is sent. */
export type ReviewMailRecipient = { userId: number } | Record<string, never>;

export type ReviewMailIds = { verificationId: number } & ReviewMailRecipient;

/** The mails to reviewers. No mail is sent if the verification has been decided in the meantime. */
@Injectable()
export class ReviewMailComposer implements OnModuleInit {
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
    { verificationId, ...recipient }: ReviewMailIds,
    organizationId: number,
  ): Promise<MailMessage | null> {
    const verification = await this.verifications.find(
      this.dataSource.manager,
      organizationId,
      verificationId,
    );
    const to = await this.readerOf(recipient, organizationId);
    if (verification?.state !== 'reviewing' || !to) return null;
    const dueAt = verification.reviewDueAt!;
    const path = to.reader === 'reviewer' ? `reviews/${verificationId}` : 'people/invite';
    return {
      to: to.email,
      template,
      model: {
        organizationName: await organizationName(this.dataSource.manager, organizationId),
        recipientName: null,
        organizationId,
        verificationId,
        dueAt,
        reader: to.reader,
        url: `${this.settings.publicUrl}/dashboard/${path}`,
      },
    };
  }

  /** Null for someone who is no longer a member, or if there is no longer a mailbox. */
  private async readerOf(
    recipient: Partial<ReviewMailIds>,
    organizationId: number,
  ): Promise<(Pick<ReviewModel, 'reader'> & { email: string }) | null> {
    const { manager } = this.dataSource;
    if (recipient.userId !== undefined) {
      const member = await findMember(manager, organizationId, recipient.userId);
      return member && { email: member.email, reader: member.role === 'reviewer' ? 'reviewer' : 'owner' };
    }
    const { reviewMailbox } = await getOrganization(manager, organizationId);
    return reviewMailbox === null ? null : { email: reviewMailbox, reader: 'reviewer' };
  }
}
