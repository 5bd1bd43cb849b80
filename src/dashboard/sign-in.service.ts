import { setTimeout as wait } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { DataSource, type EntityManager } from 'typeorm';
import { ActivityLog } from '../activity/activity-log.service.js';
import { Admission } from '../common/admission.js';
import { clientNetwork } from '../common/http/client-network.js';
import { isEmailAddress } from '../common/validation/email.decorator.js';
import { type Account } from '../organizations/account.entity.js';
import { AccountLinks } from '../organizations/account-links.service.js';
import {
  findAccount,
  findMemberships,
  type Member,
  setPasswordHash,
} from '../organizations/account.queries.js';
import { hashPassword, isPassword } from '../organizations/password.js';
import { newLinkToken } from '../platform/crypto/tokens.js';
import { Transactions } from '../platform/database/transactions.js';
import { AccountNotices } from './account-notices.service.js';
import {
  confirmSession,
  deleteEndedSessions,
  insertSession,
  type SignedIn,
} from './dashboard-session.queries.js';
import { AccountSessions } from './account-sessions.service.js';
import {
  deleteHalfOpen,
  deleteOldHalfOpen,
  findHalfOpen,
  insertHalfOpen,
  takeTry,
} from './half-open-sign-in.queries.js';
import { FailedSignIns } from './failed-sign-ins.service.js';
import { forgetOldCounts } from './hourly-count.queries.js';
import { deleteOldKeptForms } from './kept-form.queries.js';
import { deleteOldChallenges } from './passkey.queries.js';
import { SecondFactors } from './second-factors.service.js';
import {
  type Attempt,
  countNetworkFailure,
  countSignInFailure,
  networkDelay,
  signInDelay,
} from './sign-in-failure.queries.js';
import { deleteOldSignOnFlows } from './sign-on-flow.queries.js';

/** Where someone signs in from. */
export interface Visitor {
  address: string;
  userAgent: string;
}

const HOUR_MS = 3_600_000;
/** What is of no use after some time. */
const DELETIONS = [
  deleteEndedSessions,
  deleteOldHalfOpen,
  deleteOldChallenges,
  deleteOldKeptForms,
  deleteOldSignOnFlows,
  forgetOldCounts,
];
/** Each check of a password takes 64 MiB and a processor for 150 ms. */
const CHECKS = { total: 6, perKey: 2 };

/** What a right password opens: a session, or a page that asks for the second step. */
export interface Entrance {
  opens: 'session' | 'step';
  /** The cookie's value. */
  token: string;
}

/** An attempt by someone who signs in, or who is signed in and was asked again. */
type SessionAttempt = Attempt & { session: SignedIn | null };

/** What people enter to prove who they are. */
export interface Proof {
  password: string;
  /** Of the second step; ignored by accounts without one. */
  code: string;
}

/** How a code of the second step was received: `ended` if the password must be entered again. */
export type CodeOutcome = Entrance | 'wrong' | 'ended';

