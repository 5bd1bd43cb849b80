import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { ActivityLog } from '../activity/activity-log.js';
import { type ActivityType, type Actor } from '../activity/domain/activity-event.js';
import { refused } from '../common/errors.js';
import { databaseTime } from '../platform/database/database-time.js';
import { Transactions } from '../platform/database/transactions.js';
import { MailQueue } from '../platform/mail/mail-queue.js';
import { type IdentityVerification } from './identity-verification.entity.js';
import { SessionOpening } from './session-opening.js';
import { verificationNotFound } from './verification.errors.js';
import { VerificationQueries } from './verification.queries.js';
import {
  type Cancellation,
  type LinkMails,
  linkMailsOf,
  memberCancellation,
} from './verification-care.queries.js';
import { VerificationJournal } from './verification-journal.js';
import { VerificationLinks } from './verification-links.js';
import { ASK_MAIL } from './verification-reviews.js';
import { LINK_MAIL } from './verification-starter.js';

/** Emails with the link of one verification within an hour. */
const MOST_MAILS_AN_HOUR = 5;

export interface LinkState {
  /** The person can still use the link. */
  isOpen: boolean;
  /** Whether a member can end it: not while a reviewer waits for what was asked again. */
  mayCancel: boolean;
  /** Until the link lapses. */
  secondsLeft: number;
  mails: LinkMails;
  /** By a member; null if none cancelled it. */
  cancelled: Cancellation | null;
}

/** What members do about a verification that waits for its person. What is no longer due changes nothing. */
@Injectable()
export class VerificationCare {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly queries: VerificationQueries,
    private readonly opening: SessionOpening,
    private readonly journal: VerificationJournal,
    private readonly links: VerificationLinks,
    private readonly mails: MailQueue,
    private readonly activity: ActivityLog,
  ) {}

  async stateOf(verification: IdentityVerification): Promise<LinkState> {
    const { manager } = this.dataSource;
    const now = await databaseTime(manager);
    const secondsLeft = Math.max(0, (verification.expiresAt.getTime() - now.getTime()) / 1_000);
    const isOpen = isWaiting(verification) && secondsLeft > 0;
    return {
      isOpen,
      mayCancel: isOpen && verification.askedPart === null,
      secondsLeft,
      mails: await linkMailsOf(manager, verification),
      cancelled: await memberCancellation(manager, verification),
    };
  }

  /**
   * Sends the person the link again.
   * @param seen - how many emails the page showed: a form that is sent twice sends one
   * @throws AppError 400 `link_closed`, or `too_many_mails` within an hour; 404
   */
  resend(by: Actor, id: number, seen: number): Promise<void> {
    return this.change(by, id, async (tx, verification) => {
      const { queued, queuedLately } = await linkMailsOf(tx, verification);
      if (queued !== seen) return null;
      if (queuedLately >= MOST_MAILS_AN_HOUR)
        throw refused(
          'too_many_mails',
          `${MOST_MAILS_AN_HOUR} emails with this link were sent within an hour`,
        );
      const { organizationId } = by;
      const kind = verification.askedPart === null ? LINK_MAIL : ASK_MAIL;
      await this.journal.audit(tx, verification, 'link_mail_queued', userOf(by));
      await this.mails.enqueue(tx, { kind, organizationId, ids: { verificationId: id } });
      return 'verification_resent';
    });
  }

  /** The link, for a member to pass on. Recorded, since anyone with it can act as the person. @throws AppError 400, 404 */
  async showLink(by: Actor, id: number): Promise<string> {
    let address = '';
    await this.change(by, id, async (tx, verification) => {
      address = this.links.sessionUrl(verification)!;
      await this.journal.audit(tx, verification, 'link_shown', userOf(by));
      return 'verification_link_shown';
    });
    return address;
  }

  /** Ends it as if its time were up: the link stops working, and there is no report. @throws AppError 400, 404 */
  cancel(by: Actor, id: number): Promise<void> {
    return this.change(by, id, async (tx, verification) => {
      if (verification.askedPart !== null) throw linkClosed();
      await this.journal.audit(tx, verification, 'cancelled', userOf(by));
      await this.opening.expire(tx, verification);
      return 'verification_cancelled';
    });
  }

  private change(
    by: Actor,
    id: number,
    work: (tx: EntityManager, verification: IdentityVerification) => Promise<ActivityType | null>,
  ): Promise<void> {
    return this.transactions.run(async (tx) => {
      const locked = await this.queries.lock(tx, by.organizationId, id);
      if (!locked) throw verificationNotFound();
      if (locked.timeIsUp || !isWaiting(locked.verification)) throw linkClosed();
      const type = await work(tx, locked.verification);
      const subject = { kind: 'identity_verification', id } as const;
      if (type) await this.activity.record(tx, { ...by, type, subject });
    });
  }
}

const isWaiting = ({ state, submittedAt }: IdentityVerification) =>
  (state === 'pending' || state === 'in_progress') && submittedAt === null;

const userOf = ({ userId }: Actor) => ({ userId });

const linkClosed = () =>
  refused('link_closed', 'This verification no longer waits for its person, so its link is of no use');
