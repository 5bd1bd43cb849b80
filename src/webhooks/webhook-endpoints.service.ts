import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { invalid, notFound, refused } from '../common/errors.js';
import { SecretBox } from '../platform/crypto/secret-box.service.js';
import { randomBase62 } from '../platform/crypto/tokens.js';
import { Transactions } from '../platform/database/transactions.js';
import { OrganizationChanges } from '../platform/events/organization-changes.service.js';
import { HttpClient } from '../platform/http-client/http-client.service.js';
import { DEFAULT_EVENTS, EVENT_TYPES } from './domain/event-types.js';
import { unparkDeliveries } from './webhook-delivery.queries.js';
import { WebhookDispatcher } from './webhook-dispatcher.service.js';
import { WebhookEndpoint } from './webhook-endpoint.entity.js';
import { findEndpoint, replaceSecret, replaceSecretLater } from './webhook-endpoint.queries.js';
import { DELIVERIES } from './webhook.events.js';

/** Binds a sealed secret to its organization, so that it cannot be used for another one. */
export const secretContext = (organizationId: number) => `webhook-secret:${organizationId}`;

const SECRET_PREFIX = 'sk_webhook_';
/** 43 characters of base62 carry 256 bits. */
const SECRET_LENGTH = 43;
/** How long the old secret stays valid if the admin chooses 'in 24 hours'. */
const ROTATION_HOURS = 24;

export interface WebhookAddress {
  url: string;
  events: string[];
}

/** Manages the address, the event types and the secret of each organization's endpoint. */
@Injectable()
export class WebhookEndpointsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly http: HttpClient,
    private readonly secretBox: SecretBox,
    private readonly dispatcher: WebhookDispatcher,
    private readonly changes: OrganizationChanges,
  ) {}

  /** Creates the endpoint of a new organization, without an address. The secret is shown once. */
  async createFor(tx: EntityManager, organizationId: number): Promise<{ webhookSecret: string }> {
    const webhookSecret = newSecret();
    await tx.insert(WebhookEndpoint, {
      organizationId,
      events: [...DEFAULT_EVENTS],
      secretSealed: this.secretBox.sealText(webhookSecret, secretContext(organizationId)),
    });
    return { webhookSecret };
  }

  /**
   * Sets the address and, if given, the event types.
   * @throws AppError 400 for an address that deliveries may not go to or an unknown event type, 404 for no organization
   */
  async setUrl(input: { organizationId: number; url: string; events?: string[] }): Promise<WebhookAddress> {
    const { organizationId, url } = input;
    const unknown = input.events?.find((event) => !EVENT_TYPES.includes(event));
    if (unknown !== undefined) {
      throw invalid({
        field: 'events',
        message: `events: ${unknown} is not one of ${EVENT_TYPES.join(', ')}`,
      });
    }
    await this.http.assertDeliverableUrl(url);
    return this.transactions.run(async (tx) => {
      const endpoint = await lockEndpoint(tx, organizationId);
      const events = input.events ?? endpoint.events;
      await tx.update(WebhookEndpoint, { organizationId }, { url, events, updatedAt: () => 'app_now()' });
      return { url, events };
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
  ): Promise<{ webhookSecret: string; validFrom: Date }> {
    const webhookSecret = newSecret();
    const sealed = this.secretBox.sealText(webhookSecret, secretContext(organizationId));
    const secret = { sealed, unchangedSince };
    const validFrom = await this.transactions.run((tx) =>
      when === 'now'
        ? replaceSecret(tx, organizationId, secret)
        : replaceSecretLater(tx, organizationId, secret, ROTATION_HOURS),
    );
    if (validFrom === null && unchangedSince)
      throw refused('endpoint_changed', 'The endpoint has been changed in the meantime');
    if (validFrom === null) throw notFound('Organization');
    return { webhookSecret, validFrom };
  }

  /** While paused, deliveries wait without attempts; resuming sends them. @throws AppError 404 */
  async setPaused(organizationId: number, paused: boolean): Promise<void> {
    await this.transactions.run(async (tx) => {
      const endpoint = await lockEndpoint(tx, organizationId);
      await tx.update(WebhookEndpoint, { organizationId }, { paused, updatedAt: () => 'app_now()' });
      this.changes.mark(tx, organizationId, DELIVERIES);
      if (!paused) await this.dispatcher.dispatch(tx, endpoint, await unparkDeliveries(tx, organizationId));
    });
  }
}

async function lockEndpoint(tx: EntityManager, organizationId: number): Promise<WebhookEndpoint> {
  const endpoint = await findEndpoint(tx, organizationId, { lock: true });
  if (!endpoint) throw notFound('Organization');
  return endpoint;
}

function newSecret(): string {
  return SECRET_PREFIX + randomBase62(SECRET_LENGTH);
}
