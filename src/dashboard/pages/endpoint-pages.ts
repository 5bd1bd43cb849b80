import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { notFound } from '../../common/errors.js';
import { parseId } from '../../common/ids.js';
import { Settings } from '../../platform/config/settings.js';
import { type Page } from '../../platform/pages/page.js';
import { type Statement } from '../../platform/templates/statement.js';
import { TESTABLE_EVENTS } from '../../webhooks/domain/test-events.js';
import { findEndpointAttempts } from '../../webhooks/endpoint-attempts.queries.js';
import { EndpointHeaders } from '../../webhooks/endpoint-headers.js';
import { browseDeliveries } from '../../webhooks/webhook-browsing.queries.js';
import { type WebhookEndpoint } from '../../webhooks/webhook-endpoint.entity.js';
import { findEndpoint } from '../../webhooks/webhook-endpoint.queries.js';
import { type ShownSecret, WebhookEndpointsService } from '../../webhooks/webhook-endpoints.service.js';
import { findEndpointTotals } from '../../webhooks/webhook-health.queries.js';
import { countWaiting } from '../../webhooks/webhook-hold.queries.js';
import { WebhookKeyPairs } from '../../webhooks/webhook-key-pairs.js';
import { WebhookRetries } from '../../webhooks/webhook-retries.js';
import { shownStatus } from '../domain/delivery-filter.js';
import { failureInShort } from '../domain/failure-words.js';
import { DashboardShell } from './dashboard-shell.js';
import { type DashboardVisit } from './dashboard-visit.decorator.js';
import { DeliveryHealth } from './delivery-health.js';
import {
  conditionOf,
  type EnteredEndpoint,
  eventChoices,
  MOST_RETRYING,
  toEndpointRow,
} from './endpoint.view-model.js';

interface EndpointModel {
  entered?: EnteredEndpoint;
  /** What was saved: the endpoint, the endpoint with its headers dropped, new headers, or no headers. */
  saved?: 'yes' | 'without-headers' | 'headers' | 'no-headers';
  isOutdated?: boolean;
  newSecret?: ShownSecret;
  /** Why no test event was sent, or nothing was attempted. */
  refusal?: { title: string; reason: Statement };
}

/** Waiting deliveries are counted up to this number. */
const MOST_WAITING = 10_000;
/** Days over which shares of successful attempts and deliveries are shown. */
const DAYS = 30;
/** Deliveries listed on an endpoint's page, newest first. */
const RECENT = 8;

/** The address of an endpoint's page. */
export const endpointAddress = ({ id, isFirst }: Pick<WebhookEndpoint, 'id' | 'isFirst'>) =>
  isFirst ? '/dashboard/endpoint' : `/dashboard/endpoints/${id}`;

/** Assembles the endpoint pages. */
@Injectable()
export class EndpointPages {
  constructor(
    private readonly dataSource: DataSource,
    private readonly endpoints: WebhookEndpointsService,
    private readonly keyPairs: WebhookKeyPairs,
    private readonly settings: Settings,
    private readonly health: DeliveryHealth,
    private readonly shell: DashboardShell,
    private readonly headers: EndpointHeaders,
    private readonly retries: WebhookRetries,
  ) {}

  /** All endpoints. */
  async list(visit: DashboardVisit, model: object): Promise<Page> {
    const { organizationId } = visit;
    const { manager } = this.dataSource;
    const totals = await findEndpointTotals(manager, organizationId, DAYS);
    const attempts = await findEndpointAttempts(manager, { organizationId }, MOST_RETRYING + 1);
    const endpoints = (await this.endpoints.list(organizationId)).flatMap((endpoint) => {
      const isOfIt = ({ endpointId }: { endpointId: number }) => endpointId === endpoint.id;
      const own = attempts.find(isOfIt);
      if (!own) return [];
      return [{ ...toEndpointRow(endpoint, own, totals.find(isOfIt)), place: endpointAddress(endpoint) }];
    });
    return this.shell.page(visit, 'endpoints', { ...model, endpoints, days: DAYS });
  }

