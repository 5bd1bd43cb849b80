import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { VerificationQueries } from '../../identity-verifications/verification.queries.js';
import { findMember } from '../../organizations/account.queries.js';
import { getOrganization } from '../../organizations/organization.queries.js';
import { Settings } from '../../platform/config/settings.js';
import { MailComposers } from '../../platform/mail/mail-composers.js';
import { type MailMessage, type MailModel } from '../../platform/mail/mail-models.js';
import { findNoticedCases, type NoticedCase } from '../review-notice.queries.js';

/** To each reviewer, the reviewers' mailbox, or the owners. Names nobody under review. */
interface ReviewsModel extends MailModel {
  organizationId: number;
  /** When the first case must be decided. */
  dueAt: Date;
  /** Owners get the mail if there is no reviewer. */
  reader: 'reviewer' | 'owner';
  /** The case or the queue on the dashboard, which only reviewers can open; for an owner, the page for inviting reviewers. */
  url: string;
}

interface ReviewModel extends ReviewsModel {
  verificationId: number;
}

/** About two cases or more. */
interface ManyReviewsModel extends ReviewsModel {
  count: number;
}

declare module '../../platform/mail/mail-models.js' {
  interface MailModels {
    'review-requested': ReviewModel;
    'review-due-soon': ReviewModel;
    'reviews-requested': ManyReviewsModel;
    'reviews-due-soon': ManyReviewsModel;
  }
}

export type ReviewMailKind = 'reviews-requested' | 'reviews-due-soon';

/** The template for each kind if it is about one case. Versions before gathered none, and queued these as kinds. */
const SINGLE = { 'reviews-requested': 'review-requested', 'reviews-due-soon': 'review-due-soon' } as const;
const REVIEW_MAILS = ['reviews-requested', 'reviews-due-soon'] as const satisfies ReviewMailKind[];

/** A reviewer, or the organization's mailbox at the time of sending. */
export type ReviewMailRecipient = { userId: number } | Record<string, never>;

type CaseIds = { verificationId: number } & ReviewMailRecipient;
type BatchIds = { batch: string } & ReviewMailRecipient;

/** The mails to reviewers, about those cases that have not been decided in the meantime. */
@Injectable()
export class ReviewMailComposer implements OnModuleInit {
  constructor(
    private readonly dataSource: DataSource,
    private readonly composers: MailComposers,
    private readonly verifications: VerificationQueries,
    private readonly settings: Settings,
  ) {}

  onModuleInit(): void {
    for (const kind of REVIEW_MAILS) {
      this.composers.register<BatchIds>({
        kind,
        compose: async ({ batch, ...recipient }, organizationId) =>
          this.compose(kind, recipient, organizationId, await this.batched(organizationId, batch)),
      });
      this.composers.register<CaseIds>({
        kind: SINGLE[kind],
        compose: async ({ verificationId, ...recipient }, organizationId) =>
          this.compose(kind, recipient, organizationId, await this.single(organizationId, verificationId)),
      });
    }
  }

  private batched(organizationId: number, batch: string): Promise<NoticedCase[]> {
    return findNoticedCases(this.dataSource.manager, organizationId, batch);
  }

  private async single(organizationId: number, id: number): Promise<NoticedCase[]> {
    const found = await this.verifications.find(this.dataSource.manager, organizationId, id);
    return found?.state === 'reviewing' ? [{ id, dueAt: found.reviewDueAt! }] : [];
  }

  private async compose(
    kind: ReviewMailKind,
    recipient: { userId?: number },
    organizationId: number,
    cases: NoticedCase[],
  ): Promise<MailMessage | null> {
    const [first, ...others] = cases;
    const to = await this.readerOf(recipient, organizationId);
    if (!first || !to) return null;
    const { reader } = to;
    const queue = others.length === 0 ? `reviews/${first.id}` : 'reviews';
    const { name: organizationName } = await getOrganization(this.dataSource.manager, organizationId);
    const model = {
      organizationName,
      recipientName: null,
      organizationId,
      dueAt: first.dueAt,
      reader,
      url: `${this.settings.publicUrl}/dashboard/${reader === 'reviewer' ? queue : 'people/invite'}`,
    };
    return others.length === 0
      ? { to: to.email, template: SINGLE[kind], model: { ...model, verificationId: first.id } }
      : { to: to.email, template: kind, model: { ...model, count: cases.length } };
  }

  /** Null if the person is no longer a member, or the mailbox no longer exists. */
  private async readerOf(
    { userId }: { userId?: number },
    organizationId: number,
  ): Promise<(Pick<ReviewsModel, 'reader'> & { email: string }) | null> {
    const { manager } = this.dataSource;
    if (userId !== undefined) {
      const member = await findMember(manager, organizationId, userId);
      return member && { email: member.email, reader: member.isReviewer ? 'reviewer' : 'owner' };
    }
    const { reviewMailbox } = await getOrganization(manager, organizationId);
    return reviewMailbox === null ? null : { email: reviewMailbox, reader: 'reviewer' };
  }
}
