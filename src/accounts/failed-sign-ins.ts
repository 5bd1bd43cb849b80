import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { ActivityLog } from '../activity/activity-log.js';
import { DatabaseWatch } from '../platform/database/database-watch.js';
import { Transactions } from '../platform/database/transactions.js';
import { countOneMore } from '../platform/limits/hourly-count.queries.js';
import { type SignedIn } from './dashboard-session.queries.js';
import { isRecordedFailure } from './domain/recorded-failure.policy.js';
import { isTokenClaim, type SignOnProblem } from './domain/sign-on-problem.js';

/** A wrong password for an account. */
export interface FailedSignIn {
  accountId: number;
  address: string;
  /** Failures of the account within the hour, including this one. */
  failures: number;
  /** Set if a signed-in person was asked for the password again. */
  session: SignedIn | null;
}

/** A failed sign-in at an organization's issuer. */
export interface FailedSignOn {
  organizationId: number;
  address: string;
  problem: SignOnProblem;
  /** The claim of the token that was wrong. Anything else is not recorded, since a stranger may have chosen it. */
  detail: string | null;
}

/**
 * Records wrong passwords in the activity of the account's organizations, and failed sign-ins at an issuer in its
 * organization's. Responses do not wait for this, or they would take longer for addresses with an account than
 * without.
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

  /** Counts problems by kind, so strangers, who can cause most kinds, cannot hide the others. */
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
    const entry = { organizationId, userId: null, address, type: 'sign_on_failed', data } as const;
    await this.activity.recordAlone(entry);
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
