import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { type ReviewJobPayload } from '../identity-verifications/verification-job.kinds.js';
import { VerificationJournal } from '../identity-verifications/verification-journal.service.js';
import { VerificationQueries } from '../identity-verifications/verification.queries.js';
import { getOrganization } from '../organizations/organization.queries.js';
import { UsersService } from '../organizations/users.service.js';
import { MailQueue } from '../platform/mail/mail-queue.service.js';
import { type ReviewMailKind, type ReviewMailRecipient } from './mails/review-mail.composer.js';

/** Queues the mails about a review: to each reviewer, to a team's mailbox or to nobody, as the organization has it. */
@Injectable()
export class ReviewerNotifier {
  constructor(
    private readonly users: UsersService,
    private readonly verifications: VerificationQueries,
    private readonly journal: VerificationJournal,
    private readonly mails: MailQueue,
  ) {}

  async notify(tx: EntityManager, job: ReviewJobPayload, kind: ReviewMailKind): Promise<void> {
    const { organizationId, verificationId, round = 1 } = job;
    const locked = await this.verifications.lock(tx, organizationId, verificationId);
    if (locked?.verification.state !== 'reviewing' || locked.verification.reviewRound !== round) return;
    const recipients = await this.recipientsIn(tx, organizationId);
    for (const recipient of recipients)
      await this.mails.enqueue(tx, { kind, organizationId, ids: { verificationId, ...recipient } });
    if (recipients.length > 0 && kind === 'review-due-soon')
      await this.journal.audit(tx, locked.verification, 'review_reminded');
  }

  private async recipientsIn(tx: EntityManager, organizationId: number): Promise<ReviewMailRecipient[]> {
    const { reviewMails } = await getOrganization(tx, organizationId);
    if (reviewMails === 'nobody') return [];
    if (reviewMails === 'mailbox') return [{}];
    return (await this.users.reviewers(tx, organizationId)).map(({ id: userId }) => ({ userId }));
  }
}
