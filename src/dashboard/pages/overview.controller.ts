import { Get } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { toCount } from '../../common/count.js';
import { countVerifications } from '../../identity-verifications/verification-browsing.queries.js';
import { summarizeQueue } from '../../manual-review/review-queue.queries.js';
import { findReviewerShortage } from '../../organizations/account.queries.js';
import { getOrganization } from '../../organizations/organization.queries.js';
import { findDays } from '../../oversight/day-count.queries.js';
import { OrganizationHealth } from '../../oversight/organization-health.service.js';
import { databaseTime } from '../../platform/database/database-time.js';
import { type Page } from '../../platform/pages/page.js';
import { countOpenRequests } from '../../signatures/open-requests.queries.js';
import { countFailedDeliveries } from '../../webhooks/webhook-browsing.queries.js';
import { findEndpointDays } from '../../webhooks/webhook-health.queries.js';
import { mayOpen } from '../domain/areas.js';
import { DashboardPages } from './dashboard-pages.decorator.js';
import { DashboardShell } from './dashboard-shell.service.js';
import { CurrentVisit, type DashboardVisit } from './dashboard-visit.decorator.js';
import { type ChartGroup, toChartGroup } from './day-charts.view-model.js';
import { toHealthRows } from './overview.view-model.js';

/** More are not counted. */
const MOST = 1_000;
const MOST_FAILED = 100;
const CHART_DAYS = 30;
/** Requests without a seal that are named. */
const NAMED = 5;

/** What is waiting, what failed, the last 30 days, and the health of the service. Reviewers see what waits for them. */
@DashboardPages('', 'overview')
export class OverviewController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly health: OrganizationHealth,
    private readonly shell: DashboardShell,
  ) {}

  @Get()
  async show(@CurrentVisit() visit: DashboardVisit): Promise<Page> {
    const { manager } = this.dataSource;
    const { waiting, firstDueAt } = await summarizeQueue(manager, visit.organizationId, MOST + 1);
    const shortage =
      waiting > 0
        ? await findReviewerShortage(manager, await getOrganization(manager, visit.organizationId))
        : null;
    const model = {
      reviews: toCount(waiting, MOST),
      firstDueAt: firstDueAt?.toISOString() ?? null,
      shortage,
    };
    const more = mayOpen(visit.role, 'service') ? await this.wholeModel(visit.organizationId) : {};
    return this.shell.page(visit, 'overview', { ...model, ...more });
  }

  private async wholeModel(organizationId: number): Promise<object> {
    const { manager } = this.dataSource;
    const [facts, signing, verifying, failed, charts] = await Promise.all([
      this.health.look(organizationId),
      countOpenRequests(manager, organizationId, MOST + 1),
      this.countVerifying(organizationId),
      countFailedDeliveries(manager, organizationId, MOST_FAILED + 1),
      this.charts(organizationId),
    ]);
    return {
      signing: toCount(signing, MOST),
      verifying: toCount(verifying, MOST),
      failedDeliveries: toCount(failed, MOST_FAILED),
      lostMails: toCount(facts.mail.givenUp, MOST_FAILED),
      unsealed: toCount(facts.unsealed.length, MOST_FAILED),
      namedUnsealed: facts.unsealed.slice(0, NAMED),
      charts,
      chartDays: CHART_DAYS,
      healthRows: toHealthRows(facts, await databaseTime(manager)),
    };
  }

  private async countVerifying(organizationId: number): Promise<number> {
    const { manager } = this.dataSource;
    const pending = await countVerifications(manager, { organizationId, state: 'pending' }, MOST + 1);
    return pending + (await countVerifications(manager, { organizationId, state: 'in_progress' }, MOST + 1));
  }

  private async charts(organizationId: number): Promise<ChartGroup[]> {
    const { manager } = this.dataSource;
    const days = await findDays(manager, organizationId, CHART_DAYS);
    const deliveries = await findEndpointDays(manager, { organizationId }, CHART_DAYS);
    return [
      toChartGroup('signatures', days, { sent: 'plain', completed: 'good' }),
      toChartGroup('verifications', days, { approved: 'good', notApproved: 'warn' }),
      toChartGroup('deliveries', deliveries, { delivered: 'good', failed: 'bad' }),
    ];
  }
}
