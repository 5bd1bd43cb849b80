import { type EntityManager } from 'typeorm';
import { ACCOUNTS } from '../organizations/account.queries.js';
import { sha256 } from '../platform/crypto/tokens.js';

/**
 * A sign-in with the right password that still lacks its second step. It is not a session and gives access to
 * nothing.
 */
export interface HalfOpen {
  accountId: number;
  email: string;
}

/** Wrong codes after which the password must be entered again. */
const MAX_TRIES = 5;
const IS_GOOD = `h.tries < ${MAX_TRIES} and h.created_at > app_now() - interval '10 minutes'`;

export async function insertHalfOpen(tx: EntityManager, accountId: number, token: string): Promise<void> {
  await tx.query('insert into half_open_sign_ins (account_id, token_hash) values ($1, $2)', [
    accountId,
    sha256(token),
  ]);
}

/** Null for one that is unknown, expired, or ended by wrong codes. */
export async function findHalfOpen(manager: EntityManager, token: string): Promise<HalfOpen | null> {
  const [found] = await manager.query<HalfOpen[]>(
    `select h.account_id as "accountId", a.email from half_open_sign_ins h join ${ACCOUNTS} a on a.id = h.account_id
     where h.token_hash = $1 and ${IS_GOOD}`,
    [sha256(token)],
  );
  return found ?? null;
}

/** Counts an attempt. @returns false if none is left */
export async function takeTry(tx: EntityManager, token: string): Promise<boolean> {
  const [, taken] = await tx.query<[unknown, number]>(
    `update half_open_sign_ins h set tries = h.tries + 1 where h.token_hash = $1 and ${IS_GOOD}`,
    [sha256(token)],
  );
  return taken > 0;
}

/** Uses it up. @returns whether it existed: true for only one of several concurrent callers */
export async function deleteHalfOpen(tx: EntityManager, token: string): Promise<boolean> {
  const [, deleted] = await tx.query<[unknown, number]>(
    'delete from half_open_sign_ins where token_hash = $1',
    [sha256(token)],
  );
  return deleted > 0;
}

/** Deletes expired half-open sign-ins. */
export async function deleteOldHalfOpen(manager: EntityManager): Promise<void> {
  await manager.query("delete from half_open_sign_ins where created_at < app_now() - interval '10 minutes'");
}
