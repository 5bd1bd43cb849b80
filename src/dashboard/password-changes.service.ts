import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { AccountLinks } from '../organizations/account-links.service.js';
import { setPasswordHash } from '../organizations/account.queries.js';
import { Transactions } from '../platform/database/transactions.js';
import { AccountNotices } from './account-notices.service.js';
import { AccountSessions } from './account-sessions.service.js';
import { type SignedIn } from './dashboard-session.queries.js';
import { type Refused } from './domain/guess-limits.js';
import { type Entrance, Entrances, type Visitor } from './entrances.service.js';
import { Guesses } from './guesses.service.js';
import { SecondFactors } from './second-factors.service.js';

/** Replaces passwords: with the present one, or with a link that an operator made or a mail has. */
@Injectable()
export class PasswordChanges {
  constructor(
    private readonly transactions: Transactions,
    private readonly links: AccountLinks,
    private readonly notices: AccountNotices,
    private readonly sessions: AccountSessions,
    private readonly secondFactors: SecondFactors,
    private readonly guesses: Guesses,
    private readonly entrances: Entrances,
  ) {}

  /**
   * Replaces the password; all other sessions end, and their browsers are forgotten.
   * @returns null if the present one is wrong @throws as `SignIn.enter`
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
   * @returns null for a link that is unknown, used or expired @throws as `SignIn.enter`
   */
  async choose(
    manager: EntityManager,
    link: string,
    password: string,
    visitor: Visitor,
  ): Promise<Entrance | null> {
    if (!(await this.links.find(manager, link))) return null;
    const { address } = visitor;
    const passwordHash = await this.guesses.hash(password, { address, browserId: null });
    return this.transactions.run(async (tx) => {
      const linked = await this.links.use(tx, link);
      if (!linked) return null;
      const { accountId, userId } = linked;
      await setPasswordHash(tx, accountId, passwordHash);
      await this.sessions.endAll(tx, accountId);
      const entrance = (await this.secondFactors.isOn(tx, accountId))
        ? await this.entrances.openHalf(tx, accountId)
        : (await this.entrances.openFirst(tx, userId, visitor)).entrance;
      const type = 'link_used';
      await this.notices.record(tx, accountId, ({ id }) => ({ type, userId: id, address }));
      return entrance;
    });
  }
}
