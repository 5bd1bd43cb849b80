import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { ActivityLog } from '../activity/activity-log.service.js';
import { DatabaseWatch } from '../platform/database/database-watch.service.js';
import { Transactions } from '../platform/database/transactions.js';
import { type SignedIn } from './dashboard-session.queries.js';
import { isRecordedFailure } from './domain/recorded-failure.policy.js';
import { isTokenClaim, type SignOnProblem } from './domain/sign-on-problem.js';
import { countOneMore } from './hourly-count.queries.js';

/** A wrong password for an account. */
export interface FailedSignIn {
  accountId: number;
  address: string;
  /** Of the account, within the hour, with this one. */
  failures: number;
  /** Set if someone who is signed in was asked for the password again. */
  session: SignedIn | null;
}

/** A failed sign-in at an organization's issuer. */
export interface FailedSignOn {
  organizationId: number;
  address: string;
  problem: SignOnProblem;
  /** The claim of the token that was wrong, or something else, which is not recorded: a stranger may have chosen it. */
  detail: string | null;
}

/**
 * Records wrong passwords in the activity of the account's organizations, and failed sign-ins at an organization's
 * issuer in its own. Nobody waits for this: the answer to an address that has an account would take longer than to one that
 * has none.
 */
@Injectable()
export class FailedSignIns implements OnModuleDestroy {
  private readonly logger = new Logger(FailedSignIns.name);
  private readonly pending = new Set<Promise<void>>();

  constructor(
    private readonly dataSource: DataSource,
    private readonly activity: ActivityLog,
    private readonly transactions: Transactions,
    private readonly database: DatabaseWatch,
  ) {}

  note(failed: FailedSignIn): void {
    if (isRecordedFailure(failed.failures)) this.keep(this.transactions.run((tx) => this.record(tx, failed)));
  }

  /** Problems are counted by their kind, so that strangers, who can cause most of them, hide none of the others. */
  noteSignOn(failed: FailedSignOn): void {
    this.keep(this.recordSignOn(failed));
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all(this.pending);
  }

  private keep(work: Promise<void>): void {
    const recording = work
      .catch((error: Error) => {
        if (!this.database.report(error))
          this.logger.error(`A failed sign-in was not recorded: ${error.message}`);
      })
      .finally(() => this.pending.delete(recording));
    this.pending.add(recording);
  }

  private async recordSignOn({ organizationId, address, problem, detail }: FailedSignOn): Promise<void> {
    const { manager } = this.dataSource;
    const failures = await countOneMore(manager, `sign-on:${organizationId}:${problem}`);
    if (!isRecordedFailure(failures)) return;
    const data = { problem, ...(isTokenClaim(detail) && { claim: detail }), failures };
    await this.transactions.run((tx) =>
      this.activity.record(tx, { organizationId, userId: null, address, type: 'sign_on_failed', data }),
    );
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
