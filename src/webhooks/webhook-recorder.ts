import { randomUUID } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { refused } from '../common/errors.js';
import { databaseTime } from '../platform/database/database-time.js';
import { EventBus } from '../platform/events/event-bus.js';
import { OrganizationChanges } from '../platform/events/organization-changes.js';
import { EVENT_TYPES } from './domain/event-types.js';
import { subjectOf } from './domain/subject.js';
import { testData } from './domain/test-events.js';
import { DELIVERIES } from './webhook.events.js';
import { WebhookDispatcher } from './webhook-dispatcher.js';
import { type WebhookEndpoint } from './webhook-endpoint.entity.js';
import { type RecordedDelivery, recordEvent } from './webhook-event.queries.js';
import { WebhookFeed } from './webhook-feed.js';

interface PublishedEvent {
  type: string;
  organizationId: number;
  data: object;
}

/** Records the events that an organization can receive, in the transaction that publishes them. */
@Injectable()
export class WebhookRecorder implements OnModuleInit {
  constructor(
    private readonly events: EventBus,
    private readonly dispatcher: WebhookDispatcher,
    private readonly changes: OrganizationChanges,
    private readonly feed: WebhookFeed,
  ) {}

  onModuleInit(): void {
    this.events.listen(async (tx, event) => {
      if (EVENT_TYPES.includes(event.type)) await this.record(tx, event);
    });
  }

  /**
   * Records a test event of this type for an endpoint.
   * @returns the delivery's id
   * @throws AppError 400 `no_webhook_address`, `endpoint_disabled`
   */
  async recordTest(
    tx: EntityManager,
    { id, organizationId, url, disabled }: WebhookEndpoint,
    type: string,
  ): Promise<string> {
    if (url === null) throw refused('no_webhook_address', 'Set a webhook address first');
    if (disabled) throw refused('endpoint_disabled', 'The endpoint is disabled');
    const data = testData(type, organizationId, await databaseTime(tx));
    const [delivery] = await this.record(tx, { type, organizationId, data }, id);
    return delivery!.id;
  }

  /**
   * Records the exact bytes that every attempt sends and signs.
   * @param testedId - the endpoint that a test event is for
   */
  private async record(
    tx: EntityManager,
    { type, organizationId, data }: PublishedEvent,
    testedId: number | null = null,
  ): Promise<RecordedDelivery[]> {
    const deliveries = await recordEvent(tx, {
      id: randomUUID(),
      organizationId,
      type,
      // What a test event describes does not exist.
      subject: testedId === null ? subjectOf(type, data) : null,
      data: JSON.stringify(data),
      endpointId: testedId,
      isTest: testedId !== null,
    });
    this.feed.mark(tx, organizationId);
    if (deliveries.length > 0) this.changes.mark(tx, organizationId, DELIVERIES);
    for (const { id, endpointId: lane, status, parked } of deliveries)
      if (status === 'pending' && !parked)
        await this.dispatcher.dispatch(tx, { id: lane, organizationId }, [id]);
    return deliveries;
  }
}
