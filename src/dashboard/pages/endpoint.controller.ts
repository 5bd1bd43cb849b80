import { Body, Get, Param, Post, Query } from '@nestjs/common';
import { ActivityLog } from '../../activity/activity-log.service.js';
import { type ActivityType } from '../../activity/domain/activity-event.js';
import { AppError } from '../../common/errors.js';
import { type Page, type PageResult, Redirect } from '../../platform/pages/page.js';
import { savedEndpoint } from '../../webhooks/domain/endpoint-activity.js';
import { type WebhookEndpoint } from '../../webhooks/webhook-endpoint.entity.js';
import { type ShownSecret, WebhookEndpointsService } from '../../webhooks/webhook-endpoints.service.js';
import { WebhookTests } from '../../webhooks/webhook-tests.service.js';
import { confirmFirst } from './confirm-first.js';
import { DashboardPages } from './dashboard-pages.decorator.js';
import { CurrentVisit, type DashboardVisit } from './dashboard-visit.decorator.js';
import { aboutEndpoint, endpointAddress, EndpointPages } from './endpoint-pages.service.js';
import { enteredEndpoint, problemsOf } from './endpoint.view-model.js';
import { type Fields } from './form-fields.js';

/** Why no test event was sent, by the error's code. */
const REFUSALS: Partial<Record<string, string>> = {
  no_webhook_address: 'dashboard.endpoint.testNeedsAddress',
  endpoint_disabled: 'dashboard.endpoint.testNeedsEnabled',
  too_many_tests: 'dashboard.endpoint.tooManyTests',
};

/** What a page of an endpoint may say was saved. */
const SAVED = ['yes', 'without-headers', 'headers', 'no-headers'] as const;

/** Where events are delivered, which ones, and the secret that signs them. Without an id, of the first endpoint. */
@DashboardPages(['/endpoint', '/endpoints/:id'], 'endpoint')
export class EndpointController {
  constructor(
    private readonly endpoints: WebhookEndpointsService,
    private readonly activity: ActivityLog,
    private readonly tests: WebhookTests,
    private readonly pages: EndpointPages,
  ) {}

  @Get()
  async show(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id') id: string | undefined,
    @Query() { saved }: Fields,
  ): Promise<Page> {
    const endpoint = await this.pages.find(visit, id);
    return this.pages.show(visit, endpoint, { saved: SAVED.find((what) => what === saved) });
  }

  @Post()
  async save(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id') id: string | undefined,
    @Body() fields: Fields,
  ): Promise<PageResult> {
    const endpoint = await this.pages.find(visit, id);
    const { organizationId, id: endpointId } = endpoint;
    const { called, ...entered } = enteredEndpoint(fields);
    // The first one may stay without a name.
    const label = endpoint.label === '' && called === '' ? undefined : called;
    try {
      const { headersRemoved } = await this.activity.recordWith(
        () => this.endpoints.setUrl({ ...entered, organizationId, endpointId, label }),
        (saved) => ({ ...aboutEndpoint(visit, endpoint), ...savedEndpoint(saved) }),
      );
      return new Redirect(`${endpointAddress(endpoint)}?saved=${headersRemoved ? 'without-headers' : 'yes'}`);
    } catch (error) {
      const problems = problemsOf(error);
      return this.pages.show(visit, endpoint, { entered: { ...entered, called, problems } }, 400);
    }
  }

  @Post('pause')
  pause(@CurrentVisit() visit: DashboardVisit, @Param('id') id: string | undefined): Promise<PageResult> {
    return this.change(visit, id, 'endpoint_paused', (endpointId) =>
      this.endpoints.setPaused(visit.organizationId, true, endpointId),
    );
  }

  @Post('resume')
  resume(@CurrentVisit() visit: DashboardVisit, @Param('id') id: string | undefined): Promise<PageResult> {
    return this.change(visit, id, 'endpoint_resumed', (endpointId) =>
      this.endpoints.setPaused(visit.organizationId, false, endpointId),
    );
  }

  @Post('disable')
  disable(@CurrentVisit() visit: DashboardVisit, @Param('id') id: string | undefined): Promise<PageResult> {
    return this.change(visit, id, 'endpoint_disabled', (endpointId) =>
      this.endpoints.setDisabled(visit.organizationId, true, endpointId),
    );
  }

  @Post('enable')
  enable(@CurrentVisit() visit: DashboardVisit, @Param('id') id: string | undefined): Promise<PageResult> {
    return this.change(visit, id, 'endpoint_enabled', (endpointId) =>
      this.endpoints.setDisabled(visit.organizationId, false, endpointId),
    );
  }

  /** Leads to its delivery, which shows it arriving. */
  @Post('test')
  async test(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id') id: string | undefined,
  ): Promise<PageResult> {
    const endpoint = await this.pages.find(visit, id);
    try {
      const deliveryId = await this.activity.recordWith(
        () => this.tests.send(visit.organizationId, endpoint.id),
        (sent) => ({
          ...aboutEndpoint(visit, endpoint),
          type: 'test_event_sent',
          data: { deliveryId: sent },
        }),
      );
      return new Redirect(`/dashboard/deliveries/${deliveryId}`);
    } catch (error) {
      const key = error instanceof AppError && error.code !== undefined && REFUSALS[error.code];
      if (!key) throw error;
      return this.pages.show(visit, endpoint, { refusal: { key } }, error.statusCode);
    }
  }

  @Get('secret')
  async askSecret(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id') id: string | undefined,
  ): Promise<PageResult> {
    const endpoint = await this.pages.find(visit, id);
    if (!visit.isConfirmed) return confirmFirst(`${endpointAddress(endpoint)}/secret`);
    return this.pages.show(visit, endpoint, {}, 200, 'endpoint-secret');
  }

  @Post('secret')
  async rotate(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id') id: string | undefined,
    @Body() fields: Fields,
  ): Promise<PageResult> {
    const endpoint = await this.pages.find(visit, id);
    if (!visit.isConfirmed) return confirmFirst(`${endpointAddress(endpoint)}/secret`);
    const newSecret = await this.rotated(visit, endpoint, fields);
    const model = newSecret === null ? { isOutdated: true } : { newSecret };
    return this.pages.show(visit, await this.pages.find(visit, id), model);
  }

  /** @returns null if the form is outdated: one that is posted twice creates one secret */
  private async rotated(
    visit: DashboardVisit,
    endpoint: WebhookEndpoint,
    fields: Fields,
  ): Promise<ShownSecret | null> {
    const when = fields.when === 'now' ? 'now' : 'in_24_hours';
    const since = new Date(String(fields.since));
    if (Number.isNaN(since.getTime())) return null;
    try {
      return await this.activity.recordWith(
        () => this.endpoints.rotateSecret(visit.organizationId, when, since, endpoint.id),
        () => ({ ...aboutEndpoint(visit, endpoint), type: 'secret_rotated', data: { when } }),
      );
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'endpoint_changed') throw error;
      return null;
    }
  }

  private async change(
    visit: DashboardVisit,
    id: string | undefined,
    type: ActivityType,
    work: (endpointId: number) => Promise<void>,
  ): Promise<PageResult> {
    const endpoint = await this.pages.find(visit, id);
    await this.activity.recordWith(
      () => work(endpoint.id),
      () => ({ ...aboutEndpoint(visit, endpoint), type }),
    );
    return new Redirect(endpointAddress(endpoint));
  }
}
