import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { toCount } from '../../common/count.js';
import { countVerifications } from '../../identity-verifications/verification-browsing.queries.js';
import { ReviewQueue } from '../../manual-review/review-queue.js';
import { ReviewRules } from '../../manual-review/review-rules.js';
import { findDays } from '../../oversight/day-count.queries.js';
import { GIVEN_UP_DAYS, OrganizationHealth } from '../../oversight/organization-health.js';
import { databaseTime } from '../../platform/database/database-time.js';
import { newestGivenUp } from '../../platform/jobs/job-state.queries.js';
import { MAIL_JOB, type MailJobPayload } from '../../platform/mail/mail-queue.js';
import { countOpenRequests, requestsOfMails } from '../../signatures/lists/open-requests.queries.js';
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
/** Number of requests named that lack a seal, or whose mails were not delivered. */
const NAMED = 5;
/** The states of verifications that wait for the person. */
const WAITING_FOR_PERSON = ['pending', 'in_progress'] as const;

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
    const [facts, signing, verifying, failed, retrying, unreached, charts, conditions] = await Promise.all([
      this.health.find(organizationId),
      countOpenRequests(manager, organizationId, MOST + 1),
      this.countVerifying(organizationId),
      countFailedDeliveries(manager, organizationId, MOST_FAILED + 1),
      countRetrying(manager, organizationId, MOST + 1),
      this.requestsOfLostMails(organizationId),
      this.charts(organizationId),
      this.conditions(organizationId),
    ]);
    return {
      signing: toCount(signing, MOST),
      verifying: toCount(
        verifying.reduce((sum, { found }) => sum + found, 0),
        MOST,
      ),
      verifyingStates: verifying.map(({ state, found }) => ({ state, ...toCount(found, MOST) })),
      failedDeliveries: toCount(failed, MOST_FAILED),
      retrying: toCount(retrying, MOST),
      lostMails: toCount(facts.mail.givenUp, MOST_FAILED),
      namedUnreached: unreached,
      unsealed: toCount(facts.unsealed.length, MOST_FAILED),
      namedUnsealed: facts.unsealed.slice(0, NAMED),
      charts,
      chartDays: CHART_DAYS,
      healthRows: toHealthRows(facts, await databaseTime(manager), conditions),
    };
  }

  private countVerifying(organizationId: number) {
    const { manager } = this.dataSource;
    return Promise.all(
      WAITING_FOR_PERSON.map(async (state) => ({
        state,
        found: await countVerifications(manager, { organizationId, state }, MOST + 1),
      })),
    );
  }

  private async requestsOfLostMails(organizationId: number) {
    const { manager } = this.dataSource;
    const lost = { kind: MAIL_JOB, days: GIVEN_UP_DAYS, most: MOST_FAILED };
    const mails = await newestGivenUp<MailJobPayload>(manager, organizationId, lost);
    return requestsOfMails(manager, organizationId, mails, NAMED);
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
    const from = deliveries[0]!.day;
    // A day's count is of what was sent or ended on it; the lists filter by the day something was sent or made.
    return [
      toChartGroup('signatures', days, {
        sent: { tone: 'plain', leadsTo: `/dashboard/signatures?dateFrom=${from}` },
        completed: { tone: 'good', leadsTo: '/dashboard/signatures?status=completed&sortBy=updatedAt' },
      }),
      toChartGroup('verifications', days, {
        approved: { tone: 'good', leadsTo: '/dashboard/verifications?state=completed' },
        notApproved: { tone: 'warn', leadsTo: '/dashboard/verifications?state=failed' },
      }),
      toChartGroup('deliveries', deliveries, {
        delivered: { tone: 'good', leadsTo: `/dashboard/deliveries?status=success&from=${from}T00:00` },
        failed: { tone: 'bad', leadsTo: `/dashboard/deliveries?status=failed&from=${from}T00:00` },
      }),
    ];
  }
}
