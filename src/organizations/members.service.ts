import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { notFound, refused } from '../common/errors.js';
import { AccountChanges } from './account-changes.service.js';
import { findMember, findMembers, type Member } from './account.queries.js';
import { lockOrganization } from './organization.queries.js';
import { User, type UserRole } from './user.entity.js';

/** Changes who belongs to an organization, and as what. An organization always keeps an owner. */
@Injectable()
export class Members {
  constructor(private readonly changes: AccountChanges) {}

  /** @returns the member as it was @throws AppError 404, or 400 `last_owner` if no owner would be left, also when two changes race */
  async changeRole(
    tx: EntityManager,
    { organizationId, userId, role }: { organizationId: number; userId: number; role: UserRole },
  ): Promise<Member> {
    const member = await this.assertOwnerStays(tx, organizationId, userId, role);
    await tx.update(User, { id: userId, organizationId }, { role });
    this.changes.mark(tx, member.accountId);
    return member;
  }

  /** What the person did keeps naming them. @returns and throws as `changeRole` */
  async remove(tx: EntityManager, organizationId: number, userId: number): Promise<Member> {
    const member = await this.assertOwnerStays(tx, organizationId, userId, null);
    await tx.update(User, { id: userId, organizationId }, { removedAt: () => 'app_now()' });
    this.changes.mark(tx, member.accountId);
    return member;
  }

  /** @returns the member as it was */
  private async assertOwnerStays(
    tx: EntityManager,
    organizationId: number,
    userId: number,
    role: UserRole | null,
  ): Promise<Member> {
    await lockOrganization(tx, organizationId);
    const member = await findMember(tx, organizationId, userId);
    if (!member) throw notFound('User');
    if (member.role !== 'owner' || role === 'owner') return member;
    const owners = await findMembers(tx, organizationId, ['owner']);
    if (owners.length === 1)
      throw refused('last_owner', `${member.email} is the last owner; make someone else an owner first`);
    return member;
  }
}
