import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { VerificationQueries } from '../identity-verifications/verification.queries.js';
import {
  type DecidedCase,
  findDecided,
  findNextCase,
  findQueue,
  type QueuedCase,
  type QueuePlace,
  summarizeQueue,
} from './review-queue.queries.js';

export { type QueuePlace };

/** A reviewer of an organization. */
interface Reviewer {
  organizationId: number;
  userId: number;
}

/** The cases pending a decision, most urgent first. */
@Injectable()
export class ReviewQueue {
  constructor(
    private readonly dataSource: DataSource,
    private readonly verifications: VerificationQueries,
  ) {}

  /** @param limit - maximum number of cases */
  list(reviewer: Reviewer, limit: number): Promise<QueuedCase[]> {
    return findQueue(this.dataSource.manager, { ...reviewer, limit });
  }

  /** Recently decided cases, newest first. */
  decidedLately(organizationId: number, limit: number): Promise<DecidedCase[]> {
    return findDecided(this.dataSource.manager, organizationId, limit);
  }

  /** The number of pending cases, counted up to `most`, and the earliest deadline; null if there are none. */
  summary(organizationId: number, most: number): Promise<{ waiting: number; firstDueAt: Date | null }> {
    return summarizeQueue(this.dataSource.manager, organizationId, most);
  }

  /** The next case that this reviewer can decide, after a place or from the beginning; null if there is none. */
  next({ organizationId, userId }: Reviewer, after: QueuePlace | null): Promise<number | null> {
    return findNextCase(this.dataSource.manager, { organizationId, userId, after });
  }

  /** The place of a case; null unless it is pending. */
  async placeOf(organizationId: number, id: number): Promise<QueuePlace | null> {
    const verification = await this.verifications.find(this.dataSource.manager, organizationId, id);
    return verification?.reviewDueAt ? { reviewDueAt: verification.reviewDueAt, id } : null;
  }
}
