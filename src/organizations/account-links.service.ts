import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { notFound } from '../common/errors.js';
import { isLinkToken, newLinkToken, sha256 } from '../platform/crypto/tokens.js';
import { SecretBox } from '../platform/crypto/secret-box.service.js';
import { Settings } from '../platform/config/settings.js';
import { findAccount, findUserOf, type Member } from './account.queries.js';

/** Whose a link is, and in which organization it opens the dashboard. */
export interface LinkedAccount {
  accountId: number;
  userId: number;
  email: string;
  organizationId: number;
  organizationName: string;
}

/** A link as its mail shows it. */
export interface MailedLink {
  email: string;
  url: string;
  until: Date;
}

const CREATE = `
  insert into account_links (account_id, user_id, token_hash, expires_at)
  values ($1, $2, $3, app_now() + interval '1 hour')`;

const CREATE_FOR_MAIL = `
  insert into account_links (account_id, user_id, token_hash, token_sealed, expires_at)
  values ($1, $2, $3, $4, app_now() + interval '1 hour') returning id`;

/** A link whose mail has not left. */
const FOR_MAIL = `
  select a.email, l.token_hash as "tokenHash", l.token_sealed as "tokenSealed", l.expires_at as until
  from account_links l join accounts a on a.id = l.account_id join users u on u.id = l.user_id
  where l.id = $1 and u.organization_id = $2 and l.used_at is null and l.expires_at > app_now()
    and u.removed_at is null and l.token_sealed is not null`;

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
  constructor(
    private readonly settings: Settings,
    private readonly secretBox: SecretBox,
  ) {}

  /** Creates a link for a user. It is shown once. @throws AppError 404 if the organization has no such user */
  async create(tx: EntityManager, organizationId: number, email: string): Promise<string> {
    const account = await findAccount(tx, email);
    const user = account && (await findUserOf(tx, { organizationId, accountId: account.id }));
    if (!user) throw notFound('User');
    const token = newLinkToken();
    await tx.query(CREATE, [user.accountId, user.id, sha256(token)]);
    return this.addressOf(token);
  }

  /** Creates a link that only its mail shows. @returns its id */
  async createForMail(tx: EntityManager, { id, accountId }: Member): Promise<number> {
    const token = newLinkToken();
    const tokenHash = sha256(token);
    const sealed = this.secretBox.sealText(token, contextOf(tokenHash));
    const [row] = await tx.query<{ id: number }[]>(CREATE_FOR_MAIL, [accountId, id, tokenHash, sealed]);
    return row!.id;
  }

  /** What the mail says. Null if the link does not work any more, or its mail has left. */
  async forMail(manager: EntityManager, organizationId: number, linkId: number): Promise<MailedLink | null> {
    const [row] = await manager.query<
      { email: string; tokenHash: Buffer; tokenSealed: string; until: Date }[]
    >(FOR_MAIL, [linkId, organizationId]);
    if (!row) return null;
    const { email, tokenHash, tokenSealed, until } = row;
    return { email, until, url: this.addressOf(this.secretBox.openText(tokenSealed, contextOf(tokenHash))) };
  }

  /** The link's mail has left, or never will. */
  async forgetToken(tx: EntityManager, linkId: number): Promise<void> {
    await tx.query('update account_links set token_sealed = null where id = $1', [linkId]);
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

  private addressOf(token: string): string {
    return `${this.settings.publicUrl}/dashboard/welcome/${token}`;
  }
}

const contextOf = (tokenHash: Buffer) => `account-link:${tokenHash.toString('hex')}`;
