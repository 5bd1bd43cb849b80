import { type EntityManager } from 'typeorm';

/** Waits for an advisory lock, which is held until the transaction ends. Each use has its own number. */
export async function takeAdvisoryLock(tx: EntityManager, lock: number): Promise<void> {
  await tx.query('select pg_advisory_xact_lock($1)', [lock]);
}

/** The same without waiting. @returns false if another transaction holds the lock */
export async function tryAdvisoryLock(tx: EntityManager, lock: number): Promise<boolean> {
  const [row] = await tx.query<{ isMine: boolean }[]>('select pg_try_advisory_xact_lock($1) as "isMine"', [
    lock,
  ]);
  return row!.isMine;
}
