import { Body, Get, Post } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ActivityLog } from '../../activity/activity-log.service.js';
import { AppError } from '../../common/errors.js';
import { type Page, type PageResult } from '../../platform/pages/page.js';
import { savedEndpoint } from '../../webhooks/domain/endpoint-activity.js';
import { DEFAULT_EVENTS } from '../../webhooks/domain/event-types.js';
import { listEndpoints } from '../../webhooks/webhook-endpoint.queries.js';
import { WebhookEndpointsService } from '../../webhooks/webhook-endpoints.service.js';
import { findEndpointTotals } from '../../webhooks/webhook-health.queries.js';
import { actorOf } from '../domain/actor-of.js';
import { confirmFirst } from './confirm-first.js';
import { DashboardPages } from './dashboard-pages.decorator.js';
import { DashboardShell } from './dashboard-shell.service.js';
import { CurrentVisit, type DashboardVisit } from './dashboard-visit.decorator.js';
import { endpointAddress } from './endpoint-pages.service.js';
import { enteredEndpoint, eventChoices, problemsOf, toEndpointRow } from './endpoint.view-model.js';
import { type Fields } from './form-fields.js';

const NEW_ADDRESS = '/dashboard/endpoints/new';
/** On which the share of what was delivered is told. */
const DAYS = 30;

/** All endpoints of the organization. The secret of a new one is shown once, in the response to the form. */
@DashboardPages('/endpoints', 'endpoint')
export class EndpointsController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly endpoints: WebhookEndpointsService,
    private readonly activity: ActivityLog,
    private readonly shell: DashboardShell,
  ) {}

  @Get()
  list(@CurrentVisit() visit: DashboardVisit): Promise<Page> {
    return this.page(visit, {});
  }

  @Get('new')
  async ask(@CurrentVisit() visit: DashboardVisit): Promise<PageResult> {
    if (!visit.isConfirmed) return confirmFirst(NEW_ADDRESS);
    const choices = eventChoices(DEFAULT_EVENTS);
    return this.shell.page(visit, 'endpoint-new', { choices });
  }

  /** A form that is posted twice creates one endpoint, because its name is taken then. */
  @Post('new')
  async add(@CurrentVisit() visit: DashboardVisit, @Body() fields: Fields): Promise<PageResult> {
    if (!visit.isConfirmed) return confirmFirst(NEW_ADDRESS);
    const { organizationId } = visit;
    const { called, ...entered } = enteredEndpoint(fields);
    try {
      const newSecret = await this.activity.recordWith(
        () => this.endpoints.add({ ...entered, organizationId, label: called }),
        ({ endpointId: id }) => ({
          ...actorOf(visit),
          ...savedEndpoint(entered),
          type: 'endpoint_added',
          subject: { kind: 'webhook_endpoint', id },
        }),
      );
      return await this.page(visit, { newSecret, called });
    } catch (error) {
      const isFull = error instanceof AppError && error.code === 'too_many_endpoints';
      const problems = isFull ? null : problemsOf(error);
      const { url: address, events, holdsWhenDown: isHeldWhenDown } = entered;
      const model = { called, address, isFull, problems, choices: eventChoices(events), isHeldWhenDown };
      return this.shell.page(visit, 'endpoint-new', model, 400);
    }
  }

  private async page(visit: DashboardVisit, model: object): Promise<Page> {
    const { manager } = this.dataSource;
    const totals = await findEndpointTotals(manager, visit.organizationId, DAYS);
    const all = await listEndpoints(manager, visit.organizationId);
    const endpoints = all.map((endpoint) => {
      const total = totals.find(({ endpointId }) => endpointId === endpoint.id);
      return { ...toEndpointRow(endpoint, total), place: endpointAddress(endpoint) };
    });
    return this.shell.page(visit, 'endpoints', { ...model, endpoints, days: DAYS });
  }
}
