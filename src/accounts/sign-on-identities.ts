import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { notFound, refused } from '../common/errors.js';
import { findMember, findUserOf } from '../organizations/account.queries.js';
import { AccountChanges } from '../organizations/account-changes.js';
import { Transactions } from '../platform/database/transactions.js';
import { AccountNotices } from './account-notices.js';
import { type SignedIn } from './dashboard-session.queries.js';
import {
  countIdentities,
  deleteIdentity,
  insertIdentity,
  type IssuedIdentity,
  type ListedSignOn,
  listSignOns,
} from './sign-on-identity.queries.js';

/** A session and the address of its current request. */
type Visit = SignedIn & { address: string };

/**
 * Connects members to their identities at an issuer. Only the person, signed in or invited, can do it: an email
 * address in a token connects nothing, because each organization chooses its issuer, which can assert anything.
 */
@Injectable()
export class SignOnIdentities {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly notices: AccountNotices,
    private readonly changes: AccountChanges,
  ) {}

  /** The single sign-ons of an account's organizations. */
  list(accountId: number): Promise<ListedSignOn[]> {
    return listSignOns(this.dataSource.manager, accountId);
  }

  /** How many members use the organization's single sign-on. */
  count(organizationId: number): Promise<number> {
    return countIdentities(this.dataSource.manager, organizationId);
  }

  /**
   * Connects an identity to a member of its organization.
   * @returns its id
   * @throws AppError 400 `identity_taken` if it already belongs to a member, or the member already has one
   */
  async connect(
    tx: EntityManager,
    identity: IssuedIdentity,
    { userId, address }: { userId: number; address: string },
  ): Promise<number> {
    const id = await insertIdentity(tx, identity, userId);
    if (id === null) throw refused('identity_taken', 'This identity or this member is already connected');
    await this.notices.recordIn(tx, identity.organizationId, { type: 'sign_on_connected', userId, address });
    return id;
  }

  /** Connects an identity to the signed-in member. @throws as `connect`, and AppError 404 for no member of the organization */
  connectVisitor({ accountId, address }: Visit, identity: IssuedIdentity): Promise<void> {
    return this.transactions.run(async (tx) => {
      const user = await findUserOf(tx, { organizationId: identity.organizationId, accountId });
      if (!user) throw notFound('Organization');
      await this.connect(tx, identity, { userId: user.id, address });
    });
  }

  /** Ends the sessions that came by the identity. @throws AppError 404 if there is none */
  disconnect({ accountId, address }: Visit, organizationId: number): Promise<void> {
    return this.transactions.run(async (tx) => {
      const userId = await this.delete(tx, { organizationId, accountId });
      await this.notices.recordIn(tx, organizationId, { type: 'sign_on_disconnected', userId, address });
    });
  }

  /** The same for another member of the organization. @throws AppError 404 also if there is no such member */
  disconnectMember({ organizationId, id, address }: Visit, userId: number): Promise<void> {
    return this.transactions.run(async (tx) => {
      const member = await findMember(tx, organizationId, userId);
      if (!member) throw notFound('User');
      await this.delete(tx, member);
      const subject = { kind: 'user', id: userId } as const;
      const change = { type: 'sign_on_disconnected', userId: id, address, subject } as const;
      await this.notices.recordIn(tx, organizationId, change);
    });
  }

  /** @returns the user it belonged to */
  private async delete(
    tx: EntityManager,
    of: { organizationId: number; accountId: number },
  ): Promise<number> {
    const userId = await deleteIdentity(tx, of);
    if (userId === null) throw notFound('Identity');
    this.changes.mark(tx, of.accountId);
    return userId;
  }
}
