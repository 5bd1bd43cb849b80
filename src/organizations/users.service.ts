import { Injectable } from '@nestjs/common';
import { type EntityManager, type InsertResult } from 'typeorm';
import { invalid, notFound, refused } from '../common/errors.js';
import { emailKey, isAcceptedEmail } from '../common/validation/email.decorator.js';
import { randomBase62 } from '../platform/crypto/tokens.js';
import { Account } from './account.entity.js';
import {
  findAccount,
  findMembers,
  findReviewers,
  findUserOf,
  insertAccount,
  type Member,
} from './account.queries.js';
import { organizationExists } from './organization.queries.js';
import { hashPassword } from './password.js';
import { User, type UserRole } from './user.entity.js';

const PASSWORD_LENGTH = 20;

export interface NewUser {
  userId: number;
  /** Shown once; null if the person already has an account, whose password stays. */
  password: string | null;
}

@Injectable()
export class UsersService {
  /**
   * Adds a person to an organization, creating an account with a random password if they have none.
   * @param input - `isReviewer` to review beside the role
   * @throws AppError for an invalid address, or an existing user of the organization
   */
  async create(
    tx: EntityManager,
    input: { organizationId: number; email: string; role: UserRole; isReviewer?: boolean },
  ): Promise<NewUser> {
    const { organizationId, role, isReviewer } = input;
    const email = input.email.trim();
    if (!isAcceptedEmail(email)) throw invalid({ field: 'email', message: 'email must be an email' });
    if (!(await organizationExists(tx, organizationId))) throw notFound('Organization');
    const { accountId, password } = await this.accountOf(tx, email);
    if (await findUserOf(tx, { organizationId, accountId }))
      throw refused('email_taken', 'A user with this email address already exists');
    return { userId: await this.join(tx, { organizationId, accountId, role, isReviewer }), password };
  }

  /**
   * Makes the account a member. An existing member keeps their role; a removed one returns with the new role.
   * @param membership - `isReviewer` to review in addition to the role
   * @returns the user's id
   */
  async join(
    tx: EntityManager,
    membership: { organizationId: number; accountId: number; role: UserRole; isReviewer?: boolean },
  ): Promise<number> {
    const { organizationId, accountId, role, isReviewer = false } = membership;
    const known = await tx.findOneBy(User, { organizationId, accountId });
    if (!known) return idOf(await tx.insert(User, membership));
    if (known.removedAt !== null)
      await tx.update(User, { id: known.id, organizationId }, { role, isReviewer, removedAt: null });
    return known.id;
  }

  /**
   * Creates an account, with the person's chosen password or none.
   * @returns its id; null if the address already has one
   */
  createAccount(tx: EntityManager, email: string, passwordHash: string | null): Promise<number | null> {
    return insertAccount(tx, email, passwordHash);
  }

  /** The owners, in the order they were added. */
  owners(tx: EntityManager, organizationId: number): Promise<Member[]> {
    return findMembers(tx, organizationId, ['owner']);
  }

  /** The people to notify of pending reviews, in the order they were added: the reviewers or, if there are none, the owners. */
  async reviewers(tx: EntityManager, organizationId: number): Promise<Member[]> {
    const reviewers = await findReviewers(tx, organizationId);
    return reviewers.length > 0 ? reviewers : this.owners(tx, organizationId);
  }

  private async accountOf(
    tx: EntityManager,
    email: string,
  ): Promise<{ accountId: number; password: string | null }> {
    const known = await findAccount(tx, email);
    if (known) return { accountId: known.id, password: null };
    const password = randomBase62(PASSWORD_LENGTH);
    const inserted = await tx.insert(Account, {
      email,
      emailKey: emailKey(email),
      passwordHash: await hashPassword(password),
    });
    return { accountId: idOf(inserted), password };
  }
}

const idOf = ({ identifiers: [row] }: InsertResult) => (row as { id: number }).id;
