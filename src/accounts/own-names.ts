import { Injectable } from '@nestjs/common';
import { ActivityLog } from '../activity/activity-log.js';
import { setAccountName } from '../organizations/account.queries.js';
import { Transactions } from '../platform/database/transactions.js';
import { type SignedIn } from './dashboard-session.queries.js';

/** Characters of a person's own name. */
export const MAX_OWN_NAME = 100;

/** The names by which people call themselves, in all their organizations. */
@Injectable()
export class OwnNames {
  constructor(
    private readonly transactions: Transactions,
    private readonly activity: ActivityLog,
  ) {}

  /** Recorded without the name, which may be corrected. @param name - one line; empty for none */
  async set(visit: SignedIn & { address: string }, name: string): Promise<void> {
    if (name === (visit.name ?? '')) return;
    const { accountId, address } = visit;
    await this.transactions.run(async (tx) => {
      await setAccountName(tx, accountId, name || null);
      await this.activity.recordEverywhere(tx, accountId, ({ id: userId }) => ({
        type: 'name_changed',
        userId,
        address,
      }));
    });
  }
}
