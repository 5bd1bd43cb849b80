import { Body, Get, Post, Query } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ActivityLog } from '../../activity/activity-log.service.js';
import { AppError } from '../../common/errors.js';
import { type Page, type PageResult, Redirect } from '../../platform/pages/page.js';
import { type Statement } from '../../platform/templates/statement.js';
import { savedEndpoint } from '../../webhooks/domain/endpoint-activity.js';
import { EVENT_TYPES } from '../../webhooks/domain/event-types.js';
import { type WebhookEndpoint } from '../../webhooks/webhook-endpoint.entity.js';
import { getEndpoint } from '../../webhooks/webhook-endpoint.queries.js';
import { WebhookEndpointsService } from '../../webhooks/webhook-endpoints.service.js';
import { WebhookTests } from '../../webhooks/webhook-tests.service.js';
import { actorOf } from '../domain/actor-of.js';
import { confirmFirst } from './confirm-first.js';
import { DashboardPages } from './dashboard-pages.decorator.js';
import { DashboardShell } from './dashboard-shell.service.js';
import { CurrentVisit, type DashboardVisit } from './dashboard-visit.decorator.js';
import { type Fields } from './form-fields.js';

const ADDRESS = '/dashboard/endpoint';
const SECRET_ADDRESS = `${ADDRESS}/secret`;

/** Why no test event was sent, by the error's code. */
const REFUSALS: Partial<Record<string, string>> = {
  no_webhook_address: 'dashboard.endpoint.testNeedsAddress',
  too_many_tests: 'dashboard.endpoint.tooManyTests',
};

interface EnteredEndpoint {
  url: string;
  events: string[];
  /** What is wrong with the address, in the service's words. */
  problem: string;
}

interface EndpointModel {
  entered?: EnteredEndpoint;
  isSaved?: boolean;
  isOutdated?: boolean;
  newSecret?: string;
  /** Why no test event was sent. */
  refusal?: Statement;
}

/** Where events are delivered, which ones, and the secret that signs them. */
@DashboardPages('/endpoint', 'endpoint')
export class EndpointController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly endpoints: WebhookEndpointsService,
    private readonly activity: ActivityLog,
    private readonly tests: WebhookTests,
    private readonly shell: DashboardShell,
  ) {}

  @Get()
  show(@CurrentVisit() visit: DashboardVisit, @Query() { saved }: Fields): Promise<Page> {
    return this.page(visit, { isSaved: saved === 'yes' });
  }

  @Post()
  async save(@CurrentVisit() visit: DashboardVisit, @Body() fields: Fields): Promise<PageResult> {
    const url = typeof fields.url === 'string' ? fields.url.trim() : '';
    const ticked = [fields.events].flat();
    const events = EVENT_TYPES.filter((event) => ticked.includes(event));
    try {
      await this.activity.recordWith(
        () => this.endpoints.setUrl({ organizationId: visit.organizationId, url, events }),
        (saved) => ({ ...actorOf(visit), ...savedEndpoint(saved) }),
      );
    } catch (error) {
      if (!(error instanceof AppError) || error.statusCode !== 400) throw error;
      return this.page(visit, { entered: { url, events, problem: error.message } }, 400);
    }
    return new Redirect(`${ADDRESS}?saved=yes`);
  }

  @Post('pause')
  pause(@CurrentVisit() visit: DashboardVisit): Promise<PageResult> {
    return this.setPaused(visit, true);
  }

  @Post('resume')
  resume(@CurrentVisit() visit: DashboardVisit): Promise<PageResult> {
    return this.setPaused(visit, false);
  }

  /** Leads to its delivery, which shows it arriving. */
  @Post('test')
  async test(@CurrentVisit() visit: DashboardVisit): Promise<PageResult> {
    try {
      const deliveryId = await this.activity.recordWith(
        () => this.tests.send(visit.organizationId),
        (id) => ({ ...actorOf(visit), type: 'test_event_sent', data: { deliveryId: id } }),
      );
      return new Redirect(`/dashboard/deliveries/${deliveryId}`);
    } catch (error) {
      const key = error instanceof AppError && error.code !== undefined && REFUSALS[error.code];
      if (!key) throw error;
      return this.page(visit, { refusal: { key } }, error.statusCode);
    }
  }

  @Get('secret')
  async askSecret(@CurrentVisit() visit: DashboardVisit): Promise<PageResult> {
    if (!visit.isConfirmed) return confirmFirst(SECRET_ADDRESS);
    return this.page(visit, {}, 200, 'endpoint-secret');
  }

  @Post('secret')
  async rotate(@CurrentVisit() visit: DashboardVisit, @Body() fields: Fields): Promise<PageResult> {
    if (!visit.isConfirmed) return confirmFirst(SECRET_ADDRESS);
    const when = fields.when === 'now' ? 'now' : 'in_24_hours';
    // A form that is posted twice creates one secret.
    const since = new Date(String(fields.since));
    if (Number.isNaN(since.getTime())) return this.page(visit, { isOutdated: true });
    try {
      const { webhookSecret } = await this.activity.recordWith(
        () => this.endpoints.rotateSecret(visit.organizationId, when, since),
        () => ({ ...actorOf(visit), type: 'secret_rotated', data: { when } }),
      );
      return await this.page(visit, { newSecret: webhookSecret });
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'endpoint_changed') throw error;
      return this.page(visit, { isOutdated: true });
    }
  }

  private async setPaused(visit: DashboardVisit, paused: boolean): Promise<PageResult> {
    await this.activity.recordWith(
      () => this.endpoints.setPaused(visit.organizationId, paused),
      () => ({ ...actorOf(visit), type: paused ? 'endpoint_paused' : 'endpoint_resumed' }),
    );
    return new Redirect(ADDRESS);
  }

  private async page(
    visit: DashboardVisit,
    model: EndpointModel,
    status = 200,
    view = 'endpoint',
  ): Promise<Page> {
    const endpoint = await this.endpointOf(visit);
    const { url, events, problem } = model.entered ?? { ...endpoint, problem: null };
    const choices = EVENT_TYPES.map((event) => ({
      event,
      isTicked: events.includes(event),
    }));
    const { paused, nextSecretFrom, updatedAt } = endpoint;
    const since = updatedAt.toISOString();
    const hasNoEvents = events.length === 0;
    const saved = { savedAddress: endpoint.url, paused, nextSecretFrom, since };
    const all = { ...model, ...saved, address: url, problem, choices, hasNoEvents };
    return this.shell.page(visit, view, all, status);
  }

  private endpointOf({ organizationId }: DashboardVisit): Promise<WebhookEndpoint> {
    return getEndpoint(this.dataSource.manager, organizationId);
  }
}
