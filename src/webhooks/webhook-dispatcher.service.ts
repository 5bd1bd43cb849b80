import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { JobQueue } from '../platform/jobs/job-queue.service.js';

export const DELIVER_JOB = 'webhook.deliver';

/** Identifies the delivery to attempt. */
export type DeliverJobPayload = { organizationId: number; deliveryId: string };

/** Enqueues deliveries. Each endpoint has its own lane, so that a slow one does not delay the others. */
@Injectable()
export class WebhookDispatcher {
  constructor(private readonly jobs: JobQueue) {}

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
