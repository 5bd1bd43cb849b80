import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Statements } from '../../platform/database/statements.js';
import { OrganizationChanges } from '../../platform/events/organization-changes.js';
import { type Job, type JobHandler, JobHandlerFor, type JobResult } from '../../platform/jobs/job-handler.js';
import { nextProbeIn, PROBE_SECONDS } from '../domain/hold.policy.js';
import { PROBE_SOCKETS } from '../domain/sockets.js';
import { EndpointWatch, PROBE_JOB, type ProbeJobPayload } from '../endpoint-watch.js';
import { DELIVERIES } from '../webhook.events.js';
import {
  type AttemptRecord,
  type DueDelivery,
  findDueDeliveries,
  recordAttempts,
  unparkDelivery,
} from '../webhook-delivery.queries.js';
import { findEndpoint } from '../webhook-endpoint.queries.js';
import { lockWatchedEndpoints, oldestWaiting } from '../webhook-hold.queries.js';
import { recordProbe } from '../webhook-probe.queries.js';
import { WebhookSender } from '../webhook-sender.js';

/**
 * Sends the oldest delivery waiting for a held endpoint. If it arrives, all deliveries resume; if not, the next probe
 * follows. There is one job per period in which an endpoint is held, so only one process sends at a time.
 */
@Injectable()
@JobHandlerFor()
export class ProbeEndpointJob implements JobHandler<ProbeJobPayload> {
  readonly kind = PROBE_JOB;
  readonly maxInflight = 1;
  readonly maxInProcess = PROBE_SOCKETS;
  /** Longer than the 30 seconds of the HTTP request, which reports its own timeout. */
  readonly timeoutMs = 45_000;
  readonly maxAttempts = 5;

  constructor(
    private readonly dataSource: DataSource,
    private readonly statements: Statements,
    private readonly sender: WebhookSender,
    private readonly watch: EndpointWatch,
    private readonly changes: OrganizationChanges,
  ) {}

  retryAfterSeconds(): number {
    return PROBE_SECONDS;
  }

  async run({ payload }: Job<ProbeJobPayload>, signal: AbortSignal): Promise<JobResult> {
    const { manager } = this.dataSource;
    const { organizationId, endpointId, since } = payload;
    const endpoint = await findEndpoint(manager, organizationId, { endpointId });
    if (!endpoint?.held || endpoint.stateSince?.toISOString() !== since) return { outcome: 'done' };
    const deliveryId = await oldestWaiting(manager, organizationId, endpointId);
    const [delivery] =
      deliveryId === null ? [] : await findDueDeliveries(this.statements, [{ organizationId, deliveryId }]);
    if (!delivery || delivery.url === null) return this.next(payload, PROBE_SECONDS);
    const { sent, result } = await this.sender.send({ ...delivery, url: delivery.url }, signal);
    if (result.failureReason === null)
      return { outcome: 'done', commit: (tx) => this.arrived(tx, delivery, { sent, result }) };
    return this.next(payload, nextProbeIn(result.durationMs), (tx) =>
      recordProbe(tx, { organizationId, deliveryId: delivery.id }, { sent, result }),
    );
  }

  /** Otherwise an endpoint would be held forever. */
  async onExhausted(tx: EntityManager, { payload }: Job<ProbeJobPayload>): Promise<void> {
    await this.watch.probeIn(tx, payload, PROBE_SECONDS);
  }

  private next(
    payload: ProbeJobPayload,
    afterSeconds: number,
    record?: (tx: EntityManager) => Promise<void>,
  ): JobResult {
    const commit = async (tx: EntityManager) => {
      await this.watch.probeIn(tx, payload, afterSeconds);
      await record?.(tx);
      this.changes.mark(tx, payload.organizationId, DELIVERIES);
    };
    return { outcome: 'done', commit };
  }

  /** The attempt that arrives counts, since it ends the delivery. */
  private async arrived(
    tx: EntityManager,
    { organizationId, id: deliveryId, endpointId, attempts, isDisrupted }: DueDelivery,
    attempt: Pick<AttemptRecord, 'sent' | 'result'>,
  ): Promise<void> {
    // The endpoint is locked before its deliveries, as everywhere else.
    await lockWatchedEndpoints(tx, [{ organizationId, endpointId }]);
    const record: AttemptRecord = {
      ...attempt,
      ...{ organizationId, deliveryId, endpointId, isDisrupted, holdsWhenDown: true },
      attempt: attempts + 1,
      status: 'success',
      retryAfterSeconds: null,
    };
    // The endpoint may have been resumed or disabled meanwhile, and the delivery may have ended.
    if (await unparkDelivery(tx, { organizationId, deliveryId })) await recordAttempts(tx, [record]);
    await this.watch.note(tx, [record]);
    this.changes.mark(tx, organizationId, DELIVERIES);
  }
}
