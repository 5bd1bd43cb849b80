import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { notFound } from '../common/errors.js';
import { isLinkToken, newLinkToken, sha256 } from '../platform/crypto/tokens.js';
import { Settings } from '../platform/config/settings.js';
import { findAccount, findUserOf } from './account.queries.js';

/** Whose a link is, and in which organization it opens the dashboard. */
export interface LinkedAccount {
  accountId: number;
  userId: number;
  email: string;
  organizationId: number;
  organizationName: string;
}

const CREATE = `
  insert into account_links (account_id, user_id, token_hash, expires_at)
  values ($1, $2, $3, app_now() + interval '1 hour')`;

/** The links that are still good. */
const GOOD = `
  select l.account_id as "accountId", l.user_id as "userId", a.email, u.organization_id as "organizationId",
    o.name as "organizationName"
  from account_links l join accounts a on a.id = l.account_id join users u on u.id = l.user_id
    join organizations o on o.id = u.organization_id
  where l.token_hash = $1 and l.used_at is null and l.expires_at > app_now() and u.removed_at is null`;

/** With the link itself, all others that were made for the account before it. */
const USE = `
  update account_links set used_at = app_now()
  where used_at is null and account_id = (
    select account_id from account_links
    where token_hash = $1 and used_at is null and expires_at > app_now() for update
  )`;

/** Links that open the dashboard once, within an hour, to choose a password. */
@Injectable()
export class AccountLinks {
  constructor(private readonly settings: Settings) {}

  /** Creates a link for a user. It is shown once. @throws AppError 404 if the organization has no such user */
  async create(tx: EntityManager, organizationId: number, email: string): Promise<string> {
    const account = await findAccount(tx, email);
    const user = account && (await findUserOf(tx, { organizationId, accountId: account.id }));
    if (!user) throw notFound('User');
    const token = newLinkToken();
    await tx.query(CREATE, [user.accountId, user.id, sha256(token)]);
    return `${this.settings.publicUrl}/dashboard/welcome/${token}`;
  }

  /** Null for a link that is unknown, used or expired. */
  async find(manager: EntityManager, token: string): Promise<LinkedAccount | null> {
    if (!isLinkToken(token)) return null;
    const [found] = await manager.query<LinkedAccount[]>(GOOD, [sha256(token)]);
    return found ?? null;
  }

  /** Uses a link up. Of several at once, one gets the account; the others get null. */
  async use(tx: EntityManager, token: string): Promise<LinkedAccount | null> {
    const found = await this.find(tx, token);
    if (!found) return null;
    const [, used] = await tx.query<[unknown, number]>(USE, [sha256(token)]);
    return used > 0 ? found : null;
  }
}
