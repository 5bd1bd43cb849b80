import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { ActivityLog } from '../activity/activity-log.js';
import { type ActivityEntry } from '../activity/domain/activity-event.js';
import { notFound } from '../common/errors.js';
import { findMemberships, type Membership } from '../organizations/account.queries.js';
import { AccountChanges } from '../organizations/account-changes.js';
import { Transactions } from '../platform/database/transactions.js';
import {
  endSession,
  endSessions,
  findOpenSessions,
  findSession,
  type ListedSession,
  listSessions,
  type OpenSession,
  type SignedIn,
  switchSession,
} from './dashboard-session.queries.js';
import { actorOf } from './domain/actor-of.js';
import { forgetBrowserOf } from './known-browser.queries.js';

export { type OpenSession, type SignedIn };

/** A session and the address of its current request. */
type Visit = SignedIn & { address: string };

/**
 * Finds and ends the sessions of an account, and moves a session between organizations. Whatever a session has open,
 * in any process, closes with it.
 */
@Injectable()
export class AccountSessions {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly activity: ActivityLog,
    private readonly changes: AccountChanges,
  ) {}

  /**
   * Null for a session that is unknown or has ended, or whose user was removed.
   * @param isUse - whether the session stays alive for it
   */
  find(token: string, isUse = true): Promise<SignedIn | null> {
    return findSession(this.dataSource.manager, token, isUse);
  }

  /** Of the sessions with these ids, those that are open. */
  findOpen(ids: readonly number[]): Promise<OpenSession[]> {
    return findOpenSessions(this.dataSource.manager, ids);
  }

  /** The organizations that a session of the account can move between. */
  memberships(accountId: number): Promise<Membership[]> {
    return findMemberships(this.dataSource.manager, accountId);
  }

  /** The open sessions of an account, most recently used first. */
  list(accountId: number): Promise<ListedSession[]> {
    return listSessions(this.dataSource.manager, accountId);
  }

  /** Ends one's own session. */
  signOut(visit: Visit): Promise<void> {
    return this.transactions.run(async (tx) => {
      this.changes.mark(tx, visit.accountId);
      await endSession(tx, visit.accountId, visit.sessionId);
      const subject = { kind: 'session', id: visit.sessionId } as const;
      await this.activity.record(tx, { ...actorOf(visit), type: 'signed_out', subject });
    });
  }

  /** Also forgets its browser. @throws AppError 404 if the account has no such session */
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

  /** Ends all sessions of an account, or all but one, and forgets their browsers. @returns the number ended */
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
