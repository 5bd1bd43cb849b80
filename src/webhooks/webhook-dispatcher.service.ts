import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { JobQueue } from '../platform/jobs/job-queue.service.js';

export const DELIVER_JOB = 'webhook.deliver';

/** The delivery to attempt. */
export type DeliverJobPayload = { organizationId: number; deliveryId: string };

/** Puts deliveries on their way, each endpoint in a lane of its own, so that one that hangs holds up nobody else. */
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
