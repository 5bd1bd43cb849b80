import { Get, Post } from '@nestjs/common';
import { actorOf } from '../../accounts/domain/actor-of.js';
import { OrganizationSetUp } from '../../oversight/organization-set-up.js';
import { type Page, Redirect } from '../../platform/pages/page.js';
import { mayOpen } from '../domain/areas.js';
import { InArea } from './dashboard.guard.js';
import { DashboardPages } from './dashboard-pages.decorator.js';
import { DashboardShell } from './dashboard-shell.js';
import { CurrentVisit, type DashboardVisit } from './dashboard-visit.decorator.js';
import { OverviewFigures } from './overview-figures.js';
import { SetUp } from './set-up.js';

/** Open work, failures, the last 30 days, and the health of the service. Reviewers see the cases waiting for them. */
@DashboardPages('', 'overview')
export class OverviewController {
  constructor(
    private readonly figures: OverviewFigures,
    private readonly setUp: SetUp,
    private readonly organizations: OrganizationSetUp,
    private readonly shell: DashboardShell,
  ) {}

  @Get()
  async show(@CurrentVisit() visit: DashboardVisit): Promise<Page> {
    const { organizationId } = visit;
    const reviews = await this.figures.ofReviews(organizationId);
    if (!mayOpen(visit, 'service')) return this.shell.page(visit, 'overview', reviews);
    const [setUp, service] = [await this.setUp.find(visit), await this.figures.ofService(organizationId)];
    return this.shell.page(visit, 'overview', { ...reviews, ...service, setUp });
  }

  @InArea('service')
  @Post('set-up/hide')
  async hideSetUp(@CurrentVisit() visit: DashboardVisit): Promise<Redirect> {
    await this.organizations.hide(actorOf(visit));
    return new Redirect('/dashboard');
  }
}
