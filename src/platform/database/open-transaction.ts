import { AsyncLocalStorage } from 'node:async_hooks';

/** Something that is in a transaction until it ends. */
export interface TransactionScope {
  readonly isActive: boolean;
}

const current = new AsyncLocalStorage<TransactionScope>();

/** Runs `work`, within which `isInTransaction` reports whether the transaction is open. */
export const within = <Result>(scope: TransactionScope, work: () => Result): Result =>
  current.run(scope, work);

/** Whether this runs as part of an open transaction, which holds locks and is ended if it is idle for too long. */
export const isInTransaction = (): boolean => current.getStore()?.isActive ?? false;
