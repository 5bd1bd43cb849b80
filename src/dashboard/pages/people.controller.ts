import { Body, Get, Param, Post } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { ActivityLog } from '../../activity/activity-log.service.js';
import { type ActivityEntry } from '../../activity/domain/activity-event.js';
import { AppError } from '../../common/errors.js';
import { IdPipe } from '../../common/http/id.pipe.js';
import { findMembers, findReviewerShortage } from '../../organizations/account.queries.js';
import { Members } from '../../organizations/members.service.js';
import { getOrganization } from '../../organizations/organization.queries.js';
import { OrganizationsService } from '../../organizations/organizations.service.js';
import { USER_ROLES, type UserRole } from '../../organizations/user.entity.js';
import { Transactions } from '../../platform/database/transactions.js';
import { type Page, type PageResult, Redirect } from '../../platform/pages/page.js';
import { actorOf } from '../domain/actor-of.js';
import { listInvitations } from '../invitation.queries.js';
import { SignOnIdentities } from '../sign-on-identities.service.js';
import { deleteIdentity, findConnectedUsers } from '../sign-on-identity.queries.js';
import { DashboardPages } from './dashboard-pages.decorator.js';
import { DashboardShell } from './dashboard-shell.service.js';
import { confirmFirst } from './confirm-first.js';
import { CurrentVisit, type DashboardVisit } from './dashboard-visit.decorator.js';
import { InArea } from './dashboard.guard.js';
import { type Fields } from './form-fields.js';
import { choicesOf, roleOf } from './role-choices.js';

const ADDRESS = '/dashboard/people';

interface PeopleModel {
  /** The last owner was to be removed. */
  isLastOwner?: boolean;
  /** The last owner was to become this. */
  refusedRole?: { userId: number; role: UserRole };
}

/** Who belongs to the organization, and as what. Only owners change it. */
@DashboardPages('/people', 'people')
export class PeopleController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly members: Members,
    private readonly activity: ActivityLog,
    private readonly organizations: OrganizationsService,
    private readonly identities: SignOnIdentities,
    private readonly shell: DashboardShell,
  ) {}

  @Get()
  list(@CurrentVisit() visit: DashboardVisit): Promise<Page> {
    return this.page(visit, {});
  }

  @InArea('roles')
  @Post(':id/role')
  changeRole(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id', IdPipe) userId: number,
    @Body() fields: Fields,
  ): Promise<PageResult> {
    const change = { organizationId: visit.organizationId, userId, role: roleOf(fields.role) };
    const work = async (tx: EntityManager) => {
      const { role } = await this.members.changeRole(tx, change);
      return { type: 'role_changed', data: { from: role, to: change.role } } as const;
    };
    return this.change(visit, userId, work, { refusedRole: change });
  }

  @InArea('roles')
  @Post(':id/remove')
  remove(@CurrentVisit() visit: DashboardVisit, @Param('id', IdPipe) userId: number): Promise<PageResult> {
    const work = async (tx: EntityManager) => {
      const { role, accountId } = await this.members.remove(tx, visit.organizationId, userId);
      await deleteIdentity(tx, { organizationId: visit.organizationId, accountId });
      return { type: 'member_removed', data: { role } } as const;
    };
    return this.change(visit, userId, work, { isLastOwner: true });
  }

  /** Ends the person's single sign-on here, as the person does on the page of the account. */
  @InArea('roles')
  @Post(':id/disconnect')
  async disconnect(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id', IdPipe) userId: number,
  ): Promise<PageResult> {
    if (!visit.isConfirmed) return confirmFirst(ADDRESS);
    await this.identities.disconnectMember(visit, userId);
    return new Redirect(ADDRESS);
  }

  @InArea('roles')
  @Post('four-eyes')
  async setFourEyes(
    @CurrentVisit() visit: DashboardVisit,
    @Body() { fourEyes }: Fields,
  ): Promise<PageResult> {
    if (!visit.isConfirmed) return confirmFirst(ADDRESS);
    const data = { fourEyes: fourEyes === 'yes' };
    await this.transactions.run(async (tx) => {
      await this.organizations.setFourEyes(tx, visit.organizationId, data.fourEyes);
      await this.activity.record(tx, { ...actorOf(visit), type: 'four_eyes_set', data });
    });
    return new Redirect(ADDRESS);
  }

  /**
   * @param work - changes the member, and says how to record it
   * @param refusal - what the page says if it would leave no owner
   */
  private async change(
    visit: DashboardVisit,
    userId: number,
    work: (tx: EntityManager) => Promise<Pick<ActivityEntry, 'type' | 'data'>>,
    refusal: PeopleModel,
  ): Promise<PageResult> {
    if (!visit.isConfirmed) return confirmFirst(ADDRESS);
    const subject = { kind: 'user', id: userId } as const;
    try {
      await this.transactions.run(async (tx) =>
        this.activity.record(tx, { ...actorOf(visit), subject, ...(await work(tx)) }),
      );
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'last_owner') throw error;
      return this.page(visit, refusal, 400);
    }
    return new Redirect(ADDRESS);
  }

  private async page(visit: DashboardVisit, model: PeopleModel, status = 200): Promise<Page> {
    const { manager } = this.dataSource;
    const members = await findMembers(manager, visit.organizationId, USER_ROLES);
    const connected = await findConnectedUsers(manager, visit.organizationId);
    const invitations = await listInvitations(manager, visit.organizationId);
    const { refusedRole, ...rest } = model;
    const people = members.map((member) => ({
      ...member,
      isRefused: refusedRole?.userId === member.id,
      isSelf: member.id === visit.id,
      isConnected: connected.has(member.id),
      roles: choicesOf(refusedRole?.userId === member.id ? refusedRole.role : member.role),
    }));
    const organization = await getOrganization(manager, visit.organizationId);
    const shortage = await findReviewerShortage(manager, organization);
    const all = { ...rest, people, invitations, fourEyes: organization.reviewFourEyes, shortage };
    return this.shell.page(visit, 'people', all, status);
  }
}
