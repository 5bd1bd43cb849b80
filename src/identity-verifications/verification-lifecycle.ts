import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { type QueryDeepPartialEntity } from 'typeorm/query-builder/QueryPartialEntity.js';
import { notFound } from '../common/errors.js';
import { assertMove, IllegalMoveError } from '../common/transitions.js';
import { OrganizationChanges } from '../platform/events/organization-changes.js';
import { JobQueue } from '../platform/jobs/job-queue.js';
import { isFinal, VERIFICATION_TRANSITIONS, type VerificationState } from './domain/verification.state.js';
import { IdentityVerification } from './identity-verification.entity.js';
import { Retention } from './retention.js';
import { REVIEWS } from './review-topic.js';
import { VerificationQueries } from './verification.queries.js';
import { VerificationChanges } from './verification-changes.js';
import { ERASE_MEDIA } from './verification-job.kinds.js';
import { VERIFICATIONS } from './verification-topic.js';

const SECONDS_A_DAY = 86_400;

/** Everything except the state, which only `move` changes. */
type Changes = Omit<QueryDeepPartialEntity<IdentityVerification>, 'state' | 'status'>;

/** The only place that changes a verification's state. Callers hold the row's lock. */
@Injectable()
export class VerificationLifecycle {
  constructor(
    private readonly queries: VerificationQueries,
    private readonly jobs: JobQueue,
    private readonly retention: Retention,
    private readonly changes: VerificationChanges,
    private readonly organizationChanges: OrganizationChanges,
  ) {}

  /**
   * Changes the state, together with `changes`.
   * @throws IllegalMoveError for a move not in the state table, or if the state has changed meanwhile
   */
  async move(
    tx: EntityManager,
    verification: IdentityVerification,
    to: VerificationState,
    changes: Changes = {},
  ): Promise<IdentityVerification> {
    assertMove(VERIFICATION_TRANSITIONS, verification.state, to);
    const moved = await this.write(tx, verification, { ...changes, state: to });
    this.organizationChanges.mark(tx, moved.organizationId, VERIFICATIONS);
    if (verification.state === 'reviewing' || to === 'reviewing')
      this.organizationChanges.mark(tx, moved.organizationId, REVIEWS);
    if (isFinal(to)) await this.limitRetention(tx, moved);
    return moved;
  }

  /**
   * Changes a verification that stays in its state.
   * @throws IllegalMoveError if the state changed meanwhile
   */
  async change(
    tx: EntityManager,
    verification: IdentityVerification,
    changes: Changes,
  ): Promise<IdentityVerification> {
    return this.write(tx, verification, changes);
  }

  /** Makes waiting pages check again after the commit. For changes to photos and challenges; `change` includes it. */
  announce(tx: EntityManager, { id }: IdentityVerification): void {
    this.changes.mark(tx, id);
  }

  /** The statement names the expected state, so a lost race changes nothing. */
  private async write(
    tx: EntityManager,
    verification: IdentityVerification,
    changes: QueryDeepPartialEntity<IdentityVerification>,
  ): Promise<IdentityVerification> {
    const { id, organizationId, state } = verification;
    const guard = { id, organizationId, state };
    const { affected } = await tx.update(IdentityVerification, guard, {
      ...changes,
      updatedAt: () => 'app_now()',
    });
    if (affected !== 1) throw new IllegalMoveError(`verification ${id} is no longer ${state}`);
    this.announce(tx, verification);
    const changed = await this.queries.find(tx, organizationId, id);
    if (!changed) throw notFound('Identity verification');
    return changed;
  }

  /** Schedules the erasure of pictures and face descriptors after the organization's retention period. */
  private async limitRetention(
    tx: EntityManager,
    { organizationId, id: verificationId }: IdentityVerification,
  ): Promise<void> {
    const runAt = { afterSeconds: (await this.retention.daysOf(organizationId, tx)) * SECONDS_A_DAY };
    await this.jobs.enqueue(tx, { kind: ERASE_MEDIA, payload: { organizationId, verificationId }, runAt });
  }
}
