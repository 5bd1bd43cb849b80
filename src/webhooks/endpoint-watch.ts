import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { ActivityLog } from '../activity/activity-log.js';
import { type ActivityEntry, serviceOf } from '../activity/domain/activity-event.js';
import {
  beginDisruption,
  endDisruption,
  forgetDisruption,
} from '../platform/disruptions/disruption.queries.js';
import { EventBus } from '../platform/events/event-bus.js';
import { OrganizationChanges } from '../platform/events/organization-changes.js';
import { JobQueue } from '../platform/jobs/job-queue.js';
import { DOWN, PROBE_SECONDS } from './domain/hold.policy.js';
import { type ReleaseCause } from './endpoint.events.js';
import { DELIVERIES } from './webhook.events.js';
import { type AttemptRecord } from './webhook-delivery.queries.js';
import { WebhookDispatcher } from './webhook-dispatcher.js';
import {
  forgetFailures,
  holdEndpoint,
  lockWatchedEndpoints,
  noteFailures,
  planProbe,
  releaseEndpoint,
  type WatchedEndpoint,
} from './webhook-hold.queries.js';

export const PROBE_JOB = 'webhook.probe';

/** For one period in which an endpoint is held, identified by its beginning (ISO 8601). */
export type ProbeJobPayload = { organizationId: number; endpointId: number; since: string };

/** Concludes from attempts since when an endpoint has failed, and whether it is to be held. */
@Injectable()
export class EndpointWatch {
  constructor(
    private readonly dispatcher: WebhookDispatcher,
    private readonly jobs: JobQueue,
    private readonly events: EventBus,
    private readonly changes: OrganizationChanges,
    private readonly activity: ActivityLog,
  ) {}

  /** Takes into account attempts of different deliveries, which have been recorded in `tx`. */
  async note(tx: EntityManager, records: readonly AttemptRecord[]): Promise<void> {
    const { held, done } = await this.noteWatched(
      tx,
      records.filter(({ holdsWhenDown }) => holdsWhenDown),
    );
    await noteDisruptions(
      tx,
      records.filter(({ endpointId }) => !held.has(endpointId)),
    );
    // Each waits for others of its organization, so all processes take them in the same order.
    for (const entry of done.sort((a, b) => a.organizationId - b.organizationId))
      await this.activity.record(tx, entry);
  }

  /** Ends the period in which an endpoint is held, if it is. Waiting deliveries are not sent yet. */
  async release(
    tx: EntityManager,
    { id, organizationId, stateSince }: WatchedEndpoint,
    cause: ReleaseCause,
  ): Promise<void> {
    const until = await releaseEndpoint(tx, { id, organizationId });
    if (until === null) return;
    this.changes.mark(tx, organizationId, DELIVERIES);
    const times = { since: stateSince!.toISOString(), until: until.toISOString() };
    await this.events.publish(tx, {
      type: 'webhook_endpoint.released',
      organizationId,
      data: { id, ...times, cause },
    });
  }

  /** Plans the next probe of an endpoint, unless it is no longer held. */
  async probeIn(tx: EntityManager, payload: ProbeJobPayload, afterSeconds: number): Promise<void> {
    if (!(await planProbe(tx, payload, afterSeconds))) return;
    const lane = String(payload.endpointId);
    await this.jobs.enqueue(tx, { kind: PROBE_JOB, lane, payload, runAt: { afterSeconds } });
  }

  /** @returns the endpoints that are held now, and the activity to record */
  private async noteWatched(
    tx: EntityManager,
    records: readonly AttemptRecord[],
  ): Promise<{ held: Set<number>; done: ActivityEntry[] }> {
    const held = new Set<number>();
    const done: ActivityEntry[] = [];
    if (records.length === 0) return { held, done };
    for (const endpoint of await lockWatchedEndpoints(tx, records)) {
      const own = records.filter(({ endpointId }) => endpointId === endpoint.id);
      const works = own.some(({ status }) => status === 'success');
      if (works) await this.works(tx, endpoint);
      else if (endpoint.held || (await this.fails(tx, endpoint, own))) held.add(endpoint.id);
      if (endpoint.held !== held.has(endpoint.id)) done.push(entryOf(endpoint, works));
    }
    return { held, done };
  }

  private async works(tx: EntityManager, endpoint: WatchedEndpoint): Promise<void> {
    await forgetFailures(tx, endpoint);
    if (!endpoint.held) return;
    await this.release(tx, endpoint, 'success');
    await this.dispatcher.dispatchParked(tx, endpoint);
  }

  /** @returns whether it is held now */
  private async fails(
    tx: EntityManager,
    endpoint: WatchedEndpoint,
    records: readonly AttemptRecord[],
  ): Promise<boolean> {
    const ids = records.map(({ deliveryId }) => deliveryId);
    if ((await noteFailures(tx, endpoint, ids, DOWN.withinSeconds)) < DOWN.failures) return false;
    const { id, organizationId, stateSince } = await holdEndpoint(tx, endpoint, PROBE_SECONDS);
    await forgetFailures(tx, endpoint);
    // Its owners are notified that it is held instead.
    await forgetDisruption(tx, organizationId, 'endpoint', id);
    const since = stateSince!.toISOString();
    await this.probeIn(tx, { organizationId, endpointId: id, since }, PROBE_SECONDS);
    await this.events.publish(tx, { type: 'webhook_endpoint.held', organizationId, data: { id, since } });
    return true;
  }
}

/** Writes only when an endpoint begins to fail or recovers, in an order that avoids deadlocks. */
async function noteDisruptions(tx: EntityManager, records: readonly AttemptRecord[]): Promise<void> {
  const changes = new Map<number, AttemptRecord>();
  for (const record of records)
    if ((record.status !== 'success') !== record.isDisrupted) changes.set(record.endpointId, record);
  for (const { organizationId, endpointId, status } of [...changes.values()].sort(byEndpoint)) {
    const note = status === 'success' ? endDisruption : beginDisruption;
    await note(tx, organizationId, 'endpoint', endpointId);
  }
}

const entryOf = ({ id, organizationId }: WatchedEndpoint, works: boolean): ActivityEntry => ({
  ...serviceOf(organizationId),
  type: works ? 'endpoint_released' : 'endpoint_held',
  subject: { kind: 'webhook_endpoint', id },
});

const byEndpoint = (a: AttemptRecord, b: AttemptRecord) => a.endpointId - b.endpointId;
