import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { invalid, notFound, refused } from '../common/errors.js';
import { textProblem } from '../common/validation/clean-text.js';
import { type DocumentType } from '../identity-verifications/domain/document-type.js';
import { type VerificationMethod } from '../identity-verifications/domain/verification-method.js';
import { type IdentityVerification } from '../identity-verifications/identity-verification.entity.js';
import { VerificationQueries } from '../identity-verifications/verification.queries.js';
import { VerificationJournal } from '../identity-verifications/verification-journal.js';
import { VerificationOutcomes } from '../identity-verifications/verification-outcomes.js';
import { Transactions } from '../platform/database/transactions.js';
import { type Involvement } from './involved-reviewers.queries.js';
import { endClaim } from './review-claim.queries.js';
import { type ReviewResult } from './review-vote.queries.js';

export const MAX_REASON = 500;

/** A verification pending a reviewer's decision. */
export interface WaitingReview {
  verificationId: number;
  email: string;
  /** As given by the caller; empty if none was given. */
  name: string;
  documentType: DocumentType | null;
  verificationMethod: VerificationMethod;
  /** Why the checks could not decide. */
  reasons: string[];
  createdAt: string;
  /** The verification is rejected if undecided by then. */
  reviewDueAt: string;
}

export interface ReviewDecision {
  /** Restricts the decision to one organization; the command line leaves it out. */
  organizationId?: number;
  verificationId: number;
  approve: boolean;
  /** The reviewer's own words, 1 to 500 characters; added to the report. */
  reason: string;
}

export interface DecidedReview {
  verificationId: number;
  status: 'completed' | 'failed';
  result: ReviewResult;
}

interface Settlement {
  result: ReviewResult;
  reason: string;
  userId?: number;
  /** How the reviewer is involved, where nobody else could decide. */
  involvement?: Involvement | null;
}

/** Pending reviews and their decisions. */
@Injectable()
export class ReviewsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly verifications: VerificationQueries,
    private readonly outcomes: VerificationOutcomes,
    private readonly journal: VerificationJournal,
  ) {}

  /** The organization's pending reviews, most urgent first. */
  async list(organizationId: number): Promise<WaitingReview[]> {
    const waiting = await this.verifications.waitingForReview(this.dataSource.manager, organizationId);
    return waiting.map(({ verification, reasons }) => toWaitingReview(verification, reasons));
  }

  /**
   * Ends a review. The first decision stands, whether a reviewer's or the timer's.
   * @throws AppError 404 for an unknown verification, 400 `not_in_review` if no decision is pending, 400 for a missing
   * or too long reason
   */
  async decide({ organizationId, verificationId, approve, reason }: ReviewDecision): Promise<DecidedReview> {
    const words = reviewReason(reason);
    const owner = organizationId ?? (await this.organizationOf(verificationId));
    const result = approve ? 'approved' : 'rejected';
    return this.transactions.run(async (tx) => {
      const verification = await this.lockWaiting(tx, owner, verificationId);
      await this.settle(tx, verification, { result, reason: words });
      return { verificationId, status: approve ? 'completed' : 'failed', result };
    });
  }

  /**
   * Locks a verification pending a decision until the transaction ends.
   * @throws AppError 404, or 400 `not_in_review`
   */
  async lockWaiting(
    tx: EntityManager,
    organizationId: number,
    verificationId: number,
  ): Promise<IdentityVerification> {
    const locked = await this.verifications.lock(tx, organizationId, verificationId);
    if (!locked) throw notFound('Identity verification');
    if (locked.verification.state !== 'reviewing')
      throw refused('not_in_review', 'This identity verification is not waiting for a decision');
    return locked.verification;
  }

  /** Ends the review of a locked verification. `userId` names the reviewer; the operator has none. */
  async settle(
    tx: EntityManager,
    verification: IdentityVerification,
    { result, reason, userId, involvement }: Settlement,
  ): Promise<void> {
    await this.journal.audit(tx, verification, 'review_decided', {
      result,
      ...(userId && { userId }),
      ...(involvement && { involvement }),
    });
    await this.outcomes.settleReview(tx, verification, result, reason);
    await endClaim(tx, verification);
  }

  /** The organization of a verification, for the command line. @throws AppError 404 */
  async organizationOf(id: number): Promise<number> {
    const organizationId = await this.verifications.organizationOf(this.dataSource.manager, id);
    if (organizationId === null) throw notFound('Identity verification');
    return organizationId;
  }
}

/** The trimmed reason. @throws AppError 400 for a missing or too long one */
export function reviewReason(reason: string): string {
  const words = reason.trim();
  const problem = textProblem('reason', words, MAX_REASON);
  if (problem) throw invalid({ field: 'reason', message: problem });
  return words;
}

function toWaitingReview(verification: IdentityVerification, reasons: string[]): WaitingReview {
  const { id, email, fullName, documentType, verificationMethod, createdAt, reviewDueAt } = verification;
  return {
    verificationId: id,
    email,
    name: fullName,
    documentType,
    verificationMethod,
    reasons,
    createdAt: createdAt.toISOString(),
    reviewDueAt: reviewDueAt!.toISOString(),
  };
}
