import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { ActivityLog } from '../activity/activity-log.js';
import { REVIEWS } from '../identity-verifications/review-topic.js';
import { VerificationQueries } from '../identity-verifications/verification.queries.js';
import { Transactions } from '../platform/database/transactions.js';
import { OrganizationChanges } from '../platform/events/organization-changes.js';
import { findInvolvement, type Involvement } from './involved-reviewers.queries.js';
import {
  claimCase,
  findClaim,
  releaseClaim,
  type ReviewClaim,
  type ReviewerOfCase,
} from './review-claim.queries.js';
import { mustWaitForAnother } from './review-vote.queries.js';

export { type Involvement, type ReviewClaim };

/** A reviewer acting on a case, with their address. */
export interface ActingReviewer extends ReviewerOfCase {
  /** The IP address. */
  address: string;
}

/** Reviewers' claims on cases. Taking and leaving a case are recorded; renewing the claim is not. */
@Injectable()
export class ReviewClaims {
  constructor(
    private readonly dataSource: DataSource,
    private readonly verifications: VerificationQueries,
    private readonly transactions: Transactions,
    private readonly activity: ActivityLog,
    private readonly changes: OrganizationChanges,
  ) {}

  /**
   * Claims a pending case, or renews the reviewer's claim, unless another reviewer holds it or must decide it.
   * @returns the claim that now holds; null if there is none
   */
  async claim(reviewer: ActingReviewer): Promise<ReviewClaim | null> {
    return this.transactions.run(async (tx) => {
      // Of several concurrent claims, only one gets the case.
      await this.verifications.lock(tx, reviewer.organizationId, reviewer.verificationId);
      const before = await findClaim(tx, reviewer);
      if ((await findInvolvement(tx, reviewer)).isKeptOut) return before;
      const claim = await claimCase(tx, reviewer);
      const isTaken = claim?.userId === reviewer.userId && before?.userId !== reviewer.userId;
      if (isTaken) await this.notify(tx, reviewer, 'review_claimed');
      return claim;
    });
  }

  /** The current claim of any member; null if there is none. */
  find(reviewer: ReviewerOfCase): Promise<ReviewClaim | null> {
    return findClaim(this.dataSource.manager, reviewer);
  }

  /** Whether the reviewer has voted on the case, so another must decide it. */
  mustWaitForAnother(reviewer: ReviewerOfCase): Promise<boolean> {
    return mustWaitForAnother(this.dataSource.manager, reviewer);
  }

  /** How the reviewer is involved in the case, and whether another must therefore decide it. */
  involvement(reviewer: ReviewerOfCase): ReturnType<typeof findInvolvement> {
    return findInvolvement(this.dataSource.manager, reviewer);
  }

  /** Releases the reviewer's claim, if any. */
  async leave(reviewer: ActingReviewer): Promise<void> {
    await this.transactions.run(async (tx) => {
      if (await releaseClaim(tx, reviewer)) await this.notify(tx, reviewer, 'review_left');
    });
  }

  private async notify(
    tx: EntityManager,
    { organizationId, userId, address, verificationId }: ActingReviewer,
    type: 'review_claimed' | 'review_left',
  ): Promise<void> {
    this.changes.mark(tx, organizationId, REVIEWS);
    const subject = { kind: 'identity_verification', id: verificationId } as const;
    await this.activity.record(tx, { organizationId, userId, address, type, subject });
  }
}
