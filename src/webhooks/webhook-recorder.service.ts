import { randomUUID } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { refused } from '../common/errors.js';
import { type DomainEvent } from '../platform/events/domain-events.js';
import { EventBus } from '../platform/events/event-bus.service.js';
import { OrganizationChanges } from '../platform/events/organization-changes.service.js';
import { DEFAULT_EVENTS, TEST_EVENT } from './domain/event-types.js';
import { subjectOf } from './domain/subject.js';
import { WebhookDelivery } from './webhook-delivery.entity.js';
import { WebhookDispatcher } from './webhook-dispatcher.service.js';
import { findRecordingTarget, isPausedUntilEnd, type RecordingTarget } from './webhook-endpoint.queries.js';
import { DELIVERIES } from './webhook.events.js';

export const NO_ADDRESS = 'no webhook address set';

/** What a test event tells. */
const TEST_DATA = { message: 'This is a test event. Nothing has happened.' };

interface RecordedEvent {
  type: string;
  organizationId: number;
  data: object;
}

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

  /**
   * Records a test event for the organization's endpoint.
   * @returns the delivery's id
   * @throws AppError 400 `no_webhook_address`
   */
  async recordTest(tx: EntityManager, organizationId: number): Promise<string> {
    const target = await findRecordingTarget(tx, organizationId);
    if (target.url === null) throw refused('no_webhook_address', 'Set a webhook address first');
    return this.insert(tx, { type: TEST_EVENT, organizationId, data: TEST_DATA }, target);
  }

  private async record(tx: EntityManager, event: DomainEvent): Promise<void> {
    const target = await findRecordingTarget(tx, event.organizationId);
    const ticked = target.events ?? DEFAULT_EVENTS;
    if (ticked.includes(event.type)) await this.insert(tx, event, target);
  }

  /** @returns the delivery's id */
  private async insert(tx: EntityManager, event: RecordedEvent, target: RecordingTarget): Promise<string> {
    const { organizationId } = event;
    const hasAddress = target.url !== null;
    const parked = hasAddress && target.paused === true && (await isPausedUntilEnd(tx, organizationId));
    const { identifiers } = await tx.insert(WebhookDelivery, {
      ...written(event, target.now),
      status: hasAddress ? 'pending' : 'failed',
      failureReason: hasAddress ? null : NO_ADDRESS,
      parked,
    });
    const { id } = identifiers[0] as { id: string };
    this.changes.mark(tx, organizationId, DELIVERIES);
    if (hasAddress && !parked)
      await this.dispatcher.dispatch(tx, { id: target.endpointId!, organizationId }, [id]);
    return id;
  }
}

/** Fixes the bytes that every attempt sends and signs. */
function written({ type: event, organizationId, data }: RecordedEvent, createdAt: Date) {
  const webhookId = randomUUID();
  const payload = { webhookId, event, createdAt: createdAt.toISOString(), organizationId, data };
  const subject = subjectOf(event, data);
  return {
    organizationId,
    webhookId,
    event,
    subjectKind: subject?.kind ?? null,
    subjectId: subject?.id ?? null,
    body: Buffer.from(JSON.stringify(payload)),
    createdAt,
  };
}
