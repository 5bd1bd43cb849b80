import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { toCount } from '../../common/count.js';
import { countVerifications } from '../../identity-verifications/verification-browsing.queries.js';
import { ReviewQueue } from '../../manual-review/review-queue.js';
import { ReviewRules } from '../../manual-review/review-rules.js';
import { findDays } from '../../oversight/day-count.queries.js';
import { OrganizationHealth } from '../../oversight/organization-health.js';
import { databaseTime } from '../../platform/database/database-time.js';
import { countOpenRequests } from '../../signatures/lists/open-requests.queries.js';
import { countRetrying, findEndpointAttempts } from '../../webhooks/endpoint-attempts.queries.js';
import { countFailedDeliveries } from '../../webhooks/webhook-browsing.queries.js';
import { WebhookEndpointsService } from '../../webhooks/webhook-endpoints.service.js';
import { findEndpointDays } from '../../webhooks/webhook-health.queries.js';
import { type ChartGroup, toChartGroup } from './day-charts.view-model.js';
import { conditionOf, MOST_RETRYING } from './endpoint.view-model.js';
import { type EndpointConditions, toHealthRows } from './overview.view-model.js';

/** More are not counted. */
const MOST = 1_000;
const MOST_FAILED = 100;
const CHART_DAYS = 30;
/** Number of requests listed that lack a seal. */
const NAMED = 5;

/** Collects the figures of the overview. */
@Injectable()
export class OverviewFigures {
  constructor(
    private readonly dataSource: DataSource,
    private readonly queue: ReviewQueue,
    private readonly rules: ReviewRules,
    private readonly health: OrganizationHealth,
    private readonly endpoints: WebhookEndpointsService,
  ) {}

  /** Cases waiting for reviewers. */
  async ofReviews(organizationId: number): Promise<object> {
    const { waiting, firstDueAt } = await this.queue.summary(organizationId, MOST + 1);
    return {
      reviews: toCount(waiting, MOST),
      firstDueAt: firstDueAt?.toISOString() ?? null,
      shortage: await this.rules.shortage(organizationId),
    };
  }

  /** Open work, failures, the last days and the health of the service. */
  async ofService(organizationId: number): Promise<object> {
    const { manager } = this.dataSource;
    const [facts, signing, verifying, failed, retrying, charts, conditions] = await Promise.all([
      this.health.find(organizationId),
      countOpenRequests(manager, organizationId, MOST + 1),
      this.countVerifying(organizationId),
      countFailedDeliveries(manager, organizationId, MOST_FAILED + 1),
      countRetrying(manager, organizationId, MOST + 1),
      this.charts(organizationId),
      this.conditions(organizationId),
    ]);
    return {
      signing: toCount(signing, MOST),
      verifying: toCount(verifying, MOST),
      failedDeliveries: toCount(failed, MOST_FAILED),
      retrying: toCount(retrying, MOST),
      lostMails: toCount(facts.mail.givenUp, MOST_FAILED),
      unsealed: toCount(facts.unsealed.length, MOST_FAILED),
      namedUnsealed: facts.unsealed.slice(0, NAMED),
      charts,
      chartDays: CHART_DAYS,
      healthRows: toHealthRows(facts, await databaseTime(manager), conditions),
    };
  }

  private async countVerifying(organizationId: number): Promise<number> {
    const { manager } = this.dataSource;
    const pending = await countVerifications(manager, { organizationId, state: 'pending' }, MOST + 1);
    return pending + (await countVerifications(manager, { organizationId, state: 'in_progress' }, MOST + 1));
  }

  private async conditions(organizationId: number): Promise<EndpointConditions> {
    const endpoints = await this.endpoints.list(organizationId);
    const attempts = await findEndpointAttempts(
      this.dataSource.manager,
      { organizationId },
      MOST_RETRYING + 1,
    );
    return new Map(
      endpoints.flatMap((endpoint) => {
        const own = attempts.find(({ endpointId }) => endpointId === endpoint.id);
        return own ? [[endpoint.id, conditionOf(endpoint, own)] as const] : [];
      }),
    );
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
