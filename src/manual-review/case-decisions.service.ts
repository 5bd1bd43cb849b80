import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { ActivityLog } from '../activity/activity-log.service.js';
import { type ActivityType } from '../activity/domain/activity-event.js';
import { invalid, notFound, refused } from '../common/errors.js';
import { textProblem } from '../common/validation/clean-text.js';
import { type IdentityVerification } from '../identity-verifications/identity-verification.entity.js';
import { VerificationJournal } from '../identity-verifications/verification-journal.service.js';
import { REVIEWS } from '../identity-verifications/review-topic.js';
import { getOrganization } from '../organizations/organization.queries.js';
import { OrganizationChanges } from '../platform/events/organization-changes.service.js';
import { Transactions } from '../platform/database/transactions.js';
import { AskAgain } from './ask-again.service.js';
import { holdsClaim, releaseClaim } from './review-claim.queries.js';
import { type ActingReviewer } from './review-claims.service.js';
import { insertNote } from './review-note.queries.js';
import { type QueuePlace } from './review-queue.queries.js';
import { countVotes, insertVote, type ReviewResult } from './review-vote.queries.js';
import { ReviewCases } from './review-cases.service.js';
import { reviewReason, ReviewsService } from './reviews.service.js';

export const MAX_NOTE = 1_000;
/** Reviewers who must agree, where the organization requires four eyes. */
const FOUR_EYES = 2;

export interface CaseDecision extends ActingReviewer {
  result: ReviewResult;
  /** 1 to 500 characters; added to the report. */
  reason: string;
}

export interface CaseDecided {
  /** False while another reviewer must still agree. */
  isFinal: boolean;
  /** Where the case was in the queue. */
  place: QueuePlace;
}

/** Decisions of reviewers on their cases. */
@Injectable()
export class CaseDecisions {
  constructor(
    private readonly transactions: Transactions,
    private readonly reviews: ReviewsService,
    private readonly asking: AskAgain,
    private readonly cases: ReviewCases,
    private readonly journal: VerificationJournal,
    private readonly activity: ActivityLog,
    private readonly changes: OrganizationChanges,
  ) {}

  /**
   * Decides a case, or gives one of two votes. The reviewer's claim ends with it.
   * @throws AppError 404 for an unknown case, 400 `not_in_review` if it does not wait for a decision, 400 `not_claimed`
   * unless the reviewer holds the claim, 400 `already_voted` for a second vote of the same reviewer, 400 for a missing or
   * too long reason
   */
  async decide({ result, reason, ...reviewer }: CaseDecision): Promise<CaseDecided> {
    const words = reviewReason(reason);
    const { organizationId, verificationId, userId } = reviewer;
    return this.transactions.run(async (tx) => {
      const verification = await this.reviews.lockWaiting(tx, organizationId, verificationId);
      await assertClaim(tx, reviewer);
      const place = { reviewDueAt: verification.reviewDueAt!, id: verificationId };
      const { reviewFourEyes } = await getOrganization(tx, organizationId);
      if (!(await insertVote(tx, reviewer, { result, reason: words }, !reviewFourEyes)))
        throw refused('already_voted', 'Another reviewer must decide this case');
      const isFinal = !reviewFourEyes || (await countVotes(tx, reviewer, result)) >= FOUR_EYES;
      if (isFinal) await this.reviews.settle(tx, verification, { result, reason: words, userId });
      else await this.leaveAfterVote(tx, verification, reviewer);
      await this.record(tx, reviewer, isFinal ? 'review_decided' : 'review_voted', isFinal ? { result } : {});
      return { isFinal, place };
    });
  }

  /**
   * Asks the person for a part again. The reviewer's claim ends with it, and so does the round: votes so far do not count.
   * @throws AppError as `AskAgain.ask` does, and 400 `not_claimed` unless the reviewer holds the claim
   */
  async askAgain(reviewer: ActingReviewer, part: string, reason: string): Promise<QueuePlace> {
    const { organizationId, verificationId } = reviewer;
    return this.transactions.run(async (tx) => {
      const verification = await this.reviews.lockWaiting(tx, organizationId, verificationId);
      await assertClaim(tx, reviewer);
      await this.asking.ask(tx, { organizationId, verificationId, part, reason });
      await this.record(tx, reviewer, 'person_asked_again', { part, reason });
      return { reviewDueAt: verification.reviewDueAt!, id: verificationId };
    });
  }

  /** Adds a note to a decided case. @throws AppError 404 for a case that is not decided, 400 for an empty or too long note */
  async note(reviewer: ActingReviewer, words: string): Promise<void> {
    const text = words.trim();
    const problem = textProblem('note', text, MAX_NOTE);
    if (problem) throw invalid({ field: 'note', message: problem });
    await this.transactions.run(async (tx) => {
      const { organizationId, verificationId } = reviewer;
      if (!(await this.cases.findDecided(tx, organizationId, verificationId)))
        throw notFound('Identity verification');
      await insertNote(tx, reviewer, text);
      await this.record(tx, reviewer, 'review_noted');
    });
  }

  private async leaveAfterVote(
    tx: EntityManager,
    verification: IdentityVerification,
    reviewer: ActingReviewer,
  ): Promise<void> {
    await this.journal.audit(tx, verification, 'review_voted', { userId: reviewer.userId });
    await releaseClaim(tx, reviewer);
  }

  private async record(
    tx: EntityManager,
    { organizationId, userId, address, verificationId }: ActingReviewer,
    type: ActivityType,
    data: Record<string, unknown> = {},
  ): Promise<void> {
    this.changes.mark(tx, organizationId, REVIEWS);
    const subject = { kind: 'identity_verification', id: verificationId } as const;
    await this.activity.record(tx, { organizationId, userId, address, type, subject, data });
  }
}

async function assertClaim(tx: EntityManager, reviewer: ActingReviewer): Promise<void> {
  if (!(await holdsClaim(tx, reviewer)))
    throw refused('not_claimed', 'Another reviewer is reviewing this case');
}
