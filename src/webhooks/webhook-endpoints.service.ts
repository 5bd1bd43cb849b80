import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { invalid, notFound, refused } from '../common/errors.js';
import { SecretBox } from '../platform/crypto/secret-box.service.js';
import { randomBase62 } from '../platform/crypto/tokens.js';
import { Transactions } from '../platform/database/transactions.js';
import { OrganizationChanges } from '../platform/events/organization-changes.service.js';
import { HttpClient } from '../platform/http-client/http-client.service.js';
import { DEFAULT_EVENTS, EVENT_TYPES } from './domain/event-types.js';
import { originOf } from './domain/endpoint-headers.js';
import { readLabel } from './domain/endpoint-label.js';
import { secretContext } from './domain/secret-context.js';
import { standardSecret } from './domain/webhook-signature.js';
import { EndpointWatch } from './endpoint-watch.service.js';
import { failWaitingDeliveries } from './webhook-delivery.queries.js';
import { WebhookDispatcher } from './webhook-dispatcher.service.js';
import { WebhookEndpoint } from './webhook-endpoint.entity.js';
import {
  findEndpoint,
  listEndpoints,
  replaceSecret,
  replaceSecretLater,
  setHeaders,
} from './webhook-endpoint.queries.js';
import { ENDPOINT_DISABLED } from './webhook-event.queries.js';
import { forgetFailures } from './webhook-hold.queries.js';
import { DELIVERIES } from './webhook.events.js';

const SECRET_PREFIX = 'sk_webhook_';
/** 43 characters of base62 carry 256 bits. */
const SECRET_LENGTH = 43;
/** How long both secrets sign `v1`: before the new one takes effect, or after it has. */
const ROTATION_HOURS = 24;

export interface WebhookAddress {
  url: string;
  events: string[];
  holdsWhenDown: boolean;
  /** Present if the endpoint had headers, which do not go to another scheme, host or port. */
  headersRemoved?: true;
}

export interface NewEndpoint {
  organizationId: number;
  /** What the organization's members call it. */
  label: string;
  url: string;
  /** Those delivered by default if missing. */
  events?: string[];
  /** Whether it is held when it is down; not by default. */
  holdsWhenDown?: boolean;
}

/** A secret as it is shown, once. */
export interface ShownSecret {
  webhookSecret: string;
  /** The same one as `whsec_…`, for the libraries of the Standard Webhooks. */
  standardWebhooksSecret: string;
}

const shown = (secret: string): ShownSecret => ({
  webhookSecret: secret,
  standardWebhooksSecret: standardSecret(secret),
});

/** So that one event of an organization causes no flood. */
const MAX_ENDPOINTS = 20;

/**
 * Manages the addresses, the event types and the secrets of an organization's endpoints. Where an `endpointId` may be given,
 * the first endpoint is meant by default.
 */
