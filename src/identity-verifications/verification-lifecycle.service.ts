import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { type QueryDeepPartialEntity } from 'typeorm/query-builder/QueryPartialEntity.js';
import { notFound } from '../common/errors.js';
import { assertMove, canMove, IllegalMoveError } from '../common/transitions.js';
import { Settings } from '../platform/config/settings.js';
import { JobQueue } from '../platform/jobs/job-queue.service.js';
import { isFinal, VERIFICATION_TRANSITIONS, type VerificationState } from './domain/verification.state.js';
import { IdentityVerification } from './identity-verification.entity.js';
import { ERASE_MEDIA } from './verification-jobs.js';
import { VerificationChanges } from './verification-changes.service.js';
import { VerificationJournal } from './verification-journal.service.js';
import { type TimedVerification, VerificationQueries } from './verification.queries.js';

const SECONDS_A_DAY = 86_400;

type Changes = QueryDeepPartialEntity<IdentityVerification>;

/** Moves verifications from state to state. Whoever calls holds the row's lock. */
@Injectable()
export class VerificationLifecycle {
  constructor(
    private readonly queries: VerificationQueries,
    private readonly journal: VerificationJournal,
    private readonly jobs: JobQueue,
    private readonly settings: Settings,
    private readonly changes: VerificationChanges,
  ) {}

  /**
   * What every visit of the person begins with: a session whose time has passed becomes expired, one that nobody had
   * opened is opened. Answers the verification as it stands afterwards.
   */
  async admit(tx: EntityManager, locked: TimedVerification): Promise<IdentityVerification> {
    const verification = await this.expireIfOverdue(tx, locked);
    return verification.state === 'pending' ? this.open(tx, verification) : verification;
  }

  /** Ends a session whose time has passed before the person's last step was received. */
  async expireIfOverdue(
    tx: EntityManager,
    { verification, timeIsUp }: TimedVerification,
  ): Promise<IdentityVerification> {
    const isOpen = canMove(VERIFICATION_TRANSITIONS, verification.state, 'expired');
    if (!isOpen || !timeIsUp || verification.submittedAt !== null) return verification;
    const expired = await this.move(tx, verification, 'expired');
    await this.journal.audit(tx, expired, 'expired');
    await this.journal.tell(tx, expired, 'identity_verification.expired');
    return expired;
  }

  /** Changes the state, and whatever changes with it; the statement names the state it leaves. */
  async move(
    tx: EntityManager,
    verification: IdentityVerification,
    to: VerificationState,
    changes: Changes = {},
  ): Promise<IdentityVerification> {
    assertMove(VERIFICATION_TRANSITIONS, verification.state, to);
    const moved = await this.change(tx, verification, { ...changes, state: to });
    if (isFinal(to)) await this.limitRetention(tx, moved);
    return moved;
  }

  /** Changes a verification that stays, or arrives, in the state that `changes` names. */
  async change(
    tx: EntityManager,
    verification: IdentityVerification,
    changes: Changes,
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

  /** Tells waiting pages to look again, after the commit. For changes to photos and challenges; `change` includes it. */
  announce(tx: EntityManager, { id }: IdentityVerification): void {
    this.changes.mark(tx, id);
  }

  /** From its end on, pictures and face descriptors are kept for so many days and no longer. */
  private async limitRetention(
    tx: EntityManager,
    { organizationId, id: verificationId }: IdentityVerification,
  ): Promise<void> {
    const runAt = { afterSeconds: this.settings.retentionDays * SECONDS_A_DAY };
    await this.jobs.enqueue(tx, { kind: ERASE_MEDIA, payload: { organizationId, verificationId }, runAt });
  }

  private async open(tx: EntityManager, verification: IdentityVerification): Promise<IdentityVerification> {
    const opened = await this.move(tx, verification, 'in_progress');
    await this.journal.record(tx, opened, 'identity_verification.started');
    return opened;
  }
}
