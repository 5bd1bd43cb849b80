import { Injectable } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';
import { invalid, notFound, refused } from '../common/errors.js';
import { emailKey, isEmailAddress } from '../common/validation/email.decorator.js';
import { randomBase62 } from '../platform/crypto/tokens.js';
import { Organization } from './organization.entity.js';
import { hashPassword } from './password.js';
import { User, type UserRole } from './user.entity.js';

const PASSWORD_LENGTH = 20;

/** Roles that are notified when a verification needs a manual review. */
const REVIEWING_ROLES: UserRole[] = ['owner', 'admin', 'reviewer'];

@Injectable()
export class UsersService {
  /** Creates a user with a random password, which is shown once. @throws AppError for an invalid or taken address */
  async create(
    tx: EntityManager,
    input: { organizationId: number; email: string; role: UserRole },
  ): Promise<{ userId: number; password: string }> {
    const email = input.email.trim();
    if (!isEmailAddress(email)) throw invalid({ field: 'email', message: 'email must be an email' });
    if (!(await tx.existsBy(Organization, { id: input.organizationId }))) throw notFound('Organization');
    const taken = await tx.existsBy(User, {
      organizationId: input.organizationId,
      emailKey: emailKey(email),
    });
    if (taken) throw refused('email_taken', 'A user with this e-mail address exists already');
    const password = randomBase62(PASSWORD_LENGTH);
    const inserted = await tx.insert(User, {
      organizationId: input.organizationId,
      email,
      emailKey: emailKey(email),
      role: input.role,
      passwordHash: await hashPassword(password),
    });
    return { userId: (inserted.identifiers[0] as { id: number }).id, password };
  }

  /** The owners, in the order in which they were added. */
  async owners(tx: EntityManager, organizationId: number): Promise<User[]> {
    return tx.find(User, { where: { organizationId, role: 'owner' }, order: { id: 'ASC' } });
  }

  /** The users who may decide reviews, in the order in which they were added. */
  async reviewers(tx: EntityManager, organizationId: number): Promise<User[]> {
    return tx.find(User, { where: { organizationId, role: In(REVIEWING_ROLES) }, order: { id: 'ASC' } });
  }
}
