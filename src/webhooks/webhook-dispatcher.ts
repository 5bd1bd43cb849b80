import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { JobQueue } from '../platform/jobs/job-queue.js';
import { unparkedDeliveries } from './webhook-delivery.queries.js';

export const DELIVER_JOB = 'webhook.deliver';

/** Identifies the delivery to attempt. */
export type DeliverJobPayload = { organizationId: number; deliveryId: string };

/** Enqueues deliveries. Each endpoint has its own lane, so that a slow one does not delay the others. */
@Injectable()
export class WebhookDispatcher {
  constructor(private readonly jobs: JobQueue) {}

  /** Enqueues the deliveries that were parked, however many there are. */
  async dispatchParked(
    tx: EntityManager,
    { id, organizationId }: { id: number; organizationId: number },
  ): Promise<void> {
    const lane = { kind: DELIVER_JOB, lane: String(id) };
    await this.jobs.enqueueSelected(tx, lane, unparkedDeliveries(organizationId, id));
  }

  async dispatch(
    tx: EntityManager,
    endpoint: { id: number; organizationId: number },
    deliveryIds: string[],
  ): Promise<void> {
    const { id, organizationId } = endpoint;
    await this.jobs.enqueueMany(
      tx,
      deliveryIds.map((deliveryId) => ({
        kind: DELIVER_JOB,
        lane: String(id),
        payload: { organizationId, deliveryId } satisfies DeliverJobPayload,
      })),
    );
  }
}
