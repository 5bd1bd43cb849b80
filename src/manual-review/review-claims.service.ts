import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { ActivityLog } from '../activity/activity-log.service.js';
import { REVIEWS } from '../identity-verifications/review-topic.js';
import { VerificationQueries } from '../identity-verifications/verification.queries.js';
import { OrganizationChanges } from '../platform/events/organization-changes.service.js';
import { Transactions } from '../platform/database/transactions.js';
import {
  claimCase,
  findClaim,
  releaseClaim,
  type ReviewClaim,
  type ReviewerOfCase,
} from './review-claim.queries.js';

/** A reviewer who acts on a case, and from where. */
export interface ActingReviewer extends ReviewerOfCase {
  /** The IP address. */
  address: string;
}

/** Who looks at which case. Taking a case and leaving it is recorded, renewing the claim is not. */
@Injectable()
export class ReviewClaims {
  constructor(
    private readonly verifications: VerificationQueries,
    private readonly transactions: Transactions,
    private readonly activity: ActivityLog,
    private readonly changes: OrganizationChanges,
  ) {}

  /**
   * Claims a case that waits for a decision, or renews the reviewer's claim, unless another reviewer holds it.
   * @returns the claim that holds now; null if the case does not wait
   */
  async claim(reviewer: ActingReviewer): Promise<ReviewClaim | null> {
    return this.transactions.run(async (tx) => {
      // Of several claims at once only one takes the case.
      await this.verifications.lock(tx, reviewer.organizationId, reviewer.verificationId);
      const before = await findClaim(tx, reviewer);
      const claim = await claimCase(tx, reviewer);
      const isTaken = claim?.userId === reviewer.userId && before?.userId !== reviewer.userId;
      if (isTaken) await this.tell(tx, reviewer, 'review_claimed');
      return claim;
    });
  }

  /** Gives the reviewer's claim up, if there is one. */
  async leave(reviewer: ActingReviewer): Promise<void> {
    await this.transactions.run(async (tx) => {
      if (await releaseClaim(tx, reviewer)) await this.tell(tx, reviewer, 'review_left');
    });
  }

  private async tell(
    tx: EntityManager,
    { organizationId, userId, address, verificationId }: ActingReviewer,
    type: 'review_claimed' | 'review_left',
  ): Promise<void> {
    this.changes.mark(tx, organizationId, REVIEWS);
    const subject = { kind: 'identity_verification', id: verificationId } as const;
    await this.activity.record(tx, { organizationId, userId, address, type, subject });
  }
}
