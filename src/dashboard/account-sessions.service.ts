import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { ActivityLog } from '../activity/activity-log.service.js';
import { type ActivityEntry } from '../activity/domain/activity-event.js';
import { notFound } from '../common/errors.js';
import { AccountChanges } from '../organizations/account-changes.service.js';
import { Transactions } from '../platform/database/transactions.js';
import { endSession, endSessions, type SignedIn, switchSession } from './dashboard-session.queries.js';
import { actorOf } from './domain/actor-of.js';
import { forgetBrowserOf } from './known-browser.queries.js';

/** A session, and where its present request comes from. */
type Visit = SignedIn & { address: string };

/**
 * Ends the sessions of an account, and moves one between organizations. What a session has open ends with it, in every
 * process.
 */
@Injectable()
export class AccountSessions {
  constructor(
    private readonly transactions: Transactions,
    private readonly activity: ActivityLog,
    private readonly changes: AccountChanges,
  ) {}

  /** Ends one's own session. */
  signOut(visit: Visit): Promise<void> {
    return this.transactions.run(async (tx) => {
      this.changes.mark(tx, visit.accountId);
      await endSession(tx, visit.accountId, visit.sessionId);
      const subject = { kind: 'session', id: visit.sessionId } as const;
      await this.activity.record(tx, { ...actorOf(visit), type: 'signed_out', subject });
    });
  }

  /** Its browser is then unknown. @throws AppError 404 if the account has no such session */
  end(visit: Visit, id: number): Promise<void> {
    return this.transactions.run(async (tx) => {
      this.changes.mark(tx, visit.accountId);
      await forgetBrowserOf(tx, visit.accountId, id);
      if (!(await endSession(tx, visit.accountId, id))) throw notFound('Session');
      await this.recordEnd(tx, visit, { type: 'session_ended', subject: { kind: 'session', id } });
    });
  }

  endOthers(visit: Visit): Promise<void> {
    return this.transactions.run(async (tx) => {
      const ended = await this.endAll(tx, visit.accountId, visit.sessionId);
      await this.recordEnd(tx, visit, { type: 'other_sessions_ended', data: { ended } });
    });
  }

  /** Ends all sessions of an account, or all but one, and forgets the browsers. @returns how many */
  endAll(tx: EntityManager, accountId: number, exceptSessionId: number | null = null): Promise<number> {
    this.changes.mark(tx, accountId);
    return endSessions(tx, accountId, exceptSessionId);
  }

  /** @throws AppError 404 if the account is not a member of the organization */
  enter(visit: Visit, organizationId: number): Promise<void> {
    return this.transactions.run(async (tx) => {
      this.changes.mark(tx, visit.accountId);
      const userId = await switchSession(tx, visit, organizationId);
      if (userId === null) throw notFound('Organization');
      const subject = { kind: 'session', id: visit.sessionId } as const;
      const { address } = visit;
      await this.activity.record(tx, {
        organizationId,
        userId,
        address,
        type: 'organization_entered',
        subject,
      });
    });
  }

  private async recordEnd(
    tx: EntityManager,
    { accountId, address }: Visit,
    event: Pick<ActivityEntry, 'type' | 'subject' | 'data'>,
  ): Promise<void> {
    await this.activity.recordEverywhere(tx, accountId, ({ id }) => ({ ...event, userId: id, address }));
  }
}
