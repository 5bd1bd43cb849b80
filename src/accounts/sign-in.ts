import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { DataSource } from 'typeorm';
import { isDatabaseLost } from '../common/outages.js';
import { findMemberships } from '../organizations/account.queries.js';
import { Transactions } from '../platform/database/transactions.js';
import { forgetOldCounts } from '../platform/limits/hourly-count.queries.js';
import { confirmSession, deleteEndedSessions, type SignedIn } from './dashboard-session.queries.js';
import { type Guessed, type Refused } from './domain/guess-limits.js';
import { recoveryCodeKey } from './domain/recovery-code.js';
import { type Entrance, Entrances, type Visitor } from './entrances.js';
import { Guesses } from './guesses.js';
import { deleteHalfOpen, deleteOldHalfOpen, findHalfOpen, takeTry } from './half-open-sign-in.queries.js';
import { deleteOldKeptForms } from './kept-form.queries.js';
import { deleteOldBrowsers } from './known-browser.queries.js';
import { deleteOldChallenges } from './passkey.queries.js';
import { SecondFactors } from './second-factors.js';
import { forgetOldGuesses } from './sign-in-guess.queries.js';
import { deleteOldSignOnFlows } from './sign-on-flow.queries.js';

const HOUR_MS = 3_600_000;
/** Deletions of expired entries. */
const DELETIONS = [
  deleteEndedSessions,
  deleteOldHalfOpen,
  deleteOldChallenges,
  deleteOldKeptForms,
  deleteOldSignOnFlows,
  deleteOldBrowsers,
  forgetOldCounts,
  forgetOldGuesses,
];

/** What people enter to prove who they are. */
export interface Proof {
  password: string;
  /** For the second step; ignored by accounts without one. */
  code: string;
}

/** The outcome of a second-step code: `ended` if the password must be entered again. */
export type CodeOutcome = Entrance | Refused | 'wrong' | 'ended';

/** Signs people in to the dashboard with email address, password and, if set up, a second step. */
@Injectable()
export class SignIn {
  private readonly logger = new Logger(SignIn.name);

  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly secondFactors: SecondFactors,
    private readonly guesses: Guesses,
    private readonly entrances: Entrances,
  ) {}

  /**
   * Signs someone in to the first of their organizations.
   * @returns null if the address or the password is wrong, or the account has no organization left
   * @throws AppError 429 or 503 while too many passwords wait to be checked
   */
  async enter(email: string, password: string, visitor: Visitor): Promise<Entrance | Refused | null> {
    const { manager } = this.dataSource;
    const browserId = await this.entrances.knownBrowser(manager, email, visitor);
    const guess = { email, address: visitor.address, browserId, session: null };
    return this.guesses.withPassword(guess, password, async ({ id }) => {
      const [first] = await findMemberships(manager, id);
      if (!first) return null;
      return this.transactions.run(async (tx) =>
        (await this.secondFactors.isOn(id, tx))
          ? this.entrances.openHalf(tx, id)
          : this.entrances.open(tx, first, visitor, 'password'),
      );
    });
  }

  /** Whether a sign-in is waiting for its second step. */
  async isHalfOpen(halfOpen: string): Promise<boolean> {
    return (await findHalfOpen(this.dataSource.manager, halfOpen)) !== null;
  }

  /** Takes the second step. Of several concurrent right codes, one opens a session. */
  async enterCode(halfOpen: string, code: string, visitor: Visitor): Promise<CodeOutcome> {
    const { manager } = this.dataSource;
    const found = await findHalfOpen(manager, halfOpen);
    if (!found) return 'ended';
    const { email, accountId } = found;
    const browserId = await this.entrances.knownBrowser(manager, email, visitor);
    const guess = { email, address: visitor.address, browserId, session: null };
    const outcome = await this.guesses.run<Entrance | 'ended'>([kindOf(code)], guess, async () => {
      const result = await this.transactions.run(async (tx) => {
        if (!(await takeTry(tx, halfOpen))) return 'ended';
        if (!(await this.secondFactors.accepts(tx, accountId, code))) return null;
        const [first] = await findMemberships(tx, accountId);
        const isOpen = (await deleteHalfOpen(tx, halfOpen)) && first !== undefined;
        return isOpen ? this.entrances.open(tx, first, visitor, 'code') : 'ended';
      });
      return { result, accountId };
    });
    if (outcome !== null) return outcome;
    return (await findHalfOpen(manager, halfOpen)) ? 'wrong' : 'ended';
  }

  /**
   * Checks the proof again before a sensitive step.
   * @returns null unless all of it is right
   * @throws as `enter`
   */
  async confirm(
    session: SignedIn,
    { password, code }: Proof,
    address: string,
  ): Promise<true | Refused | null> {
    const { accountId, sessionId } = session;
    const needsCode = await this.secondFactors.isOn(accountId);
    const work = () =>
      this.transactions.run(async (tx) => {
        if (needsCode && !(await this.secondFactors.accepts(tx, accountId, code))) return null;
        await confirmSession(tx, sessionId);
        return true as const;
      });
    const guess = { ...session, address, session };
    return this.guesses.withPassword(guess, password, work, needsCode ? [kindOf(code)] : []);
  }

  @Interval('accounts.forget', HOUR_MS)
  async forget(): Promise<void> {
    for (const deleteOld of DELETIONS)
      await deleteOld(this.dataSource.manager).catch((error: Error) => {
        // It is tried again in an hour.
        if (!isDatabaseLost(error)) this.logger.warn(`${deleteOld.name} failed: ${error.message}`);
      });
  }
}

const kindOf = (code: string): Guessed => (recoveryCodeKey(code) === null ? 'code' : 'recovery');
