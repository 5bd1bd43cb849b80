import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { ActivityLog } from '../activity/activity-log.service.js';
import { Transactions } from '../platform/database/transactions.js';
import { type SignedIn } from './dashboard-session.queries.js';
import { isRecordedFailure } from './domain/recorded-failure.policy.js';

/** A wrong password for an account. */
export interface FailedSignIn {
  accountId: number;
  address: string;
  /** Of the account, within the hour, with this one. */
  failures: number;
  /** Set if somebody who is signed in was asked for the password again. */
  session: SignedIn | null;
}

/**
 * Records wrong passwords in the activity of the account's organizations. Nobody waits for it: the answer to an address
 * that has an account would take longer than to one that has none.
 */
@Injectable()
export class FailedSignIns implements OnModuleDestroy {
  private readonly logger = new Logger(FailedSignIns.name);
  private readonly pending = new Set<Promise<void>>();

  constructor(
    private readonly activity: ActivityLog,
    private readonly transactions: Transactions,
  ) {}

  note(failed: FailedSignIn): void {
    if (!isRecordedFailure(failed.failures)) return;
    const recording = this.transactions
      .run((tx) => this.record(tx, failed))
      .catch((error: Error) => this.logger.error(`A wrong password was not recorded: ${error.message}`))
      .finally(() => this.pending.delete(recording));
    this.pending.add(recording);
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all(this.pending);
  }

  private async record(
    tx: EntityManager,
    { accountId, session, address, failures }: FailedSignIn,
  ): Promise<void> {
    const data = { failures };
    if (session === null) {
      await this.activity.recordEverywhere(tx, accountId, ({ id }) => {
        return { type: 'sign_in_failed', userId: null, address, subject: { kind: 'user', id }, data };
      });
      return;
    }
    const { organizationId, id: userId } = session;
    await this.activity.record(tx, { type: 'confirmation_failed', organizationId, userId, address, data });
  }
}
