import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { DataSource } from 'typeorm';
import { isDatabaseLost } from '../common/outages.js';
import { findMemberships } from '../organizations/account.queries.js';
import { Transactions } from '../platform/database/transactions.js';
import { confirmSession, deleteEndedSessions, type SignedIn } from './dashboard-session.queries.js';
import { type Guessed, type Refused } from './domain/guess-limits.js';
import { recoveryCodeKey } from './domain/recovery-code.js';
import { type Entrance, Entrances, type Visitor } from './entrances.service.js';
import { Guesses } from './guesses.service.js';
import { deleteHalfOpen, deleteOldHalfOpen, findHalfOpen, takeTry } from './half-open-sign-in.queries.js';
import { forgetOldCounts } from './hourly-count.queries.js';
import { deleteOldKeptForms } from './kept-form.queries.js';
import { deleteOldBrowsers } from './known-browser.queries.js';
import { deleteOldChallenges } from './passkey.queries.js';
import { SecondFactors } from './second-factors.service.js';
import { forgetOldGuesses } from './sign-in-guess.queries.js';
import { deleteOldSignOnFlows } from './sign-on-flow.queries.js';

const HOUR_MS = 3_600_000;
/** What is of no use after some time. */
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
  /** Of the second step; ignored by accounts without one. */
  code: string;
}

/** How a code of the second step was received: `ended` if the password must be entered again. */
export type CodeOutcome = Entrance | Refused | 'wrong' | 'ended';

/** Signs people in to the dashboard with an email address and a password, then with a second step, where there is one. */
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
   * @returns null if the address or the password is wrong, or no organization is left
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
        (await this.secondFactors.isOn(tx, id))
          ? this.entrances.openHalf(tx, id)
          : this.entrances.open(tx, first, visitor, 'password'),
      );
    });
  }

  /** Takes the second step. Of several right codes at once, one opens a session. */
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

  /** Asks for the proof again before a sensitive step. @returns null unless all of it is right @throws as `enter` */
  async confirm(
    session: SignedIn,
    { password, code }: Proof,
    address: string,
  ): Promise<true | Refused | null> {
    const { accountId, sessionId } = session;
    const needsCode = await this.secondFactors.isOn(this.dataSource.manager, accountId);
    const work = () =>
      this.transactions.run(async (tx) => {
        if (needsCode && !(await this.secondFactors.accepts(tx, accountId, code))) return null;
        await confirmSession(tx, sessionId);
        return true as const;
      });
    const guess = { ...session, address, session };
    return this.guesses.withPassword(guess, password, work, needsCode ? [kindOf(code)] : []);
  }

  @Interval('dashboard.forget', HOUR_MS)
  async forget(): Promise<void> {
    for (const deleteOld of DELETIONS)
      await deleteOld(this.dataSource.manager).catch((error: Error) => {
        // The next hour tries again.
        if (!isDatabaseLost(error)) this.logger.warn(`${deleteOld.name} failed: ${error.message}`);
      });
  }
}

const kindOf = (code: string): Guessed => (recoveryCodeKey(code) === null ? 'code' : 'recovery');