/** Signs people in to the dashboard with an email address and a password, or with a link; then with a second step, where there is one. */
@Injectable()
export class SignIn {
  /** Tests replace it. */
  wait: (ms: number) => Promise<void> = (ms) => wait(ms);
  private readonly checks = new Admission(CHECKS, 'passwords');

  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly links: AccountLinks,
    private readonly secondFactors: SecondFactors,
    private readonly activity: ActivityLog,
    private readonly notices: AccountNotices,
    private readonly failures: FailedSignIns,
    private readonly sessions: AccountSessions,
  ) {}

  /**
   * Signs someone in to the first of their organizations.
   * @returns null if the address or the password is wrong, or no organization is left
   * @throws AppError 429 or 503 while too many passwords are checked
   */
  enter(email: string, password: string, visitor: Visitor): Promise<Entrance | null> {
    const { address } = visitor;
    return this.checked({ email, address, session: null }, password, async (account) => {
      const [first] = await findMemberships(this.dataSource.manager, account.id);
      return first
        ? this.transactions.run(async (tx) =>
            (await this.secondFactors.isOn(tx, account.id))
              ? openHalf(tx, account.id)
              : this.open(tx, first, visitor, 'password'),
          )
        : null;
    });
  }

  /** Takes the second step. Of several right codes at once, one opens a session. */
  async enterCode(halfOpen: string, code: string, visitor: Visitor): Promise<CodeOutcome> {
    const { manager } = this.dataSource;
    const found = await findHalfOpen(manager, halfOpen);
    if (!found) return 'ended';
    const attempt = { email: found.email, address: visitor.address };
    await this.waitIfSlowed(attempt);
    const outcome = await this.transactions.run(async (tx): Promise<CodeOutcome> => {
      if (!(await takeTry(tx, halfOpen))) return 'ended';
      if (!(await this.secondFactors.accepts(tx, found.accountId, code))) return 'wrong';
      const [first] = await findMemberships(tx, found.accountId);
      const isOpen = (await deleteHalfOpen(tx, halfOpen)) && first !== undefined;
      return isOpen ? this.open(tx, first, visitor, 'code') : 'ended';
    });
    if (outcome === 'wrong') await this.countFailure({ ...attempt, session: null }, found.accountId);
    return outcome === 'wrong' && !(await findHalfOpen(manager, halfOpen)) ? 'ended' : outcome;
  }

  /** Asks for the proof again before a sensitive step. @returns whether all of it is right @throws as `enter` */
  async confirm(session: SignedIn, { password, code }: Proof, address: string): Promise<boolean> {
    const { accountId, sessionId, email } = session;
    const confirmed = await this.checked({ email, address, session }, password, () =>
      this.transactions.run(async (tx) => {
        const needsCode = await this.secondFactors.isOn(tx, accountId);
        if (needsCode && !(await this.secondFactors.accepts(tx, accountId, code))) return null;
        await confirmSession(tx, sessionId);
        return true;
      }),
    );
    return confirmed ?? false;
  }

  /** Replaces the password; all other sessions end. @returns false if the current one is wrong @throws as `enter` */
  async changePassword(
    session: SignedIn,
    passwords: { present: string; next: string },
    address: string,
  ): Promise<boolean> {
    const { email, accountId } = session;
    const changed = await this.checked({ email, address, session }, passwords.present, async () => {
      const passwordHash = await hashPassword(passwords.next);
      await this.transactions.run(async (tx) => {
        await setPasswordHash(tx, accountId, passwordHash);
        await this.sessions.endAll(tx, accountId, session.sessionId);
        const type = 'password_changed';
        await this.notices.record(tx, accountId, ({ id }) => ({ type, userId: id, address }));
      });
      return true;
    });
    return changed ?? false;
  }

  /**
   * Uses a link up: sets the account's password, ends its sessions and lets the person in.
   * @returns null for a link that is unknown, used or expired
   */
  async choosePassword(link: string, password: string, visitor: Visitor): Promise<Entrance | null> {
    if (!(await this.links.find(this.dataSource.manager, link))) return null;
    const passwordHash = await this.hash(password, visitor);
    return this.transactions.run(async (tx) => {
      const linked = await this.links.use(tx, link);
      if (!linked) return null;
      const { accountId, userId } = linked;
      await setPasswordHash(tx, accountId, passwordHash);
      await this.sessions.endAll(tx, accountId);
      const needsCode = await this.secondFactors.isOn(tx, accountId);
      const entrance = needsCode
        ? await openHalf(tx, accountId)
        : (await openSession(tx, userId, visitor)).entrance;
      const type = 'link_used';
      const { address } = visitor;
      await this.notices.record(tx, accountId, ({ id }) => ({ type, userId: id, address }));
      return entrance;
    });
  }

  /** The hash of a new password. @throws AppError 429 or 503 while too many passwords are checked */
  hash(password: string, { address }: Visitor): Promise<string> {
    return this.checks.run(clientNetwork(address), () => hashPassword(password));
  }

  @Interval('dashboard.forget', HOUR_MS)
  async forget(): Promise<void> {
    // The next hour tries again.
    for (const deleteOld of DELETIONS) await deleteOld(this.dataSource.manager).catch(() => undefined);
  }

  /** Before an attempt that names no account, such as one of single sign-on. */
  async waitIfNetworkIsSlowed(address: string): Promise<void> {
    const delay = await networkDelay(this.dataSource.manager, address);
    if (delay > 0) await this.wait(delay);
  }

  countNetworkFailure(address: string): Promise<void> {
    return countNetworkFailure(this.dataSource.manager, address);
  }

  /**
   * Opens a session for a member who has proved who they are, and records it.
   * @param by - how
   * @param identityId - by which identity, for single sign-on
   */
  async open(
    tx: EntityManager,
    { id: userId, organizationId }: Pick<Member, 'id' | 'organizationId'>,
    visitor: Visitor,
    by: 'password' | 'code' | 'passkey' | 'sign_on',
    identityId: number | null = null,
  ): Promise<Entrance> {
    const { id, entrance } = await openSession(tx, userId, visitor, identityId);
    const subject = { kind: 'session', id } as const;
    const { address } = visitor;
    const event = { organizationId, userId, address, type: 'signed_in', subject, data: { by } } as const;
    await this.activity.record(tx, event);
    return entrance;
  }

  /** Before the limit of checks, so that those who wait keep nobody else from trying. */
  private async waitIfSlowed(attempt: Attempt): Promise<void> {
    const delay = await signInDelay(this.dataSource.manager, attempt);
    if (delay > 0) await this.wait(delay);
  }

  /** Runs `work` for the account if the password is right and `work` finds something; otherwise counts a failure. */
  private async checked<Result>(
    attempt: SessionAttempt,
    password: string,
    work: (account: Account) => Promise<Result | null>,
  ): Promise<Result | null> {
    const { manager } = this.dataSource;
    await this.waitIfSlowed(attempt);
    return this.checks.run(clientNetwork(attempt.address), async () => {
      const account = isEmailAddress(attempt.email) ? await findAccount(manager, attempt.email) : null;
      const isRight = await isPassword(password, account?.passwordHash ?? null);
      const result = account && isRight ? await work(account) : null;
      if (result === null) await this.countFailure(attempt, account?.id ?? null);
      return result;
    });
  }

  private async countFailure(attempt: SessionAttempt, accountId: number | null): Promise<void> {
    const failures = await countSignInFailure(this.dataSource.manager, attempt);
    if (accountId !== null) this.failures.note({ ...attempt, accountId, failures });
  }
}

async function openSession(
  tx: EntityManager,
  userId: number,
  visitor: Visitor,
  identityId: number | null = null,
): Promise<{ id: number; entrance: Entrance }> {
  const token = newLinkToken();
  const id = await insertSession(tx, { ...visitor, userId, token, identityId });
  return { id, entrance: { opens: 'session', token } };
}

async function openHalf(tx: EntityManager, accountId: number): Promise<Entrance> {
  const token = newLinkToken();
  await insertHalfOpen(tx, accountId, token);
  return { opens: 'step', token };
}
