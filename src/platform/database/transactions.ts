import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable, Logger } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { JointTransaction } from './joint-transaction.js';
import { within } from './open-transaction.js';

/** A part of every transaction: for instance, the job queue writes its jobs and wakes the runners. */
export interface TransactionHook {
  /** Runs the last statements of the transaction. */
  beforeCommit?(tx: EntityManager): Promise<void>;
  /** Called when nothing but the commit is left to do, and can still prevent it. */
  confirm?(tx: EntityManager): Promise<void>;
  /** Not called after a rollback. */
  afterCommit?(tx: EntityManager): void;
}

type Action = () => Promise<void>;

/** Runs work in one transaction. */
@Injectable()
export class Transactions {
  private readonly logger = new Logger(Transactions.name);
  private readonly hooks: TransactionHook[] = [];
  /** The open transactions, with the actions that follow their commit. */
  private readonly open = new WeakMap<EntityManager, Action[]>();
  private readonly held = new AsyncLocalStorage<{ transaction: JointTransaction | null }>();

  constructor(private readonly dataSource: DataSource) {}

  addHook(hook: TransactionHook): void {
    this.hooks.push(hook);
  }

  /**
   * Commits a state change, its audit event and its jobs together, or none of them. Inside `hold` the commit comes
   * later: whatever must not happen before it belongs in `afterCommit`.
   * @throws what `work` throws; the error of a COMMIT, for which `isOutcomeUnknown` says whether it may have
   * succeeded
   */
  async run<Result>(work: (tx: EntityManager) => Promise<Result>): Promise<Result> {
    const held = this.held.getStore()?.transaction;
    return held ? held.add(work) : this.complete((transaction) => transaction.add(work));
  }

  /**
   * Runs `work`, and commits everything that it does in `run` together with `conclude`. No connection is taken before
   * the first `run`. Once a `run` has failed, everything is rolled back, even if `work` succeeds in the end.
   */
  hold<Result>(
    work: () => Promise<Result>,
    conclude: (tx: EntityManager, result: Result) => Promise<void>,
  ): Promise<Result> {
    return this.complete(async (transaction) => {
      const scope: { transaction: JointTransaction | null } = { transaction };
      try {
        const result = await this.held.run(scope, () => within(transaction, work));
        await transaction.add((tx) => conclude(tx, result));
        return result;
      } finally {
        // Timers and processes started by `work` keep the scope.
        scope.transaction = null;
      }
    });
  }

  /** Whether this is inside `hold`. */
  get isHolding(): boolean {
    return Boolean(this.held.getStore()?.transaction);
  }

  /** Whether `tx` is an open transaction of `run`. */
  isOpen(tx: EntityManager): boolean {
    return this.open.has(tx);
  }

  /**
   * Runs `action` once `tx`, an open transaction of `run`, is committed, and never after a rollback. An error is only
   * logged: the commit stands.
   */
  afterCommit(tx: EntityManager, action: Action): void {
    this.open.get(tx)!.push(action);
  }

  private async complete<Result>(work: (transaction: JointTransaction) => Promise<Result>): Promise<Result> {
    const transaction = new JointTransaction(this.dataSource);
    const actions: Action[] = [];
    let result: Result;
    try {
      result = await this.runHooked(transaction, actions, work);
      await transaction.commit();
    } catch (error) {
      await transaction.rollback();
      throw error;
    }
    for (const hook of this.hooks) hook.afterCommit?.(transaction.tx);
    for (const action of actions)
      await action().catch((error: Error) =>
        this.logger.error(`An action after a commit failed: ${error.stack}`),
      );
    return result;
  }

  private async runHooked<Result>(
    transaction: JointTransaction,
    actions: Action[],
    work: (transaction: JointTransaction) => Promise<Result>,
  ): Promise<Result> {
    const { tx } = transaction;
    this.open.set(tx, actions);
    try {
      const result = await work(transaction);
      for (const hook of this.hooks) await hook.beforeCommit?.(tx);
      for (const hook of this.hooks) await hook.confirm?.(tx);
      return result;
    } finally {
      this.open.delete(tx);
    }
  }
}
