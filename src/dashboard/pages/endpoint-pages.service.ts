import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { notFound } from '../../common/errors.js';
import { parseId } from '../../common/ids.js';
import { type Page } from '../../platform/pages/page.js';
import { Settings } from '../../platform/config/settings.js';
import { type Statement } from '../../platform/templates/statement.js';
import { EndpointHeaders } from '../../webhooks/endpoint-headers.service.js';
import { type WebhookEndpoint } from '../../webhooks/webhook-endpoint.entity.js';
import { findEndpoint } from '../../webhooks/webhook-endpoint.queries.js';
import { type ShownSecret } from '../../webhooks/webhook-endpoints.service.js';
import { countWaiting } from '../../webhooks/webhook-hold.queries.js';
import { WebhookKeyPairs } from '../../webhooks/webhook-key-pairs.service.js';
import { actorOf } from '../domain/actor-of.js';
import { DashboardShell } from './dashboard-shell.service.js';
import { type DashboardVisit } from './dashboard-visit.decorator.js';
import { DeliveryHealth } from './delivery-health.service.js';
import { eventChoices, type EnteredEndpoint, STATE_TONES, stateOf } from './endpoint.view-model.js';

interface EndpointModel {
  entered?: EnteredEndpoint;
  /** What was saved: the endpoint, the endpoint without the headers that it had, headers, or none. */
  saved?: 'yes' | 'without-headers' | 'headers' | 'no-headers';
  isOutdated?: boolean;
  newSecret?: ShownSecret;
  /** Why no test event was sent. */
  refusal?: Statement;
}

/** More that wait for an endpoint are not counted. */
const MOST_WAITING = 10_000;

/** How the activity names an endpoint that a member has changed. */
export const aboutEndpoint = (visit: DashboardVisit, { id }: WebhookEndpoint) => ({
  ...actorOf(visit),
  subject: { kind: 'webhook_endpoint', id } as const,
});

/** Where an endpoint's page is. */
export const endpointAddress = ({ id, isFirst }: Pick<WebhookEndpoint, 'id' | 'isFirst'>) =>
  isFirst ? '/dashboard/endpoint' : `/dashboard/endpoints/${id}`;

/** Assembles the pages of one endpoint. */
@Injectable()
export class EndpointPages {
  constructor(
    private readonly dataSource: DataSource,
    private readonly keyPairs: WebhookKeyPairs,
    private readonly settings: Settings,
    private readonly health: DeliveryHealth,
    private readonly shell: DashboardShell,
    private readonly headers: EndpointHeaders,
  ) {}

  /** The first one without an id. @throws AppError 404, for another organization's endpoint as well */
  async find({ organizationId }: DashboardVisit, id: string | undefined): Promise<WebhookEndpoint> {
    const endpointId = id === undefined ? undefined : parseId(id);
    const found =
      endpointId === null
        ? null
        : await findEndpoint(this.dataSource.manager, organizationId, { endpointId });
    if (!found) throw notFound('Endpoint');
    return found;
  }

  /** How many headers of the organization's own it gets. */
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
    const state = stateOf(endpoint);
    const all = {
      ...model,
      // What a form was answered with is not fetched again: the new secret would be gone.
      isAnswer: Object.keys(model).some((key) => key !== 'saved'),
      id: endpoint.id,
      place: endpointAddress(endpoint),
      isNamed: label !== '',
      savedName: label,
      savedAddress: url,
      state,
      tone: STATE_TONES[state],
      ...(await this.waitingFor(endpoint)),
      health: await this.health.look({ organizationId, endpointId: endpoint.id }),
      nextSecretFrom,
      headers: this.headersOf(endpoint),
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
      // Not `disabled`, which the partials of buttons read.
      isDisabled: disabled,
      stateSince,
      nextProbeAt,
      waiting,
      isMore: waiting === MOST_WAITING,
    };
  }
}
