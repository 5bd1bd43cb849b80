import { setTimeout as wait } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { DataSource } from 'typeorm';
import { Admission } from '../common/admission.js';
import { networkOf } from '../common/http/network-of.js';
import { isEmailAddress } from '../common/validation/email.decorator.js';
import { Account } from '../organizations/account.entity.js';
import { AccountLinks } from '../organizations/account-links.service.js';
import { findAccount, findMemberships } from '../organizations/account.queries.js';
import { hashPassword, isPassword } from '../organizations/password.js';
import { newLinkToken } from '../platform/crypto/tokens.js';
import { Transactions } from '../platform/database/transactions.js';
import {
  confirmSession,
  deleteEndedSessions,
  endSessions,
  insertSession,
  type SignedIn,
} from './dashboard-session.queries.js';
import { forgetOldCounts } from './hourly-count.queries.js';
import { type Attempt, countSignInFailure, signInDelay } from './sign-in-failure.queries.js';

/** Where somebody signs in from. */
export interface Visitor {
  address: string;
  userAgent: string;
}

const HOUR_MS = 3_600_000;
/** Each check of a password takes 64 MiB and a processor for 150 ms. */
const CHECKS = { total: 6, perKey: 2 };

/** Signs people in to the dashboard with an e-mail address and a password, or with a link that an operator made. */
@Injectable()
export class SignIn {
  /** Tests replace it. */
  wait: (ms: number) => Promise<void> = (ms) => wait(ms);
  private readonly checks = new Admission(CHECKS);

  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly links: AccountLinks,
  ) {}

  /**
   * Opens a session in the first of the person's organizations.
   * @returns its token; null if the address or the password is wrong, or no organization is left
   * @throws AppError 429 or 503 while too many passwords are checked
   */
  enter(email: string, password: string, visitor: Visitor): Promise<string | null> {
    return this.checked({ email, address: visitor.address }, password, async (account) => {
      const [first] = await findMemberships(this.dataSource.manager, account.id);
      if (!first) return null;
      const token = newLinkToken();
      await insertSession(this.dataSource.manager, { ...visitor, userId: first.id, token });
      return token;
    });
  }

  /** Asks for the password again before a sensitive step. @returns whether it is right @throws as `enter` */
  async confirm(session: SignedIn, password: string, address: string): Promise<boolean> {
    const confirmed = await this.checked({ email: session.email, address }, password, async () => {
      await confirmSession(this.dataSource.manager, session.sessionId);
      return true;
    });
    return confirmed ?? false;
  }

  /** Replaces the password; all other sessions end. @returns false if the present one is wrong @throws as `enter` */
  async changePassword(
    session: SignedIn,
    passwords: { present: string; next: string },
    address: string,
  ): Promise<boolean> {
    const changed = await this.checked({ email: session.email, address }, passwords.present, async () => {
      const passwordHash = await hashPassword(passwords.next);
      await this.transactions.run(async (tx) => {
        await tx.update(Account, { id: session.accountId }, { passwordHash });
        await endSessions(tx, session.accountId, session.sessionId);
      });
      return true;
    });
    return changed ?? false;
  }

  /**
   * Uses a link up: sets the account's password, ends its sessions and opens another.
   * @returns the session's token; null for a link that is unknown, used or expired
   */
  async choosePassword(link: string, password: string, visitor: Visitor): Promise<string | null> {
    if (!(await this.links.find(this.dataSource.manager, link))) return null;
    const passwordHash = await this.hash(password, visitor);
    return this.transactions.run(async (tx) => {
      const linked = await this.links.use(tx, link);
      if (!linked) return null;
      await tx.update(Account, { id: linked.accountId }, { passwordHash });
      await endSessions(tx, linked.accountId);
      const token = newLinkToken();
      await insertSession(tx, { ...visitor, userId: linked.userId, token });
      return token;
    });
  }

  /** The hash of a new password. @throws AppError 429 or 503 while too many passwords are checked */
  hash(password: string, { address }: Visitor): Promise<string> {
    return this.checks.run(networkOf(address), () => hashPassword(password));
  }

  @Interval('dashboard.forget', HOUR_MS)
  async forget(): Promise<void> {
    // The next hour tries again.
    await deleteEndedSessions(this.dataSource.manager).catch(() => undefined);
    await forgetOldCounts(this.dataSource.manager).catch(() => undefined);
  }

  /** Runs `work` for the account if the password is right and `work` finds something; otherwise counts a failure. */
  private async checked<Result>(
    attempt: Attempt,
    password: string,
    work: (account: Account) => Promise<Result | null>,
  ): Promise<Result | null> {
    const { manager } = this.dataSource;
    // Before the limit of checks, so that those who wait keep nobody else from trying.
    const delay = await signInDelay(manager, attempt);
    if (delay > 0) await this.wait(delay);
    return this.checks.run(networkOf(attempt.address), async () => {
      const account = isEmailAddress(attempt.email) ? await findAccount(manager, attempt.email) : null;
      const isRight = await isPassword(password, account?.passwordHash ?? null);
      const result = account && isRight ? await work(account) : null;
      if (result === null) await countSignInFailure(manager, attempt);
      return result;
    });
  }
}