@Injectable()
export class WebhookEndpointsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly http: HttpClient,
    private readonly secretBox: SecretBox,
    private readonly dispatcher: WebhookDispatcher,
    private readonly changes: OrganizationChanges,
    private readonly watch: EndpointWatch,
  ) {}

  /** Creates the first endpoint of a new organization, without an address. The secret is shown once. */
  async createFor(tx: EntityManager, organizationId: number): Promise<ShownSecret> {
    const { secret, secretSealed } = this.newSecret(organizationId);
    await tx.insert(WebhookEndpoint, {
      organizationId,
      isFirst: true,
      events: [...DEFAULT_EVENTS],
      secretSealed,
    });
    return shown(secret);
  }

  /**
   * Adds an endpoint with a secret of its own, which is shown once.
   * @throws AppError 400 for an address, event types or a label as `setUrl`, `too_many_endpoints`; 404 for no organization
   */
  async add({
    organizationId,
    label: given,
    url,
    events = [...DEFAULT_EVENTS],
    holdsWhenDown = false,
  }: NewEndpoint) {
    const label = readLabel(given);
    assertKnown(events);
    await this.http.assertDeliverableUrl(url);
    const { secret, secretSealed } = this.newSecret(organizationId);
    return this.transactions.run(async (tx) => {
      // Counted by one transaction at a time.
      await lockEndpoint(tx, organizationId);
      const others = await listEndpoints(tx, organizationId);
      assertFree(label, others);
      if (others.length >= MAX_ENDPOINTS)
        throw refused('too_many_endpoints', `An organization can have ${MAX_ENDPOINTS} endpoints`);
      const values = { organizationId, label, url, events, holdsWhenDown, secretSealed };
      const { identifiers } = await tx.insert(WebhookEndpoint, values);
      return { endpointId: (identifiers[0] as { id: number }).id, ...shown(secret) };
    });
  }

  /**
   * Sets the address and, if given, the event types, the label, and whether the endpoint is held when it is down. If it is held
   * and is not to be any more, what waits is sent. An address with another scheme, host or port removes its headers.
   * @throws AppError 400 for an address that deliveries may not go to, an unknown event type, or a label that is too long or
   *   another endpoint's; 404 for no organization or endpoint
   */
  async setUrl(input: {
    organizationId: number;
    endpointId?: number;
    url: string;
    events?: string[];
    label?: string;
    holdsWhenDown?: boolean;
  }): Promise<WebhookAddress> {
    const { organizationId, url, endpointId } = input;
    assertKnown(input.events ?? []);
    const given = input.label === undefined ? undefined : readLabel(input.label);
    await this.http.assertDeliverableUrl(url);
    return this.transactions.run(async (tx) => {
      // Labels are compared by one transaction at a time.
      if (given !== undefined) await lockEndpoint(tx, organizationId);
      const endpoint = await lockEndpoint(tx, organizationId, endpointId);
      const { id } = endpoint;
      const { events = endpoint.events, holdsWhenDown = endpoint.holdsWhenDown } = input;
      const label = given ?? endpoint.label;
      if (given !== undefined)
        assertFree(
          label,
          (await listEndpoints(tx, organizationId)).filter((other) => other.id !== id),
        );
      if (!holdsWhenDown) await this.stopHolding(tx, endpoint);
      await tx.update(
        WebhookEndpoint,
        { organizationId, id },
        { url, events, label, holdsWhenDown, updatedAt: () => 'app_now()' },
      );
      const headersRemoved = endpoint.headersSealed !== null && !isSameOrigin(endpoint.url, url);
      if (headersRemoved) await setHeaders(tx, endpoint, null);
      return { url, events, holdsWhenDown, ...(headersRemoved && { headersRemoved }) };
    });
  }

  /**
   * Creates a new secret, shown once. The old one signs until `validFrom`.
   * @param unchangedSince - the endpoint's `updatedAt` as the caller knows it
   * @throws AppError 404; 400 `endpoint_changed` if the endpoint was changed since then, also when two calls race
   */
  async rotateSecret(
    organizationId: number,
    when: 'now' | 'in_24_hours',
    unchangedSince?: Date,
    endpointId?: number,
  ): Promise<ShownSecret & { validFrom: Date }> {
    const { secret: created, secretSealed } = this.newSecret(organizationId);
    const secret = { sealed: secretSealed, unchangedSince, endpointId };
    const validFrom = await this.transactions.run((tx) =>
      when === 'now'
        ? replaceSecret(tx, organizationId, secret, ROTATION_HOURS)
        : replaceSecretLater(tx, organizationId, secret, ROTATION_HOURS),
    );
    if (validFrom === null && unchangedSince)
      throw refused('endpoint_changed', 'The endpoint has been changed in the meantime');
    if (validFrom === null) throw notFound(endpointId === undefined ? 'Organization' : 'Endpoint');
    return { ...shown(created), validFrom };
  }

  /** While paused, deliveries wait without attempts; resuming sends them, also those to an endpoint that is held. @throws AppError 404 */
  async setPaused(organizationId: number, paused: boolean, endpointId?: number): Promise<void> {
    await this.transactions.run(async (tx) => {
      const endpoint = await lockEndpoint(tx, organizationId, endpointId);
      await this.changeState(tx, endpoint, { paused });
      if (!paused) await this.dispatcher.dispatchParked(tx, endpoint);
    });
  }

  /**
   * While disabled, an endpoint gets no events at all, and what waited for it has failed. What is being sent when it is disabled
   * ends by itself. @throws AppError 404
   */
  async setDisabled(organizationId: number, disabled: boolean, endpointId?: number): Promise<void> {
    await this.transactions.run(async (tx) => {
      const endpoint = await lockEndpoint(tx, organizationId, endpointId);
      await this.changeState(tx, endpoint, { disabled });
      if (disabled) await failWaitingDeliveries(tx, organizationId, endpoint.id, ENDPOINT_DISABLED);
    });
  }

  private async changeState(
    tx: EntityManager,
    endpoint: WebhookEndpoint,
    state: Partial<Pick<WebhookEndpoint, 'paused' | 'disabled'>>,
  ): Promise<void> {
    const { organizationId, id } = endpoint;
    await this.watch.release(tx, endpoint, 'member');
    await forgetFailures(tx, endpoint);
    const now = () => 'app_now()';
    await tx.update(WebhookEndpoint, { organizationId, id }, { ...state, stateSince: now, updatedAt: now });
    this.changes.mark(tx, organizationId, DELIVERIES);
  }

  private async stopHolding(tx: EntityManager, endpoint: WebhookEndpoint): Promise<void> {
    await forgetFailures(tx, endpoint);
    await this.watch.release(tx, endpoint, 'member');
    if (endpoint.held) await this.dispatcher.dispatchParked(tx, endpoint);
  }

  private newSecret(organizationId: number): { secret: string; secretSealed: string } {
    const secret = SECRET_PREFIX + randomBase62(SECRET_LENGTH);
    return { secret, secretSealed: this.secretBox.sealText(secret, secretContext(organizationId)) };
  }
}

async function lockEndpoint(
  tx: EntityManager,
  organizationId: number,
  endpointId?: number,
): Promise<WebhookEndpoint> {
  const endpoint = await findEndpoint(tx, organizationId, { endpointId, lock: true });
  if (!endpoint) throw notFound(endpointId === undefined ? 'Organization' : 'Endpoint');
  return endpoint;
}

const isSameOrigin = (former: string | null, url: string) =>
  former !== null && originOf(former) === originOf(url);

/** So that the history can name them. */
function assertFree(label: string, others: readonly WebhookEndpoint[]): void {
  if (others.some((other) => other.label === label))
    throw invalid({ field: 'label', message: `label: another endpoint is called ${label}` });
}

function assertKnown(events: readonly string[]): void {
  const unknown = events.find((event) => !EVENT_TYPES.includes(event));
  if (unknown !== undefined)
    throw invalid({
      field: 'events',
      message: `events: ${unknown} is not one of ${EVENT_TYPES.join(', ')}`,
    });
}
