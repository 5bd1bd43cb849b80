import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { canMove } from '../common/transitions.js';
import { VERIFICATION_TRANSITIONS } from './domain/verification.state.js';
import { type IdentityVerification } from './identity-verification.entity.js';
import { type TimedVerification } from './verification.queries.js';
import { VerificationJournal } from './verification-journal.js';
import { VerificationLifecycle } from './verification-lifecycle.js';
import { VerificationReviews } from './verification-reviews.js';

/** Opens sessions, and ends those whose time is up. Callers hold the row's lock. */
@Injectable()
export class SessionOpening {
  constructor(
    private readonly lifecycle: VerificationLifecycle,
    private readonly reviews: VerificationReviews,
    private readonly journal: VerificationJournal,
  ) {}

  /**
   * Called at the start of each visit: ends an overdue session, and opens an unopened one.
   * @returns the verification in its new state
   */
  async admit(tx: EntityManager, locked: TimedVerification): Promise<IdentityVerification> {
    const verification = await this.endIfOverdue(tx, locked);
    return verification.state === 'pending' ? this.open(tx, verification) : verification;
  }

  /**
   * Expires a session whose time ran out before the person's last step was received. If a reviewer had asked the person
   * again, the verification returns to the reviewers instead.
   */
  async endIfOverdue(
    tx: EntityManager,
    { verification, timeIsUp }: TimedVerification,
  ): Promise<IdentityVerification> {
    const isOpen = canMove(VERIFICATION_TRANSITIONS, verification.state, 'expired');
    if (!isOpen || !timeIsUp || verification.submittedAt !== null) return verification;
    if (verification.askedPart) return this.reviews.resume(tx, verification, 'ask_lapsed');
    return this.expire(tx, verification);
  }

  /** Ends a session that the person has not finished. */
  async expire(tx: EntityManager, verification: IdentityVerification): Promise<IdentityVerification> {
    const expired = await this.lifecycle.move(tx, verification, 'expired');
    await this.journal.audit(tx, expired, 'expired');
    await this.journal.publish(tx, expired, 'identity_verification.expired');
    return expired;
  }

  private async open(tx: EntityManager, verification: IdentityVerification): Promise<IdentityVerification> {
    const opened = await this.lifecycle.move(tx, verification, 'in_progress');
    await this.journal.record(tx, opened, 'identity_verification.started');
    return opened;
  }
}
