import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

/** What belongs to every transaction, whoever opens it (the job queue writes its jobs, and tells of them). */
export interface TransactionHook {
  /** The last statements of the transaction. */
  beforeCommit?(tx: EntityManager): Promise<void>;
  /** Not called when the transaction was rolled back. */
  afterCommit(tx: EntityManager): void;
}

/** Runs work in one transaction. */
@Injectable()
export class Transactions {
  private readonly hooks: TransactionHook[] = [];
  private readonly open = new WeakSet<EntityManager>();

  constructor(private readonly dataSource: DataSource) {}

  addHook(hook: TransactionHook): void {
    this.hooks.push(hook);
  }

  /** A change of state, its audit event and its jobs commit together here, or not at all. */
  async run<Result>(work: (tx: EntityManager) => Promise<Result>): Promise<Result> {
    const { tx, result } = await this.dataSource.transaction((manager) => this.runHooked(manager, work));
    for (const hook of this.hooks) hook.afterCommit(tx);
    return result;
  }

  /** Whether `tx` is a transaction of `run` that has not ended. */
  isOpen(tx: EntityManager): boolean {
    return this.open.has(tx);
  }

  private async runHooked<Result>(tx: EntityManager, work: (tx: EntityManager) => Promise<Result>) {
    this.open.add(tx);
    try {
      const result = await work(tx);
      for (const hook of this.hooks) await hook.beforeCommit?.(tx);
      return { tx, result };
    } finally {
      this.open.delete(tx);
    }
  }
}
