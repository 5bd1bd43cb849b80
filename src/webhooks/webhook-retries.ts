import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { ActivityLog } from '../activity/activity-log.js';
import { type Actor } from '../activity/domain/activity-event.js';
import { notFound, refused } from '../common/errors.js';
import { Transactions } from '../platform/database/transactions.js';
import { OrganizationChanges } from '../platform/events/organization-changes.js';
import { JobQueue } from '../platform/jobs/job-queue.js';
import { MAX_ATTEMPTS } from './domain/retry-delay.js';
import { endpointDisabled, noWebhookAddress } from './webhook.errors.js';
import { DELIVERIES } from './webhook.events.js';
import { DELIVER_JOB, type DeliverJobPayload } from './webhook-dispatcher.js';
import { findEndpoint } from './webhook-endpoint.queries.js';
import {
  beginRetry,
  type EndpointRetry,
  findRetry,
  isProven,
  lockRetried,
  makeDue,
  type RetriedDelivery,
} from './webhook-retry.queries.js';

export const RETRY_JOB = 'webhook.retry';
/** Between the looks at attempts under way. */
const STEP_SECONDS = 1;

/** The deliveries made due that have not ended yet, and the last one that was chosen. */
export type RetryJobPayload = {
  organizationId: number;
  endpointId: number;
  /** Identifies the retry (ISO 8601). */
  beganAt: string;
  underWay: string[];
  after: { createdAt: string; seq: number } | null;
};

/**
 * Moves the next attempts of waiting deliveries to now, when their receiver has been mended. It never adds an attempt:
 * each counts as the one that was due later, and the next follows after the delay of its number.
 */
@Injectable()
export class WebhookRetries {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly jobs: JobQueue,
    private readonly changes: OrganizationChanges,
    private readonly activity: ActivityLog,
  ) {}

  /**
   * Attempts a waiting delivery now; does nothing if its attempt is due or under way.
   * @param isLastAgreed - whether its last attempt may be used
   * @throws AppError 404; 400 `delivery_not_waiting`, `last_attempt` unless agreed, `no_webhook_address`,
   * `endpoint_disabled`, and `endpoint_waiting` for a paused or held endpoint
   */
  async retryOne(by: Actor, deliveryId: string, isLastAgreed: boolean): Promise<void> {
    const { organizationId } = by;
    await this.transactions.run(async (tx) => {
      const delivery = await lockRetried(tx, organizationId, deliveryId);
      if (!delivery) throw notFound('Delivery');
      assertOpen(delivery);
      const { status, attempts, parked, endpointId } = delivery;
      if (status !== 'pending' || attempts === 0 || parked)
        throw refused('delivery_not_waiting', 'The delivery does not wait for another attempt');
      if (delivery.isDue) return;
      if (attempts === MAX_ATTEMPTS - 1 && !isLastAgreed)
        throw refused('last_attempt', `This is attempt ${MAX_ATTEMPTS} of ${MAX_ATTEMPTS}`);
      await this.moveToNow(tx, { organizationId, endpointId }, [deliveryId]);
      const data = { deliveryId, attempt: attempts + 1 };
      await this.activity.record(tx, { ...by, type: 'delivery_retried', data });
    });
  }

  /**
   * Attempts all waiting deliveries of an endpoint, in the background, ten at a time, until ten have failed in a row.
   * Does nothing while that is under way.
   * @throws AppError 404; 400 `endpoint_not_proven` unless the latest test event was delivered, `no_webhook_address`,
   * `endpoint_disabled`, and `endpoint_waiting` for a paused or held endpoint
   */
  async retryAll(by: Actor, endpointId: number): Promise<void> {
    const { organizationId } = by;
    await this.transactions.run(async (tx) => {
      const endpoint = await findEndpoint(tx, organizationId, { endpointId, lock: true });
      if (!endpoint) throw notFound('Endpoint');
      assertOpen(endpoint);
      if (!(await isProven(tx, organizationId, endpointId)))
        throw refused('endpoint_not_proven', 'Send a test event first: no delivery has succeeded since');
      const retry = await beginRetry(tx, organizationId, endpointId);
      if (!retry) return;
      const beganAt = retry.beganAt.toISOString();
      await this.continue(tx, { organizationId, endpointId, beganAt, underWay: [], after: null });
      const subject = { kind: 'webhook_endpoint', id: endpointId } as const;
      const data = { waiting: retry.total };
      await this.activity.record(tx, { ...by, type: 'deliveries_retried', subject, data });
    });
  }

  /** The latest attempt of all waiting deliveries; null if there was none. */
  latest(organizationId: number, endpointId: number): Promise<EndpointRetry | null> {
    return findRetry(this.dataSource.manager, organizationId, endpointId);
  }

  /** Whether all waiting deliveries may be attempted now: the latest test event of the last day was delivered. */
  isProven(organizationId: number, endpointId: number): Promise<boolean> {
    return isProven(this.dataSource.manager, organizationId, endpointId);
  }

  /** Makes deliveries of an endpoint due. @returns those that were waiting */
  async moveToNow(
    tx: EntityManager,
    { organizationId, endpointId }: { organizationId: number; endpointId: number },
    deliveryIds: readonly string[],
  ): Promise<string[]> {
    const moved = await makeDue(tx, organizationId, deliveryIds);
    for (const deliveryId of moved) {
      const payload: DeliverJobPayload = { organizationId, deliveryId };
      await this.jobs.runNow(tx, { kind: DELIVER_JOB, lane: String(endpointId), payload });
    }
    this.changes.mark(tx, organizationId, DELIVERIES);
    return moved;
  }

  /** Plans the next step of a retry. */
  async continue(tx: EntityManager, payload: RetryJobPayload): Promise<void> {
    const runAt = { afterSeconds: payload.underWay.length > 0 ? STEP_SECONDS : 0 };
    await this.jobs.enqueue(tx, { kind: RETRY_JOB, lane: String(payload.endpointId), payload, runAt });
  }
}

/** @throws AppError unless deliveries to the endpoint are attempted */
function assertOpen({
  url,
  disabled,
  paused,
  held,
}: Pick<RetriedDelivery, 'url' | 'disabled' | 'paused' | 'held'>): void {
  if (disabled) throw endpointDisabled();
  if (url === null) throw noWebhookAddress();
  if (paused || held)
    throw refused('endpoint_waiting', 'Deliveries to this endpoint wait until they are resumed');
}
