import { Logger } from '@nestjs/common';
import { type DataSource, type EntityManager } from 'typeorm';
import { isDatabaseLost } from '../../common/outages.js';
import { noteFailedCommit } from './commit-outcome.js';
import { type TransactionScope, within } from './open-transaction.js';

/** One transaction for several pieces of work. It begins with the first; if any fails, it ends. */
export class JointTransaction implements TransactionScope {
  private readonly logger = new Logger('Transactions');
  private readonly runner;
  private failure: { cause: unknown } | undefined;

  constructor(dataSource: DataSource) {
    this.runner = dataSource.createQueryRunner();
  }

  get tx(): EntityManager {
    return this.runner.manager;
  }

  get isActive(): boolean {
    return this.runner.isTransactionActive && !this.runner.isReleased;
  }

  /** @throws what `work`, or any piece before it, threw: everything has been rolled back by then */
  async add<Result>(work: (tx: EntityManager) => Promise<Result>): Promise<Result> {
    if (this.failure) throw this.failure.cause;
    try {
      if (!this.runner.isTransactionActive) await this.runner.startTransaction();
      return await within(this, () => work(this.tx));
    } catch (cause) {
      this.failure ??= { cause };
      await this.rollback();
      throw cause;
    }
  }

  /** @throws Error for which `isOutcomeUnknown` says whether it may nevertheless be committed */
  async commit(): Promise<void> {
    try {
      await this.runner.commitTransaction();
    } catch (error) {
      noteFailedCommit(error);
      throw error;
    }
    await this.runner.release();
  }

  /** Does nothing if the transaction has ended. */
  async rollback(): Promise<void> {
    if (this.runner.isReleased) return;
    if (this.runner.isTransactionActive)
      await this.runner.rollbackTransaction().catch((error: Error) => {
        // If the connection is lost, the server rolls back on its own.
        if (!isDatabaseLost(error)) this.logger.warn(`A transaction was not rolled back: ${error.message}`);
      });
    await this.runner.release();
  }
}
