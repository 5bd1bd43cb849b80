import { randomUUID } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { type DomainEvent } from '../platform/events/domain-events.js';
import { EventBus } from '../platform/events/event-bus.service.js';
import { OrganizationChanges } from '../platform/events/organization-changes.service.js';
import { DEFAULT_EVENTS } from './domain/event-types.js';
import { type DeliveryStatus } from './domain/webhook-delivery.state.js';
import { WebhookDelivery } from './webhook-delivery.entity.js';
import { WebhookDispatcher } from './webhook-dispatcher.service.js';
import { findRecordingTarget, isPausedUntilEnd, type RecordingTarget } from './webhook-endpoint.queries.js';
import { DELIVERIES } from './webhook.events.js';

export const NO_ADDRESS = 'no webhook address set';

/** Records the events that an organization receives, in the transaction that publishes them. */
@Injectable()
export class WebhookRecorder implements OnModuleInit {
  constructor(
    private readonly events: EventBus,
    private readonly dispatcher: WebhookDispatcher,
    private readonly changes: OrganizationChanges,
  ) {}

  onModuleInit(): void {
    this.events.listen((tx, event) => this.record(tx, event));
  }

  private async record(tx: EntityManager, event: DomainEvent): Promise<void> {
    const { organizationId } = event;
    const target = await findRecordingTarget(tx, organizationId);
    const ticked = target.events ?? DEFAULT_EVENTS;
    if (!ticked.includes(event.type)) return;
    const parked =
      target.url !== null && target.paused === true && (await isPausedUntilEnd(tx, organizationId));
    const status: DeliveryStatus = target.url === null ? 'failed' : 'pending';
    const id = await this.insert(tx, event, target.now, { status, parked });
    this.changes.mark(tx, organizationId, DELIVERIES);
    if (status === 'pending' && !parked) {
      await this.dispatcher.dispatch(tx, { id: target.endpointId!, organizationId }, [id]);
    }
  }

  /** Fixes the bytes that every attempt sends and signs. */
  private async insert(
    tx: EntityManager,
    { type: event, organizationId, data }: DomainEvent,
    createdAt: RecordingTarget['now'],
    { status, parked }: { status: DeliveryStatus; parked: boolean },
  ): Promise<string> {
    const webhookId = randomUUID();
    const payload = { webhookId, event, createdAt: createdAt.toISOString(), organizationId, data };
    const { identifiers } = await tx.insert(WebhookDelivery, {
      organizationId,
      webhookId,
      event,
      body: Buffer.from(JSON.stringify(payload)),
      status,
      parked,
      failureReason: status === 'failed' ? NO_ADDRESS : null,
      createdAt,
    });
    return (identifiers[0] as { id: string }).id;
  }
}