  /** Without an id, the first endpoint. @throws AppError 404, also for another organization's endpoint */
  async find({ organizationId }: DashboardVisit, id: string | undefined): Promise<WebhookEndpoint> {
    const endpointId = id === undefined ? undefined : parseId(id);
    const found =
      endpointId === null
        ? null
        : await findEndpoint(this.dataSource.manager, organizationId, { endpointId });
    if (!found) throw notFound('Endpoint');
    return found;
  }

  /** The number of the organization's own headers sent to it. */
  headersOf(endpoint: WebhookEndpoint): number {
    return this.headers.for({ ...endpoint, endpointId: endpoint.id }).length;
  }

  async show(
    visit: DashboardVisit,
    endpoint: WebhookEndpoint,
    model: EndpointModel,
    status = 200,
    view = 'endpoint',
  ): Promise<Page> {
    const { organizationId } = visit;
    const { url, label, events, holdsWhenDown, nextSecretFrom, updatedAt } = endpoint;
    const entered = model.entered ?? { called: label, url, events, holdsWhenDown, problems: null };
    const all = {
      ...model,
      // A form's answer must not be refreshed: the new secret would be lost.
      isAnswer: Object.keys(model).some((key) => key !== 'saved'),
      id: endpoint.id,
      place: endpointAddress(endpoint),
      isNamed: label !== '',
      savedName: label,
      savedAddress: url,
      ...(await this.waitingFor(endpoint)),
      ...(await this.retryingAt(endpoint)),
      recent: await this.recentOf(endpoint),
      tests: TESTABLE_EVENTS,
      health: await this.health.find({ organizationId, endpointId: endpoint.id }),
      nextSecretFrom,
      headers: this.headersOf(endpoint),
      isFirst: endpoint.isFirst,
      isDeletable: !endpoint.isFirst || url !== null,
      since: updatedAt.toISOString(),
      called: entered.called,
      address: entered.url,
      problems: entered.problems,
      choices: eventChoices(entered.events),
      isHeldWhenDown: entered.holdsWhenDown,
      hasNoEvents: entered.events.length === 0,
      publicKey: await this.keyPairs.publicKeyOf(organizationId),
      keyAddress: `${this.settings.publicUrl}/.well-known/webhook-keys/${organizationId}`,
    };
    return this.shell.page(visit, view, all, status);
  }

  /** The condition of the endpoint, and whether everything that waits for another attempt can be attempted now. */
  private async retryingAt(endpoint: WebhookEndpoint) {
    const { organizationId, id: endpointId } = endpoint;
    const { manager } = this.dataSource;
    const [attempts] = await findEndpointAttempts(manager, { organizationId, endpointId }, MOST_RETRYING + 1);
    const retry = await this.retries.latest(organizationId, endpointId);
    return {
      condition: attempts && conditionOf(endpoint, attempts),
      isProven: await this.retries.isProven(organizationId, endpointId),
      retry,
      isRetrying: retry?.state === 'running',
    };
  }

  private async recentOf({ organizationId, id: endpointId }: WebhookEndpoint) {
    const found = await browseDeliveries(this.dataSource.manager, {
      ...{ organizationId, endpointId },
      limit: RECENT,
    });
    return found.map((each) => ({
      ...each,
      shownStatus: shownStatus(each),
      inShort: each.failureReason === null ? null : failureInShort(each.failureReason),
    }));
  }

  private async waitingFor({
    id,
    organizationId,
    paused,
    held,
    disabled,
    stateSince,
    nextProbeAt,
  }: WebhookEndpoint) {
    const waiting = await countWaiting(this.dataSource.manager, organizationId, id, MOST_WAITING);
    return {
      paused,
      held,
      // Not named `disabled`, which the button partials read.
      isDisabled: disabled,
      stateSince,
      nextProbeAt,
      waiting,
      isMore: waiting === MOST_WAITING,
    };
  }
}
