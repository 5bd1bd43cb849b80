import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { getAccount, setPasswordHash } from '../organizations/account.queries.js';
import { type LinkedAccount } from '../organizations/account-link.queries.js';
import { AccountLinks } from '../organizations/account-links.js';
import { Transactions } from '../platform/database/transactions.js';
import { AccountNotices } from './account-notices.js';
import { AccountSessions } from './account-sessions.js';
import { type SignedIn } from './dashboard-session.queries.js';
import { type Refused } from './domain/guess-limits.js';
import { type Entrance, Entrances, type Visitor } from './entrances.js';
import { Guesses } from './guesses.js';
import { SecondFactors } from './second-factors.js';

/** Replaces passwords, given the current one or a link from an operator or a mail. */
@Injectable()
export class PasswordChanges {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly links: AccountLinks,
    private readonly notices: AccountNotices,
    private readonly sessions: AccountSessions,
    private readonly secondFactors: SecondFactors,
    private readonly guesses: Guesses,
    private readonly entrances: Entrances,
  ) {}

  /** Whether an account has a password; those that joined by single sign-on may have none. */
  async hasPassword(accountId: number): Promise<boolean> {
    return (await getAccount(this.dataSource.manager, accountId)).passwordHash !== null;
  }

  /** The account whose password the link can set; null for a link that is unknown, used or expired. */
  findLinked(link: string): Promise<LinkedAccount | null> {
    return this.links.find(this.dataSource.manager, link);
  }

  /**
   * Replaces the password, ends all other sessions and forgets their browsers.
   * @returns null if the current password is wrong
   * @throws as `SignIn.enter`
   */
  change(
    session: SignedIn,
    { present, next }: { present: string; next: string },
    address: string,
  ): Promise<true | Refused | null> {
    const { accountId, sessionId, browserId } = session;
    return this.guesses.withPassword({ ...session, address, session }, present, async () => {
      const passwordHash = await this.guesses.hash(next, { address, browserId });
      await this.transactions.run(async (tx) => {
        await setPasswordHash(tx, accountId, passwordHash);
        await this.sessions.endAll(tx, accountId, sessionId);
        const type = 'password_changed';
        await this.notices.record(tx, accountId, ({ id }) => ({ type, userId: id, address }));
      });
      return true as const;
    });
  }

  /**
   * Uses a link up: sets the account's password, ends its sessions, forgets its browsers and lets the person in.
   * @returns null for a link that is unknown, used or expired
   * @throws as `SignIn.enter`
   */
  async choose(link: string, password: string, visitor: Visitor): Promise<Entrance | null> {
    if (!(await this.findLinked(link))) return null;
    const { address } = visitor;
    const passwordHash = await this.guesses.hash(password, { address, browserId: null });
    return this.transactions.run(async (tx) => {
      const linked = await this.links.use(tx, link);
      if (!linked) return null;
      const { accountId, userId } = linked;
      await setPasswordHash(tx, accountId, passwordHash);
      await this.sessions.endAll(tx, accountId);
      const entrance = (await this.secondFactors.isOn(accountId, tx))
        ? await this.entrances.openHalf(tx, accountId)
        : (await this.entrances.openFirst(tx, userId, visitor)).entrance;
      const type = 'link_used';
      await this.notices.record(tx, accountId, ({ id }) => ({ type, userId: id, address }));
      return entrance;
    });
  }
}
