import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { notFound, refused } from '../common/errors.js';
import { findMember, findMembers, type Member } from './account.queries.js';
import { AccountChanges } from './account-changes.js';
import { lockOrganization } from './organization.queries.js';
import { User, type UserRole } from './user.entity.js';

export interface NewRole {
  organizationId: number;
  userId: number;
  role: UserRole;
  /** Whether the member decides cases in addition to the role. */
  isReviewer: boolean;
  /** Whether the member may send in bulk as an admin. */
  sendsBulk: boolean;
}

/** Changes an organization's members and their roles. An organization always keeps an owner. */
@Injectable()
export class Memberships {
  constructor(private readonly changes: AccountChanges) {}

  /**
   * @returns the member before the change
   * @throws AppError 404, or 400 `last_owner` if no owner would be left, even when two changes race
   */
  async changeRole(
    tx: EntityManager,
    { organizationId, userId, role, isReviewer, sendsBulk }: NewRole,
  ): Promise<Member> {
    const member = await this.assertOwnerStays(tx, organizationId, userId, role);
    await tx.update(User, { id: userId, organizationId }, { role, isReviewer, sendsBulk });
    this.changes.mark(tx, member.accountId);
    return member;
  }

  /** Records of what the person did keep their name. @returns and throws as `changeRole` */
  async remove(tx: EntityManager, organizationId: number, userId: number): Promise<Member> {
    const member = await this.assertOwnerStays(tx, organizationId, userId, null);
    await tx.update(
      User,
      { id: userId, organizationId },
      { isReviewer: false, sendsBulk: false, removedAt: () => 'app_now()' },
    );
    this.changes.mark(tx, member.accountId);
    return member;
  }

  /** @returns the member before the change */
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
