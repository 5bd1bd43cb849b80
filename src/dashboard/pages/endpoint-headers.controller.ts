import { Body, Get, Param, Post } from '@nestjs/common';
import { actorOf } from '../../accounts/domain/actor-of.js';
import { AppError } from '../../common/errors.js';
import { type Page, type PageResult, Redirect } from '../../platform/pages/page.js';
import {
  type EndpointHeader,
  MAX_HEADER_NAME,
  MAX_HEADER_VALUE,
  MAX_HEADERS,
  originOf,
} from '../../webhooks/domain/endpoint-headers.js';
import { EndpointManagement } from '../../webhooks/endpoint-management.js';
import { type WebhookEndpoint } from '../../webhooks/webhook-endpoint.entity.js';
import { confirmFirst } from './confirm-first.js';
import { DashboardPages } from './dashboard-pages.decorator.js';
import { DashboardShell } from './dashboard-shell.js';
import { CurrentVisit, type DashboardVisit } from './dashboard-visit.decorator.js';
import { endpointAddress, EndpointPages } from './endpoint-pages.js';
import { type Fields, textOf } from './form-fields.js';

/** The headers sent to an endpoint in addition to our own. Once entered, they are never shown again. */
@DashboardPages(['/endpoint/headers', '/endpoints/:id/headers'], 'endpoint')
export class EndpointHeadersController {
  constructor(
    private readonly endpoints: EndpointManagement,
    private readonly pages: EndpointPages,
    private readonly shell: DashboardShell,
  ) {}

  @Get()
  async showForm(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id') id: string | undefined,
  ): Promise<PageResult> {
    const endpoint = await this.pages.find(visit, id);
    if (endpoint.url === null) return new Redirect(endpointAddress(endpoint));
    if (!visit.isConfirmed) return confirmFirst(`${endpointAddress(endpoint)}/headers`);
    return this.page(visit, endpoint);
  }

  @Post()
  async save(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id') id: string | undefined,
    @Body() fields: Fields,
  ): Promise<PageResult> {
    const endpoint = await this.pages.find(visit, id);
    if (!visit.isConfirmed) return confirmFirst(`${endpointAddress(endpoint)}/headers`);
    const entered = rowsOf(fields);
    try {
      const origin = textOf(fields.origin);
      const set = await this.endpoints.setHeaders(actorOf(visit), endpoint.id, entered, origin);
      return new Redirect(`${endpointAddress(endpoint)}?saved=${set > 0 ? 'headers' : 'no-headers'}`);
    } catch (error) {
      if (!(error instanceof AppError) || error.statusCode !== 400) throw error;
      return this.page(visit, endpoint, entered, error);
    }
  }

  /** Only the names of entered headers are shown again. */
  private page(
    visit: DashboardVisit,
    endpoint: WebhookEndpoint,
    entered: readonly EndpointHeader[] = rowsOf({}),
    refusal?: AppError,
  ): Promise<Page> {
    const problemOf = (field: string, key: string) => {
      const message = refusal?.details?.find((detail) => detail.field === field)?.message;
      if (message === undefined) return undefined;
      return {
        key: `dashboard.endpointHeaders.${key}`,
        values: { problem: message.slice(field.length).trim() },
      };
    };
    const rows = entered.map(({ name }, index) => ({
      index,
      number: index + 1,
      header: name,
      wrongName: problemOf(`headers[${index}].name`, 'wrongName'),
      wrongValue: problemOf(`headers[${index}].value`, 'wrongValue'),
    }));
    const model = {
      rows,
      limits: { name: MAX_HEADER_NAME, value: MAX_HEADER_VALUE },
      origin: originOf(endpoint.url!),
      place: endpointAddress(endpoint),
      savedName: endpoint.label,
      hasHeaders: this.pages.headersOf(endpoint) > 0,
      isOutdated: refusal?.code === 'endpoint_changed',
    };
    return this.shell.page(visit, 'endpoint-headers', model, refusal ? 400 : 200);
  }
}

const rowsOf = (fields: Fields): EndpointHeader[] =>
  Array.from({ length: MAX_HEADERS }, (_, index) => ({
    name: textOf(fields[`name-${index}`]),
    value: textOf(fields[`value-${index}`]),
  }));
