import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { type IdentityVerification } from '../identity-verifications/identity-verification.entity.js';
import { VerificationQueries } from '../identity-verifications/verification.queries.js';
import { type ReviewJobPayload } from '../identity-verifications/verification-job.kinds.js';
import { VerificationJournal } from '../identity-verifications/verification-journal.js';
import {
  beginReviewHour,
  endReviewHour,
  getOrganization,
  lockReviewHour,
} from '../organizations/organization.queries.js';
import { UsersService } from '../organizations/users.service.js';
import { JobQueue } from '../platform/jobs/job-queue.js';
import { MailQueue } from '../platform/mail/mail-queue.js';
import { type ReviewMailKind, type ReviewMailRecipient } from './mails/review-mail.composer.js';
import { MAIL_HOUR_OF_REVIEWS, type ReviewHourJobPayload } from './review-job.kinds.js';
import { addNotices, findNoticedCases, forgetNotices } from './review-notice.queries.js';

/** Those whose reminder is due this soon are in the same mail. */
const REMINDED_TOGETHER_MINUTES = 10;
const REMINDER_MINUTES_BEFORE = 4 * 60;

/** Queues the mails about reviews: to each reviewer, a team's mailbox or nobody, as the organization has set. */
@Injectable()
export class ReviewerNotifier {
  constructor(
    private readonly users: UsersService,
    private readonly verifications: VerificationQueries,
    private readonly journal: VerificationJournal,
    private readonly jobs: JobQueue,
    private readonly mails: MailQueue,
  ) {}

  /** Mails at once about a case, which begins an hour; those of that hour wait for its end. */
  async request(tx: EntityManager, job: ReviewJobPayload): Promise<void> {
    const { organizationId } = job;
    const waiting = await this.lockWaiting(tx, job);
    if (!waiting || (await this.recipientsIn(tx, organizationId)).length === 0) return;
    const running = await lockReviewHour(tx, organizationId);
    const batch = running?.toISOString() ?? randomUUID();
    const added = await addNotices(tx, { organizationId, mail: 'requested', batch }, [waiting]);
    if (running || added.length === 0) return;
    await this.send(tx, organizationId, 'reviews-requested', batch);
    await forgetNotices(tx, organizationId);
    const end = await beginReviewHour(tx, organizationId);
    const payload: ReviewHourJobPayload = { organizationId, endsAt: end.toISOString() };
    await this.jobs.enqueue(tx, { kind: MAIL_HOUR_OF_REVIEWS, payload, runAt: end });
  }

  /** Mails about the cases of an hour that still wait at its end. */
  async mailHour(tx: EntityManager, { organizationId, endsAt }: ReviewHourJobPayload): Promise<void> {
    await endReviewHour(tx, organizationId, endsAt);
    const cases = await findNoticedCases(tx, organizationId, endsAt);
    if (cases.length > 0) await this.send(tx, organizationId, 'reviews-requested', endsAt);
  }

  /** Mails about a case whose time is nearly over, and all others that are as near their end. Not to be run twice at once. */
  async remind(tx: EntityManager, job: ReviewJobPayload): Promise<void> {
    const { organizationId } = job;
    const waiting = await this.lockWaiting(tx, job);
    if (!waiting || (await this.recipientsIn(tx, organizationId)).length === 0) return;
    const soon = REMINDER_MINUTES_BEFORE + REMINDED_TOGETHER_MINUTES;
    const due = [waiting, ...(await this.verifications.lockReviewsDueWithin(tx, organizationId, soon))];
    const batch = randomUUID();
    const added = await addNotices(tx, { organizationId, mail: 'due_soon', batch }, due);
    for (const id of added) await this.journal.audit(tx, { organizationId, id }, 'review_reminded');
    if (added.length > 0) await this.send(tx, organizationId, 'reviews-due-soon', batch);
  }

  /** Null if the case does not wait any more, or in another round. */
  private async lockWaiting(
    tx: EntityManager,
    { organizationId, verificationId, round = 1 }: ReviewJobPayload,
  ): Promise<IdentityVerification | null> {
    const locked = await this.verifications.lock(tx, organizationId, verificationId);
    const isWaiting = locked?.verification.state === 'reviewing' && locked.verification.reviewRound === round;
    return isWaiting ? locked.verification : null;
  }

  private async send(
    tx: EntityManager,
    organizationId: number,
    kind: ReviewMailKind,
    batch: string,
  ): Promise<void> {
    for (const recipient of await this.recipientsIn(tx, organizationId))
      await this.mails.enqueue(tx, { kind, organizationId, ids: { batch, ...recipient } });
  }

  private async recipientsIn(tx: EntityManager, organizationId: number): Promise<ReviewMailRecipient[]> {
    const { reviewMails } = await getOrganization(tx, organizationId);
    if (reviewMails === 'nobody') return [];
    if (reviewMails === 'mailbox') return [{}];
    return (await this.users.reviewers(tx, organizationId)).map(({ id: userId }) => ({ userId }));
  }
}
