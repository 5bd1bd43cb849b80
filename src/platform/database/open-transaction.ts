import { AsyncLocalStorage } from 'node:async_hooks';

/** Something that is in a transaction until it ends. */
export interface TransactionScope {
  readonly isActive: boolean;
}

const current = new AsyncLocalStorage<TransactionScope>();

/** Runs `work`, in which `isInTransaction` tells whether the transaction is open. */
export const within = <Result>(scope: TransactionScope, work: () => Result): Result =>
  current.run(scope, work);

/** Whether this is part of work whose transaction is open: it holds locks, and ends if it is silent for too long. */
export const isInTransaction = (): boolean => current.getStore()?.isActive ?? false;
