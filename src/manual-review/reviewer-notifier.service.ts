import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { type ReviewJob } from '../identity-verifications/verification-job.kinds.js';
import { VerificationJournal } from '../identity-verifications/verification-journal.service.js';
import { VerificationQueries } from '../identity-verifications/verification.queries.js';
import { UsersService } from '../organizations/users.service.js';
import { MailQueue } from '../platform/mail/mail-queue.service.js';
import { type ReviewMailKind } from './mails/review-mail.composer.js';

/** Queues a mail to each reviewer. */
@Injectable()
export class ReviewerNotifier {
  constructor(
    private readonly users: UsersService,
    private readonly verifications: VerificationQueries,
    private readonly journal: VerificationJournal,
    private readonly mails: MailQueue,
  ) {}

  async notify(tx: EntityManager, job: ReviewJob, kind: ReviewMailKind): Promise<void> {
    const { organizationId, verificationId, round = 1 } = job;
    const locked = await this.verifications.lock(tx, organizationId, verificationId);
    if (locked?.verification.state !== 'reviewing' || locked.verification.reviewRound !== round) return;
    for (const { id: userId } of await this.users.reviewers(tx, organizationId)) {
      await this.mails.enqueue(tx, { kind, organizationId, ids: { verificationId, userId } });
    }
    if (kind === 'review-due-soon') await this.journal.audit(tx, locked.verification, 'review_reminded');
  }
}
