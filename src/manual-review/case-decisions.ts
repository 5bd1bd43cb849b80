import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { ActivityLog } from '../activity/activity-log.js';
import { type ActivityType, type Actor, operatorOf } from '../activity/domain/activity-event.js';
import { invalid, notFound, refused } from '../common/errors.js';
import { textProblem } from '../common/validation/clean-text.js';
import { type IdentityVerification } from '../identity-verifications/identity-verification.entity.js';
import { REVIEWS } from '../identity-verifications/review-topic.js';
import { VerificationJournal } from '../identity-verifications/verification-journal.js';
import { getOrganization } from '../organizations/organization.queries.js';
import { Transactions } from '../platform/database/transactions.js';
import { OrganizationChanges } from '../platform/events/organization-changes.js';
import { AskAgain, type AskRequest } from './ask-again.js';
import { findInvolvement, type Involvement } from './involved-reviewers.queries.js';
import { ReviewCases } from './review-cases.js';
import { holdsClaim, releaseClaim } from './review-claim.queries.js';
import { type ActingReviewer } from './review-claims.js';
import { insertNote } from './review-note.queries.js';
import { type QueuePlace } from './review-queue.queries.js';
import { countVotes, insertVote, type ReviewResult } from './review-vote.queries.js';
import { type DecidedReview, type ReviewDecision, reviewReason, ReviewsService } from './reviews.service.js';

export const MAX_NOTE = 1_000;
/** Reviewers who must agree if the organization requires four eyes. */
const FOUR_EYES = 2;

export interface CaseDecision extends ActingReviewer {
  result: ReviewResult;
  /** 1 to 500 characters; added to the report. */
  reason: string;
}

export interface CaseDecided {
  /** False while another reviewer must still agree. */
  isFinal: boolean;
  /** The case's former place in the queue. */
  place: QueuePlace;
}

/** Decisions on cases by reviewers and the operator. */
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
   * Decides a case, or casts one of two votes. Ends the reviewer's claim.
   * @throws AppError 404 for an unknown case, 400 `not_in_review` if no decision is pending, 400 `not_claimed` unless
   * the reviewer holds the claim, 400 `involved` for one who began it, sent its request or is its person while others
   * can decide, 400 `already_voted` for a second vote of the same reviewer, 400 for a missing or
   * too long reason
   */
  async decide({ result, reason, ...reviewer }: CaseDecision): Promise<CaseDecided> {
    const words = reviewReason(reason);
    const { organizationId, verificationId, userId } = reviewer;
    return this.transactions.run(async (tx) => {
      const verification = await this.reviews.lockWaiting(tx, organizationId, verificationId);
      await assertClaim(tx, reviewer);
      const place = { reviewDueAt: verification.reviewDueAt!, id: verificationId };
      const { involvement, isKeptOut } = await findInvolvement(tx, reviewer);
      if (isKeptOut) throw refused('involved', 'Another reviewer decides this case');
      const organization = await getOrganization(tx, organizationId);
      const reviewFourEyes = verification.reviewFourEyes || organization.reviewFourEyes;
      if (!(await insertVote(tx, reviewer, { result, reason: words }, !reviewFourEyes)))
        throw refused('already_voted', 'Another reviewer must decide this case');
      const isFinal = !reviewFourEyes || (await countVotes(tx, reviewer, result)) >= FOUR_EYES;
      if (isFinal)
        await this.reviews.settle(tx, verification, { result, reason: words, userId, involvement });
      else await this.leaveAfterVote(tx, verification, reviewer, involvement);
      await this.record(tx, reviewer, isFinal ? 'review_decided' : 'review_voted', isFinal ? { result } : {});
      return { isFinal, place };
    });
  }

  /**
   * Asks the person for a part again. Ends the reviewer's claim and the round, so earlier votes no longer count.
   * @throws AppError as `AskAgain.ask` does, and 400 `not_claimed` unless the reviewer holds the claim
   */
  async requestAgain(reviewer: ActingReviewer, part: string, reason: string): Promise<QueuePlace> {
    const { organizationId, verificationId } = reviewer;
    return this.transactions.run(async (tx) => {
      const verification = await this.reviews.lockWaiting(tx, organizationId, verificationId);
      await assertClaim(tx, reviewer);
      await this.asking.ask(tx, { organizationId, verificationId, part, reason });
      await this.record(tx, reviewer, 'person_asked_again', { part, reason });
      return { reviewDueAt: verification.reviewDueAt!, id: verificationId };
    });
  }

  /** Decides a case as the operator, who needs no claim or second vote. @throws as `ReviewsService.decide` */
  async decideAsOperator(decision: ReviewDecision): Promise<DecidedReview> {
    const organizationId = await this.reviews.organizationOf(decision.verificationId);
    return this.transactions.hold(
      () => this.reviews.decide({ ...decision, organizationId }),
      (tx, { verificationId, result }) =>
        this.record(tx, { ...operatorOf(organizationId), verificationId }, 'review_decided', { result }),
    );
  }

  /** Asks the person for a part again as the operator, who needs no claim. @throws as `AskAgain.ask` */
  requestAgainAsOperator(request: AskRequest): Promise<void> {
    const { organizationId, verificationId, part, reason } = request;
    return this.transactions.run(async (tx) => {
      await this.asking.ask(tx, request);
      const operator = { ...operatorOf(organizationId), verificationId };
      await this.record(tx, operator, 'person_asked_again', { part, reason });
    });
  }

  /** Adds a note to a decided case. @throws AppError 404 for a case that is not decided, 400 for an empty or too long note */
  async note(reviewer: ActingReviewer, words: string): Promise<void> {
    const text = words.trim();
    const problem = textProblem('note', text, MAX_NOTE);
    if (problem) throw invalid({ field: 'note', message: problem });
    await this.transactions.run(async (tx) => {
      const { organizationId, verificationId } = reviewer;
      if (!(await this.cases.findDecided(organizationId, verificationId, tx)))
        throw notFound('Identity verification');
      await insertNote(tx, reviewer, text);
      await this.record(tx, reviewer, 'review_noted');
    });
  }

  private async leaveAfterVote(
    tx: EntityManager,
    verification: IdentityVerification,
    reviewer: ActingReviewer,
    involvement: Involvement | null,
  ): Promise<void> {
    const data = { userId: reviewer.userId, ...(involvement && { involvement }) };
    await this.journal.audit(tx, verification, 'review_voted', data);
    await releaseClaim(tx, reviewer);
  }

  private async record(
    tx: EntityManager,
    { organizationId, userId, address, verificationId }: Actor & { verificationId: number },
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
