import { type EntityManager } from 'typeorm';
import { ACCOUNTS, type Member, REVIEWS_CASES, SENDS_BULK, USERS } from '../organizations/account.queries.js';
import { ORGANIZATIONS } from '../organizations/organization.queries.js';
import { sha256 } from '../platform/crypto/tokens.js';
import { forgetBrowsers } from './known-browser.queries.js';

/** A session ends after 12 hours without use, and 7 days after its start at the latest. */
const LIVES =
  "s.last_used_at > app_now() - interval '12 hours' and s.created_at > app_now() - interval '7 days'";

/** A signed-in member of one organization. */
export interface SignedIn extends Member {
  sessionId: number;
  organizationName: string;
  /** The language of the person's pages, as they chose it. */
  locale: string | null;
  /** The IANA zones that the person and the organization chose. */
  timeZones: { own: string | null; organization: string | null };
  /** Whether the organization is for tests. */
  isTest: boolean;
  /** The issuer's label if the session came by single sign-on, which gives no access to the account itself. */
  signOn: string | null;
  /** Whether the password was entered within the last ten minutes. */
  isConfirmed: boolean;
  /** The browser that the account signed in with; null if the session came by single sign-on. */
  browserId: number | null;
}

/** A session and the member it acts as. */
export type OpenSession = Pick<SignedIn, 'sessionId' | 'id' | 'role' | 'isReviewer' | 'isBulkSender'>;

export interface ListedSession {
  id: number;
  address: string;
  userAgent: string;
  createdAt: Date;
  lastUsedAt: Date;
}

const OPEN = `
  insert into dashboard_sessions
    (account_id, user_id, token_hash, address, user_agent, identity_id, browser_id, confirmed_at)
  select account_id, id, $2, $3, $4, $5, $6, case when $5::bigint is null then app_now() end
  from ${USERS} u where id = $1 returning id`;

const FIND = `
  select s.id as "sessionId", u.id, u.organization_id as "organizationId", u.account_id as "accountId", u.role,
    ${REVIEWS_CASES} as "isReviewer", ${SENDS_BULK} as "isBulkSender", a.email, a.name, a.locale,
    json_build_object('own', a.time_zone, 'organization', o.time_zone) as "timeZones",
    o.name as "organizationName", o.is_test as "isTest", so.name as "signOn",
    coalesce(s.confirmed_at > app_now() - interval '10 minutes', false) as "isConfirmed",
    s.browser_id as "browserId",
    s.last_used_at < app_now() - interval '1 minute' as "isUseDue"
  from dashboard_sessions s join ${USERS} u on u.id = s.user_id join ${ACCOUNTS} a on a.id = u.account_id
    join ${ORGANIZATIONS} o on o.id = u.organization_id left join sign_on_identities i on i.id = s.identity_id
    left join sign_ons so on so.organization_id = i.organization_id
  where s.token_hash = $1 and u.removed_at is null and ${LIVES}`;

const FIND_OPEN = `
  select s.id as "sessionId", u.id, u.role, ${REVIEWS_CASES} as "isReviewer", ${SENDS_BULK} as "isBulkSender"
  from dashboard_sessions s join ${USERS} u on u.id = s.user_id
  where s.id = any($1) and u.removed_at is null and ${LIVES}`;

const LIST = `
  select s.id, s.address, s.user_agent as "userAgent", s.created_at as "createdAt", s.last_used_at as "lastUsedAt"
  from dashboard_sessions s where s.account_id = $1 and ${LIVES} order by s.last_used_at desc, s.id desc`;

export interface NewSession {
  userId: number;
  token: string;
  address: string;
  userAgent: string;
  /** The single sign-on identity used, if any. Such a session stays unconfirmed until the person proves themselves again. */
  identityId: number | null;
  /** Known by its secret; null for single sign-on. */
  browserId: number | null;
}

/** @returns its id */
export async function insertSession(tx: EntityManager, session: NewSession): Promise<number> {
  const { userId, token, address, userAgent, identityId, browserId } = session;
  const values = [userId, sha256(token), address, userAgent, identityId, browserId];
  const [row] = await tx.query<{ id: number }[]>(OPEN, values);
  return row!.id;
}

/**
 * Null for a session that is unknown or has ended, or whose user was removed.
 * @param isUse - whether a person made the request, rather than a page in the background
 */
export async function findSession(
  manager: EntityManager,
  token: string,
  isUse = true,
): Promise<SignedIn | null> {
  const [found] = await manager.query<(SignedIn & { isUseDue: boolean })[]>(FIND, [sha256(token)]);
  if (!found) return null;
  const { isUseDue, ...session } = found;
  if (isUse && isUseDue)
    await manager.query('update dashboard_sessions set last_used_at = app_now() where id = $1', [
      session.sessionId,
    ]);
  return session;
}

/** Returns the given sessions that are still open and whose users are still members. */
export function findOpenSessions(manager: EntityManager, ids: readonly number[]): Promise<OpenSession[]> {
  return manager.query<OpenSession[]>(FIND_OPEN, [ids]);
}

export function listSessions(manager: EntityManager, accountId: number): Promise<ListedSession[]> {
  return manager.query<ListedSession[]>(LIST, [accountId]);
}

/** @returns whether the account had this session */
export async function endSession(
  manager: EntityManager,
  accountId: number,
  sessionId: number,
): Promise<boolean> {
  const [, ended] = await manager.query<[unknown, number]>(
    'delete from dashboard_sessions where account_id = $1 and id = $2',
    [accountId, sessionId],
  );
  return ended > 0;
}

/**
 * Ends all sessions of an account, or all but one, and its half-open sign-ins, and forgets its browsers.
 * @returns the number of sessions ended
 */
export async function endSessions(
  manager: EntityManager,
  accountId: number,
  exceptSessionId: number | null = null,
): Promise<number> {
  const [, ended] = await manager.query<[unknown, number]>(
    'delete from dashboard_sessions where account_id = $1 and id is distinct from $2',
    [accountId, exceptSessionId],
  );
  await manager.query('delete from half_open_sign_ins where account_id = $1', [accountId]);
  await forgetBrowsers(manager, accountId, exceptSessionId);
  return ended;
}

/** Ends the sessions of one user of an organization. */
export async function endSessionsOf(
  tx: EntityManager,
  organizationId: number,
  userId: number,
): Promise<void> {
  await tx.query(
    `delete from dashboard_sessions s using ${USERS} u
     where s.account_id = u.account_id and s.user_id = u.id and u.organization_id = $1 and u.id = $2`,
    [organizationId, userId],
  );
}

/**
 * Moves a session to another organization of the same account.
 * @returns the account's user there; null if it is not a member, or the session came by single sign-on
 */
export async function switchSession(
  manager: EntityManager,
  { sessionId, accountId }: SignedIn,
  organizationId: number,
): Promise<number | null> {
  const [[moved]] = await manager.query<[{ userId: number }[], number]>(
    `update dashboard_sessions s set user_id = u.id from ${USERS} u
     where s.id = $1 and s.account_id = $2 and s.identity_id is null and u.account_id = $2 and u.organization_id = $3 and u.removed_at is null
     returning u.id as "userId"`,
    [sessionId, accountId, organizationId],
  );
  return moved?.userId ?? null;
}

export async function confirmSession(manager: EntityManager, sessionId: number): Promise<void> {
  await manager.query('update dashboard_sessions set confirmed_at = app_now() where id = $1', [sessionId]);
}

/** Deletes expired sessions. */
export async function deleteEndedSessions(manager: EntityManager): Promise<void> {
  await manager.query(`delete from dashboard_sessions s where not (${LIVES})`);
}
