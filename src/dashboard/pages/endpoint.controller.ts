import { Body, Get, Param, Post, Query } from '@nestjs/common';
import { actorOf } from '../../accounts/domain/actor-of.js';
import { AppError } from '../../common/errors.js';
import { type Page, type PageResult, Redirect } from '../../platform/pages/page.js';
import { EndpointManagement, type StateChange } from '../../webhooks/endpoint-management.js';
import { type WebhookEndpoint } from '../../webhooks/webhook-endpoint.entity.js';
import { type ShownSecret } from '../../webhooks/webhook-endpoints.service.js';
import { WebhookRetries } from '../../webhooks/webhook-retries.js';
import { confirmFirst } from './confirm-first.js';
import { DashboardPages } from './dashboard-pages.decorator.js';
import { CurrentVisit, type DashboardVisit } from './dashboard-visit.decorator.js';
import { enteredEndpoint, problemsOf } from './endpoint.view-model.js';
import { endpointAddress, EndpointPages } from './endpoint-pages.js';
import { type Fields, textOf } from './form-fields.js';
import { SentOnce } from './sent-once.js';

/** Texts for why no test event was sent, or nothing was attempted, by error code. */
const REFUSALS: Partial<Record<string, string>> = {
  no_webhook_address: 'dashboard.endpoint.needsAddress',
  endpoint_disabled: 'dashboard.endpoint.needsEnabled',
  too_many_tests: 'dashboard.endpoint.tooManyTests',
  endpoint_waiting: 'dashboard.endpoint.needsResumed',
  endpoint_not_proven: 'dashboard.endpoint.needsTest',
};

/** What an endpoint's page can report as saved. */
const SAVED = ['yes', 'without-headers', 'headers', 'no-headers'] as const;

/**
 * Where events are delivered, which ones, and the secret that signs them. Without an id, this is the first endpoint.
 */
@DashboardPages(['/endpoint', '/endpoints/:id'], 'endpoint')
export class EndpointController {
  constructor(
    private readonly endpoints: EndpointManagement,
    private readonly retries: WebhookRetries,
    private readonly pages: EndpointPages,
    private readonly once: SentOnce,
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
    const { id: endpointId } = endpoint;
    const { called, ...entered } = enteredEndpoint(fields);
    // The first endpoint can stay unnamed.
    const label = endpoint.label === '' && called === '' ? undefined : called;
    try {
      const change = { ...entered, endpointId, label };
      const { headersRemoved } = await this.endpoints.save(actorOf(visit), change);
      return new Redirect(`${endpointAddress(endpoint)}?saved=${headersRemoved ? 'without-headers' : 'yes'}`);
    } catch (error) {
      const problems = problemsOf(error);
      return this.pages.show(visit, endpoint, { entered: { ...entered, called, problems } }, 400);
    }
  }

  @Post('pause')
  pause(@CurrentVisit() visit: DashboardVisit, @Param('id') id: string | undefined): Promise<PageResult> {
    return this.change(visit, id, 'pause');
  }

  @Post('resume')
  resume(@CurrentVisit() visit: DashboardVisit, @Param('id') id: string | undefined): Promise<PageResult> {
    return this.change(visit, id, 'resume');
  }

  @Post('disable')
  disable(@CurrentVisit() visit: DashboardVisit, @Param('id') id: string | undefined): Promise<PageResult> {
    return this.change(visit, id, 'disable');
  }

  @Post('enable')
  enable(@CurrentVisit() visit: DashboardVisit, @Param('id') id: string | undefined): Promise<PageResult> {
    return this.change(visit, id, 'enable');
  }

  /** Redirects to the test event's delivery, which shows it arriving. A form posted twice sends one. */
  @Post('test')
  async test(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id') id: string | undefined,
    @Body() fields: Fields,
  ): Promise<PageResult> {
    const endpoint = await this.pages.find(visit, id);
    const type = textOf(fields.event) || undefined;
    return this.orRefusal(visit, endpoint, 'dashboard.endpoint.noTest', async () => {
      const send = () => this.endpoints.sendTest(actorOf(visit), endpoint.id, type);
      const deliveryId = await this.once.run(visit, `test-event:${endpoint.id}`, fields, send);
      return new Redirect(`/dashboard/deliveries/${deliveryId}`);
    });
  }

  /** Attempts everything that waits for the endpoint. A form posted twice does so once. */
  @Post('retry')
  async retry(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id') id: string | undefined,
  ): Promise<PageResult> {
    const endpoint = await this.pages.find(visit, id);
    return this.orRefusal(visit, endpoint, 'dashboard.endpoint.notRetried', async () => {
      await this.retries.retryAll(actorOf(visit), endpoint.id);
      return new Redirect(endpointAddress(endpoint));
    });
  }

  @Get('delete')
  async showDelete(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id') id: string | undefined,
  ): Promise<PageResult> {
    const endpoint = await this.pages.find(visit, id);
    if (!visit.isConfirmed) return confirmFirst(`${endpointAddress(endpoint)}/delete`);
    return this.pages.show(visit, endpoint, {}, 200, 'endpoint-delete');
  }

  @Post('delete')
  async delete(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id') id: string | undefined,
  ): Promise<PageResult> {
    const endpoint = await this.pages.find(visit, id);
    if (!visit.isConfirmed) return confirmFirst(`${endpointAddress(endpoint)}/delete`);
    await this.endpoints.delete(actorOf(visit), endpoint.id);
    return new Redirect('/dashboard/endpoints');
  }

  @Get('secret')
  async showRotate(
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

  /** @returns null if the form is outdated: a form posted twice creates only one secret */
  private async rotated(
    visit: DashboardVisit,
    endpoint: WebhookEndpoint,
    fields: Fields,
  ): Promise<ShownSecret | null> {
    const when = fields.when === 'now' ? 'now' : 'in_24_hours';
    const unchangedSince = new Date(String(fields.since));
    if (Number.isNaN(unchangedSince.getTime())) return null;
    const rotation = { when, unchangedSince, endpointId: endpoint.id } as const;
    try {
      return await this.endpoints.rotateSecret(actorOf(visit), rotation);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'endpoint_changed') throw error;
      return null;
    }
  }

  /** @throws the error itself, unless it explains why nothing was done */
  private async orRefusal(
    visit: DashboardVisit,
    endpoint: WebhookEndpoint,
    title: string,
    work: () => Promise<PageResult>,
  ): Promise<PageResult> {
    try {
      return await work();
    } catch (error) {
      const key = error instanceof AppError && error.code !== undefined && REFUSALS[error.code];
      if (!key) throw error;
      return this.pages.show(visit, endpoint, { refusal: { title, reason: { key } } }, error.statusCode);
    }
  }

  private async change(
    visit: DashboardVisit,
    id: string | undefined,
    change: StateChange,
  ): Promise<PageResult> {
    const endpoint = await this.pages.find(visit, id);
    await this.endpoints.changeState(actorOf(visit), change, endpoint.id);
    return new Redirect(endpointAddress(endpoint));
  }
}
