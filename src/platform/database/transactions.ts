import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

/** Something that belongs to every transaction: the job queue writes its jobs and wakes the runners. */
export interface TransactionHook {
  /** Runs the last statements of the transaction. */
  beforeCommit?(tx: EntityManager): Promise<void>;
  /** Not called after a rollback. */
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

  /** Commits a state change, its audit event and its jobs together, or none of them. */
  async run<Result>(work: (tx: EntityManager) => Promise<Result>): Promise<Result> {
    const { tx, result } = await this.dataSource.transaction((manager) => this.runHooked(manager, work));
    for (const hook of this.hooks) hook.afterCommit(tx);
    return result;
  }

  /** Whether `tx` is an open transaction of `run`. */
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
