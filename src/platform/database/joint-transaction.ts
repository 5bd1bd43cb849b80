import { type DataSource, type EntityManager } from 'typeorm';

/** One transaction for several pieces of work. It begins with the first, and any that fails ends it. */
export class JointTransaction {
  private readonly runner;
  private failure: { cause: unknown } | undefined;

  constructor(dataSource: DataSource) {
    this.runner = dataSource.createQueryRunner();
  }

  get tx(): EntityManager {
    return this.runner.manager;
  }

  /** @throws what `work`, or any piece before it, has thrown: everything has been rolled back then */
  async add<Result>(work: (tx: EntityManager) => Promise<Result>): Promise<Result> {
    if (this.failure) throw this.failure.cause;
    try {
      if (!this.runner.isTransactionActive) await this.runner.startTransaction();
      return await work(this.tx);
    } catch (cause) {
      this.failure ??= { cause };
      await this.rollback();
      throw cause;
    }
  }

  async commit(): Promise<void> {
    await this.runner.commitTransaction();
    await this.runner.release();
  }

  /** Does nothing if the transaction has ended. */
  async rollback(): Promise<void> {
    if (this.runner.isReleased) return;
    // If the connection is lost, the server rolls back by itself.
    await this.runner.rollbackTransaction().catch(() => undefined);
    await this.runner.release();
  }
}
