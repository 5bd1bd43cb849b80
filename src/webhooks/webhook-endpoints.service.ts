import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { invalid, notFound, refused } from '../common/errors.js';
import { SecretBox } from '../platform/crypto/secret-box.js';
import { randomBase62 } from '../platform/crypto/tokens.js';
import { Transactions } from '../platform/database/transactions.js';
import { forgetDisruption } from '../platform/disruptions/disruption.queries.js';
import { OrganizationChanges } from '../platform/events/organization-changes.js';
import { HttpClient } from '../platform/http-client/http-client.js';
import { originOf } from './domain/endpoint-headers.js';
import { readLabel } from './domain/endpoint-label.js';
import { DEFAULT_EVENTS, EVENT_TYPES } from './domain/event-types.js';
import { secretContext } from './domain/secret-context.js';
import { standardSecret } from './domain/webhook-signature.js';
import { EndpointWatch } from './endpoint-watch.js';
import { DELIVERIES } from './webhook.events.js';
import { failWaitingDeliveries } from './webhook-delivery.queries.js';
import { WebhookDispatcher } from './webhook-dispatcher.js';
import { WebhookEndpoint } from './webhook-endpoint.entity.js';
import {
  findEndpoint,
  listEndpoints,
  replaceSecret,
  replaceSecretLater,
  setHeaders,
} from './webhook-endpoint.queries.js';
import { ENDPOINT_DELETED, ENDPOINT_DISABLED } from './webhook-event.queries.js';
import { forgetFailures } from './webhook-hold.queries.js';

const SECRET_PREFIX = 'sk_webhook_';
/** 43 characters of base62 carry 256 bits. */
const SECRET_LENGTH = 43;
/** How long both secrets sign `v1`: before the new one takes effect, or afterwards. */
const ROTATION_HOURS = 24;

export interface WebhookAddress {
  url: string;
  events: string[];
  holdsWhenDown: boolean;
  /** Present if the endpoint had headers, which are not sent to another scheme, host or port. */
  headersRemoved?: true;
}

export interface NewEndpoint {
  organizationId: number;
  /** The name given by the organization's members. */
  label: string;
  url: string;
  /** If missing, the events that are delivered by default. */
  events?: string[];
  /** Whether it is held when it is down; false by default. */
  holdsWhenDown?: boolean;
}

/** Changes to an endpoint; missing properties stay as they are. */
export interface EndpointChange {
  organizationId: number;
  endpointId?: number;
  url: string;
  events?: string[];
  label?: string;
  holdsWhenDown?: boolean;
}

/** A secret in the forms in which it is shown, once. */
export interface ShownSecret {
  webhookSecret: string;
  /** The same secret as `whsec_…`, for Standard Webhooks libraries. */
  standardWebhooksSecret: string;
}

const shown = (secret: string): ShownSecret => ({
  webhookSecret: secret,
  standardWebhooksSecret: standardSecret(secret),
});

/** Prevents one event of an organization from causing a flood. */
const MAX_ENDPOINTS = 20;

/**
 * Manages the addresses, event types and secrets of an organization's endpoints. `endpointId` defaults to the first
 * endpoint.
 */
@Injectable()
export class WebhookEndpointsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly http: HttpClient,
    private readonly secretBox: SecretBox,
    private readonly dispatcher: WebhookDispatcher,
    private readonly changes: OrganizationChanges,
    private readonly watch: EndpointWatch,
  ) {}

  /** All endpoints of an organization, the first endpoint first. @param which - whether deleted ones are included */
  list(organizationId: number, which?: { deleted: boolean }): Promise<WebhookEndpoint[]> {
    return listEndpoints(this.dataSource.manager, organizationId, which);
  }

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
   * @throws AppError 400 for an address, event types or a label as in `setUrl`, `too_many_endpoints`; 404 for an
   * unknown organization
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
        throw refused('too_many_endpoints', `An organization can have at most ${MAX_ENDPOINTS} endpoints`);
      const values = { organizationId, label, url, events, holdsWhenDown, secretSealed };
      const { identifiers } = await tx.insert(WebhookEndpoint, values);
      return { endpointId: (identifiers[0] as { id: number }).id, ...shown(secret) };
    });
  }

  /**
   * Sets the address and, if given, the event types, the label, and whether the endpoint is held when it is down. If
   * it is held and no longer should be, waiting deliveries are sent. An address with another scheme, host or port
   * removes its headers.
   * @throws AppError 400 for an address that deliveries may not go to, an unknown event type, or a label that is too
   * long or in use by another endpoint; 404 for an unknown organization or endpoint
   */
  async setUrl(input: EndpointChange): Promise<WebhookAddress> {
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
   * @param unchangedSince - the endpoint's `updatedAt` that the caller last saw
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

  /**
   * While an endpoint is paused, deliveries wait without attempts; resuming sends them, even if the endpoint is held.
   * @throws AppError 404
   */
  async setPaused(organizationId: number, paused: boolean, endpointId?: number): Promise<void> {
    await this.transactions.run(async (tx) => {
      const endpoint = await lockEndpoint(tx, organizationId, endpointId);
      await this.changeState(tx, endpoint, { paused });
      if (!paused) await this.dispatcher.dispatchParked(tx, endpoint);
    });
  }

  /**
   * A disabled endpoint receives no events, and deliveries that waited for it fail. Attempts under way when it is
   * disabled finish.
   * @throws AppError 404
   */
  async setDisabled(organizationId: number, disabled: boolean, endpointId?: number): Promise<void> {
    await this.transactions.run(async (tx) => {
      const endpoint = await lockEndpoint(tx, organizationId, endpointId);
      await this.changeState(tx, endpoint, { disabled });
      if (disabled) await failWaitingDeliveries(tx, organizationId, endpoint.id, ENDPOINT_DISABLED);
    });
  }

  /**
   * Deletes an endpoint: what waits for it fails, and its history stays as long as any other. The first endpoint, which
   * the API configures, loses its address, name and headers instead.
   * @returns the name it had
   * @throws AppError 404
   */
  async delete(organizationId: number, endpointId: number): Promise<string> {
    return this.transactions.run(async (tx) => {
      const endpoint = await lockEndpoint(tx, organizationId, endpointId);
      await this.changeState(tx, endpoint, { paused: false, disabled: !endpoint.isFirst });
      await tx.update(
        WebhookEndpoint,
        { organizationId, id: endpointId },
        {
          url: null,
          headersSealed: null,
          holdsWhenDown: false,
          ...(endpoint.isFirst ? { label: '' } : { deletedAt: () => 'app_now()' }),
        },
      );
      await forgetDisruption(tx, organizationId, 'endpoint', endpointId);
      await failWaitingDeliveries(tx, organizationId, endpointId, ENDPOINT_DELETED);
      return endpoint.label;
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

/** Labels must be unique, so that the history can name endpoints. */
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
