import { type EntityManager } from 'typeorm';
import { ACCOUNTS, USERS } from '../organizations/account.queries.js';
import { KNOWN_DAYS } from './domain/lifetimes.js';

/** The most recently used are kept. */
const MAX_BROWSERS = 50;

const FIND = `
  select b.id from known_browsers b join ${ACCOUNTS} a on a.id = b.account_id
  where a.email_key = $1 and b.secret_hash = any($2) and b.last_used_at > app_now() - interval '${KNOWN_DAYS} days'`;

const REMEMBER = `
  insert into known_browsers (account_id, secret_hash) select account_id, $2 from ${USERS} u where id = $1
  on conflict (account_id, secret_hash) do update set last_used_at = app_now()
  returning id, account_id as "accountId"`;

const TRIM = `
  delete from known_browsers where account_id = $1 and id in (
    select id from known_browsers where account_id = $1 order by last_used_at desc, id desc offset ${MAX_BROWSERS})`;

/**
 * @param secretHashes - of the browser's secret, with each key @returns its id; null if the account has not signed in
 * with it
 */
export async function findKnownBrowser(
  manager: EntityManager,
  emailKey: string,
  secretHashes: readonly Buffer[],
): Promise<number | null> {
  const [found] = await manager.query<{ id: number }[]>(FIND, [emailKey, secretHashes]);
  return found?.id ?? null;
}

/** @returns the browser's id: the existing one if the user's account has used it before */
export async function rememberBrowser(
  tx: EntityManager,
  userId: number,
  secretHash: Buffer,
): Promise<number> {
  const [row] = await tx.query<{ id: number; accountId: number }[]>(REMEMBER, [userId, secretHash]);
  const { id, accountId } = row!;
  await tx.query(TRIM, [accountId]);
  return id;
}

/** Forgets all browsers of an account except that of one session. */
export async function forgetBrowsers(
  tx: EntityManager,
  accountId: number,
  exceptSessionId: number | null,
): Promise<void> {
  await tx.query(
    `delete from known_browsers b where b.account_id = $1
     and not exists (select from dashboard_sessions s where s.id = $2 and s.browser_id = b.id)`,
    [accountId, exceptSessionId],
  );
}

/** Forgets the browser of a session. */
export async function forgetBrowserOf(
  tx: EntityManager,
  accountId: number,
  sessionId: number,
): Promise<void> {
  await tx.query(
    `delete from known_browsers b using dashboard_sessions s
     where b.account_id = $1 and s.account_id = $1 and s.id = $2 and b.id = s.browser_id`,
    [accountId, sessionId],
  );
}

/** Deletes browsers that have not been used for too long. */
export async function deleteOldBrowsers(manager: EntityManager): Promise<void> {
  await manager.query(
    `delete from known_browsers where last_used_at < app_now() - interval '${KNOWN_DAYS} days'`,
  );
}
