import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { refused } from '../common/errors.js';
import { hasFourEyes } from '../organizations/organization.queries.js';
import { JobQueue } from '../platform/jobs/job-queue.js';
import { MailQueue } from '../platform/mail/mail-queue.js';
import { askableParts, type AskedPart, type AskReason } from './domain/asked-part.js';
import { type IdentityVerification } from './identity-verification.entity.js';
import {
  EXPIRE_VERIFICATION,
  REMIND_OF_REVIEW,
  REQUEST_REVIEW,
  TIME_OUT_REVIEW,
} from './verification-job.kinds.js';
import { VerificationJournal } from './verification-journal.js';
import { VerificationLifecycle } from './verification-lifecycle.js';
import { VerificationLinks } from './verification-links.js';

/** The time that reviewers have to decide, and when they are reminded. */
const REVIEW_HOURS = 24;
const REMINDER_HOURS_BEFORE = 4;
const REMINDER_AFTER_SECONDS = (REVIEW_HOURS - REMINDER_HOURS_BEFORE) * 3_600;
/** The time a person has when asked again. */
const ASK_HOURS = 24;

/** The kind of mail that asks the person again. */
export const ASK_MAIL = 'verification.asked-again';

/** Hands verifications to the reviewers, and back to the person. Callers hold the row's lock. */
@Injectable()
export class VerificationReviews {
  constructor(
    private readonly lifecycle: VerificationLifecycle,
    private readonly journal: VerificationJournal,
    private readonly links: VerificationLinks,
    private readonly jobs: JobQueue,
    private readonly mails: MailQueue,
  ) {}

  /** Starts waiting for a reviewer: notifies them and starts their timers. The report is already written. */
  async begin(tx: EntityManager, verification: IdentityVerification): Promise<IdentityVerification> {
    const waiting = await this.lifecycle.move(tx, verification, 'reviewing', {
      askedPart: null,
      askReason: null,
      submittedAt: () => 'coalesce(submitted_at, app_now())',
      reviewDueAt: () => `app_now() + interval '${REVIEW_HOURS} hours'`,
      // A rule that is dropped later holds for the cases that it was made for.
      reviewFourEyes: () => `review_four_eyes or ${hasFourEyes('organization_id')}`,
    });
    const { organizationId, id: verificationId, reviewRound: round } = waiting;
    const payload = { organizationId, verificationId, round };
    await this.journal.audit(tx, waiting, 'review_requested');
    await this.jobs.enqueueMany(tx, [
      { kind: REQUEST_REVIEW, payload },
      { kind: REMIND_OF_REVIEW, payload, runAt: { afterSeconds: REMINDER_AFTER_SECONDS } },
      { kind: TIME_OUT_REVIEW, payload, runAt: waiting.reviewDueAt! },
    ]);
    return waiting;
  }

  /**
   * Asks the person for a part again: the session opens for 24 hours with a new link, which is mailed.
   * @throws AppError 400 `not_askable` for a part that the verification lacks or that was asked for before
   */
  async askAgain(
    tx: EntityManager,
    verification: IdentityVerification,
    part: AskedPart,
    reason: AskReason,
  ): Promise<IdentityVerification> {
    if (!askableParts(verification).includes(part))
      throw refused(
        'not_askable',
        `This verification has no ${part}, or the person was already asked for it again`,
      );
    const { tokenHash, tokenSealed } = this.links.issue(verification.sessionId);
    const asked = await this.lifecycle.move(tx, verification, 'in_progress', {
      tokenHash,
      tokenSealed,
      expiresAt: () => `app_now() + interval '${ASK_HOURS} hours'`,
      submittedAt: null,
      reviewDueAt: null,
      askedParts: [...verification.askedParts, part],
      askedPart: part,
      askReason: reason,
    });
    await this.journal.audit(tx, asked, 'asked_again', { part, reason });
    const { organizationId, id: verificationId } = asked;
    const payload = { organizationId, verificationId };
    await this.jobs.enqueue(tx, { kind: EXPIRE_VERIFICATION, payload, runAt: asked.expiresAt });
    await this.journal.audit(tx, asked, 'link_mail_queued');
    await this.mails.enqueue(tx, { kind: ASK_MAIL, organizationId, ids: { verificationId } });
    return asked;
  }

  /** The person did not send what was asked for: reviewers continue with what they had, and get 24 hours again. */
  async resume(
    tx: EntityManager,
    verification: IdentityVerification,
    why: 'ask_lapsed' | 'ask_cancelled',
  ): Promise<IdentityVerification> {
    await this.journal.audit(tx, verification, why);
    return this.begin(tx, verification);
  }
}
