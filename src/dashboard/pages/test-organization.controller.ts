import { Get, Post } from '@nestjs/common';
import { AccountSessions } from '../../accounts/account-sessions.js';
import { actorOf } from '../../accounts/domain/actor-of.js';
import { type PageResult, Redirect } from '../../platform/pages/page.js';
import { TestOrganizations } from '../../provisioning/test-organizations.js';
import { confirmFirst } from './confirm-first.js';
import { DashboardPages } from './dashboard-pages.decorator.js';
import { DashboardShell } from './dashboard-shell.js';
import { CurrentVisit, type DashboardVisit } from './dashboard-visit.decorator.js';

const API_KEY = '/dashboard/api-key';
const ADDRESS = `${API_KEY}/test`;

/** Creates the organization for tests of the present one, and enters it. */
@DashboardPages('/api-key', 'roles')
export class TestOrganizationController {
  constructor(
    private readonly tests: TestOrganizations,
    private readonly sessions: AccountSessions,
    private readonly shell: DashboardShell,
  ) {}

  /** A separate page, so the password is asked for before the form, not after it. */
  @Get('test')
  async showForm(@CurrentVisit() visit: DashboardVisit): Promise<PageResult> {
    if (!(await this.isOffered(visit))) return new Redirect(API_KEY);
    return visit.isConfirmed ? this.shell.page(visit, 'api-key-test', {}) : confirmFirst(ADDRESS);
  }

  @Post('test')
  async create(@CurrentVisit() visit: DashboardVisit): Promise<PageResult> {
    if (!visit.isConfirmed) return confirmFirst(ADDRESS);
    if (visit.isTest || visit.signOn !== null) return new Redirect(API_KEY);
    await this.tests.create(actorOf(visit), visit.email);
    const made = await this.tests.find(visit.organizationId, visit.accountId);
    if (made?.isMember) await this.sessions.enter(visit, made.id);
    return new Redirect(API_KEY);
  }

  /** A session by single sign-on opens one organization only. */
  private async isOffered({ organizationId, accountId, isTest, signOn }: DashboardVisit): Promise<boolean> {
    return !isTest && signOn === null && (await this.tests.find(organizationId, accountId)) === null;
  }
}
