import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { ActivityLog } from '../activity/activity-log.js';
import { type ActivityEntry, type Actor } from '../activity/domain/activity-event.js';
import {
  findEverybody,
  findMembers,
  findUserByEmail,
  type Member,
  memberNames,
  type Somebody,
} from '../organizations/account.queries.js';
import { AccountLinks } from '../organizations/account-links.js';
import { Memberships } from '../organizations/memberships.js';
import { USER_ROLES, type UserRole } from '../organizations/user.entity.js';
import { type NewUser, UsersService } from '../organizations/users.service.js';
import { Transactions } from '../platform/database/transactions.js';
import { endSessionsOf } from './dashboard-session.queries.js';
import { ReviewerNotices } from './reviewer-notices.js';
import { deleteIdentity, findConnectedUsers } from './sign-on-identity.queries.js';

export interface ListedMember extends Member {
  /** Whether the member has connected an identity of the organization's single sign-on. */
  isConnected: boolean;
}

/** The role of a member, and what they may do in addition to it. */
export interface Duties {
  role: UserRole;
  isReviewer: boolean;
  /** Whether an admin may send in bulk; owners always may. */
  sendsBulk: boolean;
}

export type { Somebody };

/** The members of an organization and their roles. Each change is recorded in the organization's activity log. */
@Injectable()
export class Members {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly users: UsersService,
    private readonly memberships: Memberships,
    private readonly links: AccountLinks,
    private readonly activity: ActivityLog,
    private readonly notices: ReviewerNotices,
  ) {}

  /** In the order they were added. */
  async list(organizationId: number): Promise<ListedMember[]> {
    const { manager } = this.dataSource;
    const members = await findMembers(manager, organizationId, USER_ROLES);
    const connected = await findConnectedUsers(manager, organizationId);
    return members.map((member) => ({ ...member, isConnected: connected.has(member.id) }));
  }

  /** All current and former members, ordered by address. */
  everybody(organizationId: number): Promise<Somebody[]> {
    return findEverybody(this.dataSource.manager, organizationId);
  }

  /** The names of all current and former members by id; the address of those without one. */
  names(organizationId: number): Promise<ReadonlyMap<number, string>> {
    return memberNames(this.dataSource.manager, organizationId);
  }

  /** Adds a person; the other owners are told of a reviewer. @returns and throws as `UsersService.create` */
  add(
    by: Actor,
    { email, role, isReviewer = false }: { email: string; role: UserRole; isReviewer?: boolean },
  ): Promise<NewUser> {
    const { organizationId } = by;
    return this.transactions.run(async (tx) => {
      const made = await this.users.create(tx, { organizationId, email, role, isReviewer });
      await this.record(tx, by, made.userId, { type: 'member_added', data: { role } });
      if (!isReviewer && role !== 'reviewer') return made;
      const subject = { kind: 'user', id: made.userId } as const;
      const event = await this.activity.recordEvent(tx, { ...by, type: 'reviewer_added', subject });
      await this.notices.notifyOtherOwners(tx, by, event);
      return made;
    });
  }

  /** @throws AppError 404, or 400 `last_owner` if no owner would be left, even when two changes race */
  changeRole(by: Actor, userId: number, { role, isReviewer, sendsBulk }: Duties): Promise<void> {
    const { organizationId } = by;
    return this.transactions.run(async (tx) => {
      const duties = { role, isReviewer, sendsBulk };
      const before = await this.memberships.changeRole(tx, { organizationId, userId, ...duties });
      const from = before.role;
      const subject = { kind: 'user', id: userId } as const;
      const changed =
        from === role
          ? null
          : await this.activity.recordEvent(tx, {
              ...by,
              type: 'role_changed',
              subject,
              data: { from, to: role },
            });
      await this.recordBulkRight(tx, by, before, duties);
      const reviews = isReviewer || role === 'reviewer';
      if (before.isReviewer === reviews) return;
      // The role of a reviewer says it already.
      const isSaid = changed && (from === 'reviewer' || role === 'reviewer');
      const type = reviews ? 'reviewer_added' : 'reviewer_removed';
      const event = isSaid ? changed : await this.activity.recordEvent(tx, { ...by, type, subject });
      await this.notices.notifyOtherOwners(tx, by, event);
    });
  }

  /**
   * Removes a person, with their identity and sessions in the organization. The account and its other memberships
   * stay.
   * @throws as `changeRole`
   */
  remove(by: Actor, userId: number): Promise<void> {
    const { organizationId } = by;
    return this.transactions.run(async (tx) => {
      const { role, accountId } = await this.memberships.remove(tx, organizationId, userId);
      await deleteIdentity(tx, { organizationId, accountId });
      await endSessionsOf(tx, organizationId, userId);
      await this.record(tx, by, userId, { type: 'member_removed', data: { role } });
    });
  }

  /**
   * Makes a link that lets a member choose a password.
   * @returns its address, which is shown once
   * @throws AppError 404 if the organization has no such member
   */
  createLink(by: Actor, email: string): Promise<string> {
    return this.transactions.run(async (tx) => {
      const link = await this.links.create(tx, by.organizationId, email);
      const user = await findUserByEmail(tx, by.organizationId, email);
      await this.record(tx, by, user!.id, { type: 'link_created' });
      return link;
    });
  }

  /** What a role brings with it is said by the change of the role. */
  private async recordBulkRight(
    tx: EntityManager,
    by: Actor,
    before: Member,
    { role, sendsBulk }: Duties,
  ): Promise<void> {
    if (before.role === 'owner' || role !== 'admin' || before.isBulkSender === sendsBulk) return;
    await this.record(tx, by, before.id, { type: sendsBulk ? 'bulk_sender_added' : 'bulk_sender_removed' });
  }

  private record(
    tx: EntityManager,
    by: Actor,
    userId: number,
    event: Pick<ActivityEntry, 'type' | 'data'>,
  ): Promise<void> {
    return this.activity.record(tx, { ...by, ...event, subject: { kind: 'user', id: userId } });
  }
}
