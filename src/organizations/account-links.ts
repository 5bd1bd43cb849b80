import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { notFound } from '../common/errors.js';
import { Settings } from '../platform/config/settings.js';
import { SecretBox } from '../platform/crypto/secret-box.js';
import { isLinkToken, newLinkToken, sha256 } from '../platform/crypto/tokens.js';
import { findUserByEmail, type Member } from './account.queries.js';
import {
  findLinkedAccount,
  findUnsentLink,
  forgetLinkToken,
  insertLink,
  type LinkedAccount,
  useLink,
} from './account-link.queries.js';

/** A link as shown in its mail. */
export interface MailedLink {
  email: string;
  url: string;
  until: Date;
}

/** Links that open the dashboard once, within an hour, to choose a password. */
@Injectable()
export class AccountLinks {
  constructor(
    private readonly settings: Settings,
    private readonly secretBox: SecretBox,
  ) {}

  /** Creates a link for a user. It is shown once. @throws AppError 404 if the organization has no such user */
  async create(tx: EntityManager, organizationId: number, email: string): Promise<string> {
    const user = await findUserByEmail(tx, organizationId, email);
    if (!user) throw notFound('User');
    const token = newLinkToken();
    const { id: userId, accountId } = user;
    await insertLink(tx, { accountId, userId }, { tokenHash: sha256(token), tokenSealed: null });
    return this.addressOf(token);
  }

  /** Creates a link shown only in its mail. @returns its id */
  createForMail(tx: EntityManager, { id: userId, accountId }: Member): Promise<number> {
    const token = newLinkToken();
    const tokenHash = sha256(token);
    const tokenSealed = this.secretBox.sealText(token, contextOf(tokenHash));
    return insertLink(tx, { accountId, userId }, { tokenHash, tokenSealed });
  }

  /** The mail's content. Null if the link no longer works, or its mail has been sent. */
  async forMail(manager: EntityManager, organizationId: number, linkId: number): Promise<MailedLink | null> {
    const link = await findUnsentLink(manager, organizationId, linkId);
    if (!link) return null;
    const { email, tokenHash, tokenSealed, until } = link;
    return { email, until, url: this.addressOf(this.secretBox.openText(tokenSealed, contextOf(tokenHash))) };
  }

  /** Called once the link's mail was sent or given up. */
  forgetToken(tx: EntityManager, linkId: number): Promise<void> {
    return forgetLinkToken(tx, linkId);
  }

  /** Null for a link that is unknown, used or expired. */
  async find(manager: EntityManager, token: string): Promise<LinkedAccount | null> {
    return isLinkToken(token) ? findLinkedAccount(manager, sha256(token)) : null;
  }

  /** Uses a link up. Of several concurrent callers, one gets the account and the others null. */
  async use(tx: EntityManager, token: string): Promise<LinkedAccount | null> {
    const found = await this.find(tx, token);
    return found && (await useLink(tx, sha256(token))) ? found : null;
  }

  private addressOf(token: string): string {
    return `${this.settings.publicUrl}/dashboard/welcome/${token}`;
  }
}

export const contextOf = (tokenHash: Buffer) => `account-link:${tokenHash.toString('hex')}`;
