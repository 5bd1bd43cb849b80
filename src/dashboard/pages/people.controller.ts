import { Body, Get, Param, Post } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AppError } from '../../common/errors.js';
import { IdPipe } from '../../common/http/id.pipe.js';
import { AccountLinks } from '../../organizations/account-links.service.js';
import { findMembers } from '../../organizations/account.queries.js';
import { Members } from '../../organizations/members.service.js';
import { USER_ROLES, type UserRole } from '../../organizations/user.entity.js';
import { UsersService } from '../../organizations/users.service.js';
import { Transactions } from '../../platform/database/transactions.js';
import { type Page, type PageResult, Redirect } from '../../platform/pages/page.js';
import { DashboardPages } from './dashboard-pages.decorator.js';
import { DashboardShell } from './dashboard-shell.service.js';
import { CurrentVisit, type DashboardVisit } from './dashboard-visit.decorator.js';
import { InArea } from './dashboard.guard.js';

type Fields = Record<string, unknown>;

const ADDRESS = '/dashboard/people';
const roleOf = (value: unknown): UserRole => USER_ROLES.find((role) => role === value) ?? 'reviewer';

/** Who belongs to the organization, and as what. Only owners change it. */
@DashboardPages('/people', 'people')
export class PeopleController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly users: UsersService,
    private readonly members: Members,
    private readonly links: AccountLinks,
    private readonly shell: DashboardShell,
  ) {}

  @Get()
  list(@CurrentVisit() visit: DashboardVisit): Promise<Page> {
    return this.page(visit, {});
  }

  @InArea('roles')
  @Get('new')
  async ask(@CurrentVisit() visit: DashboardVisit): Promise<PageResult> {
    return visit.isConfirmed ? this.newPage(visit, {}) : confirmFirst(`${ADDRESS}/new`);
  }

  /** Adds a person. Who has no account yet gets one, and a link to choose a password, which is shown once. */
  @InArea('roles')
  @Post('new')
  async add(@CurrentVisit() visit: DashboardVisit, @Body() fields: Fields): Promise<PageResult> {
    if (!visit.isConfirmed) return confirmFirst(`${ADDRESS}/new`);
    const { organizationId } = visit;
    const email = typeof fields.email === 'string' ? fields.email.trim() : '';
    const role = roleOf(fields.role);
    try {
      const link = await this.transactions.run(async (tx) => {
        const { password } = await this.users.create(tx, { organizationId, email, role });
        return password === null ? null : this.links.create(tx, organizationId, email);
      });
      return await this.page(visit, { added: { email, link } });
    } catch (error) {
      if (!(error instanceof AppError) || error.statusCode !== 400) throw error;
      const key = error.code === 'email_taken' ? 'taken' : 'invalid';
      return this.newPage(visit, { email, role, problem: { key: `dashboard.people.problem.${key}` } }, 400);
    }
  }

  @InArea('roles')
  @Post(':id/role')
  changeRole(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id', IdPipe) userId: number,
    @Body() fields: Fields,
  ): Promise<PageResult> {
    const { organizationId } = visit;
    const change = { organizationId, userId, role: roleOf(fields.role) };
    return this.change(visit, () => this.transactions.run((tx) => this.members.changeRole(tx, change)));
  }

  @InArea('roles')
  @Post(':id/remove')
  remove(@CurrentVisit() visit: DashboardVisit, @Param('id', IdPipe) userId: number): Promise<PageResult> {
    const { organizationId } = visit;
    return this.change(visit, () =>
      this.transactions.run((tx) => this.members.remove(tx, organizationId, userId)),
    );
  }

  private async change(visit: DashboardVisit, work: () => Promise<void>): Promise<PageResult> {
    if (!visit.isConfirmed) return confirmFirst(ADDRESS);
    try {
      await work();
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'last_owner') throw error;
      return this.page(visit, { isLastOwner: true }, 400);
    }
    return new Redirect(ADDRESS);
  }

  private async page(
    visit: DashboardVisit,
    model: { added?: { email: string; link: string | null }; isLastOwner?: boolean },
    status = 200,
  ): Promise<Page> {
    const members = await findMembers(this.dataSource.manager, visit.organizationId, USER_ROLES);
    const people = members.map((member) => ({
      ...member,
      isSelf: member.id === visit.id,
      roles: choicesOf(member.role),
    }));
    return this.shell.page(visit, 'people', { ...model, people }, status);
  }

  private newPage(
    visit: DashboardVisit,
    model: { email?: string; role?: UserRole; problem?: { key: string } },
    status = 200,
  ): Promise<Page> {
    return this.shell.page(
      visit,
      'people-new',
      { ...model, roles: choicesOf(model.role ?? 'reviewer') },
      status,
    );
  }
}

const choicesOf = (chosen: UserRole) => USER_ROLES.map((role) => ({ role, isChosen: role === chosen }));

const confirmFirst = (address: string) =>
  new Redirect(`/dashboard/confirm?next=${encodeURIComponent(address)}`);
