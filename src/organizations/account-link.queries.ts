import { type EntityManager } from 'typeorm';

/** The account of a link, and the organization in which it opens the dashboard. */
export interface LinkedAccount {
  accountId: number;
  userId: number;
  email: string;
  organizationId: number;
  organizationName: string;
}

/** A link whose mail has not been sent, with its encrypted token. */
export interface UnsentLink {
  email: string;
  tokenHash: Buffer;
  tokenSealed: string;
  until: Date;
}

const CREATE = `
  insert into account_links (account_id, user_id, token_hash, token_sealed, expires_at)
  values ($1, $2, $3, $4, app_now() + interval '1 hour') returning id`;

/** A link whose mail has not been sent. */
const FOR_MAIL = `
  select a.email, l.token_hash as "tokenHash", l.token_sealed as "tokenSealed", l.expires_at as until
  from account_links l join accounts a on a.id = l.account_id join users u on u.id = l.user_id
  where l.id = $1 and u.organization_id = $2 and l.used_at is null and l.expires_at > app_now()
    and u.removed_at is null and l.token_sealed is not null`;

/** Links that still work. */
const GOOD = `
  select l.account_id as "accountId", l.user_id as "userId", a.email, u.organization_id as "organizationId",
    o.name as "organizationName"
  from account_links l join accounts a on a.id = l.account_id join users u on u.id = l.user_id
    join organizations o on o.id = u.organization_id
  where l.token_hash = $1 and l.used_at is null and l.expires_at > app_now() and u.removed_at is null`;

/** Uses up the link and all earlier ones of the account. */
const USE = `
  update account_links set used_at = app_now()
  where used_at is null and account_id = (
    select account_id from account_links
    where token_hash = $1 and used_at is null and expires_at > app_now() for update
  )`;

/** @param tokenSealed - the encrypted token, for a link sent by mail; null for others @returns its id */
export async function insertLink(
  tx: EntityManager,
  { accountId, userId }: Pick<LinkedAccount, 'accountId' | 'userId'>,
  { tokenHash, tokenSealed }: { tokenHash: Buffer; tokenSealed: string | null },
): Promise<number> {
  const [row] = await tx.query<{ id: number }[]>(CREATE, [accountId, userId, tokenHash, tokenSealed]);
  return row!.id;
}

/** Null if the link no longer works, or its mail has been sent. */
export async function findUnsentLink(
  manager: EntityManager,
  organizationId: number,
  id: number,
): Promise<UnsentLink | null> {
  const [link] = await manager.query<UnsentLink[]>(FOR_MAIL, [id, organizationId]);
  return link ?? null;
}

/** Called once the link's mail was sent or given up. */
export async function forgetLinkToken(tx: EntityManager, id: number): Promise<void> {
  await tx.query('update account_links set token_sealed = null where id = $1', [id]);
}

/** Null for a link that is unknown, used or expired. */
export async function findLinkedAccount(
  manager: EntityManager,
  tokenHash: Buffer,
): Promise<LinkedAccount | null> {
  const [found] = await manager.query<LinkedAccount[]>(GOOD, [tokenHash]);
  return found ?? null;
}

/**
 * Uses up a link and the account's earlier ones. @returns whether it worked: true for only one of several concurrent
 * callers
 */
export async function useLink(tx: EntityManager, tokenHash: Buffer): Promise<boolean> {
  const [, used] = await tx.query<[unknown, number]>(USE, [tokenHash]);
  return used > 0;
}
