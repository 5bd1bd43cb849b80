import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { ActivityLog } from '../activity/activity-log.js';
import { type Actor } from '../activity/domain/activity-event.js';
import { invalid, notFound, refused } from '../common/errors.js';
import { Transactions } from '../platform/database/transactions.js';
import { OrganizationChanges } from '../platform/events/organization-changes.js';
import { JobQueue } from '../platform/jobs/job-queue.js';
import { type ReplayRange } from './domain/replay-range.js';
import { deliveryPending, endpointDisabled, noWebhookAddress } from './webhook.errors.js';
import { DELIVERIES } from './webhook.events.js';
import { WebhookDispatcher } from './webhook-dispatcher.js';
import { findEndpoint } from './webhook-endpoint.queries.js';
import {
  countReplayable,
  findReplay,
  findReplayLinks,
  insertReplay,
  lockReplayed,
  type NewDelivery,
  type Replay,
  replayDeliveries,
  type ReplayLinks,
} from './webhook-replay.queries.js';

export const REPLAY_JOB = 'webhook.replay';

/** A replay, and the last delivery that it examined. */
export type ReplayJobPayload = {
  organizationId: number;
  replayId: string;
  after: { createdAt: string; seq: number } | null;
};

/** Keeps counting within the time a page may take. */
export const MOST_COUNTED = 100_000;

/** Delivers events again: as new deliveries with a `webhookId` of their own, which name the old one. */
@Injectable()
export class WebhookReplays {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly dispatcher: WebhookDispatcher,
    private readonly jobs: JobQueue,
    private readonly changes: OrganizationChanges,
    private readonly activity: ActivityLog,
  ) {}

  /**
   * Replays a delivery that has ended.
   * @param known - how many replays of it the caller knows of
   * @returns the new delivery's id
   * @throws AppError 404; 400 `delivery_pending`, `no_webhook_address`, `endpoint_disabled`, and `already_replayed`
   * if there are more replays than `known`, also when two calls race
   */
  replayOne(organizationId: number, deliveryId: string, known?: number): Promise<string> {
    return this.transactions.run(async (tx) => {
      const old = await lockReplayed(tx, organizationId, deliveryId);
      if (!old) throw notFound('Delivery');
      if (known !== undefined && old.replays > known)
        throw refused('already_replayed', 'The delivery has been replayed in the meantime');
      if (old.status === 'pending') throw deliveryPending();
      assertDeliverable(old);
      const [made] = await this.replay(tx, organizationId, [deliveryId]);
      return made!.id;
    });
  }

  /** The same for a member. @param known - and returns and throws as `replayOne` */
  replayOneFor(by: Actor, deliveryId: string, known: number): Promise<string> {
    return this.activity.recordWith(
      () => this.replayOne(by.organizationId, deliveryId, known),
      (replay) => ({ ...by, type: 'delivery_replayed', data: { deliveryId, replay } }),
    );
  }

  /** The delivery that it replays, and those that replay it; null for an unknown one. */
  links(organizationId: number, deliveryId: string): Promise<ReplayLinks | null> {
    return findReplayLinks(this.dataSource.manager, organizationId, deliveryId);
  }

  /** How many failed deliveries of the range would be replayed; counted up to `MOST_COUNTED`. @throws AppError as `begin` */
  async count(organizationId: number, range: ReplayRange): Promise<number> {
    await this.assertPossible(organizationId, range);
    return countReplayable(this.dataSource.manager, organizationId, range, MOST_COUNTED);
  }

  /**
   * Replays, in the background, deliveries that failed within the range and were not delivered by a replay since.
   * @param id - of the replay, which can begin only once
   * @throws AppError 404 for an unknown endpoint; 400 `no_webhook_address`, `endpoint_disabled` for one that receives
   * nothing, `validation_failed` if the range ends before it begins, `already_replayed` for a second one with the
   * same id
   */
  async begin(organizationId: number, { id, ...range }: ReplayRange & { id: string }): Promise<void> {
    await this.assertPossible(organizationId, range);
    await this.transactions.run(async (tx) => {
      if (!(await insertReplay(tx, organizationId, { id, ...range })))
        throw refused('already_replayed', 'This replay has begun already');
      const payload: ReplayJobPayload = { organizationId, replayId: id, after: null };
      await this.jobs.enqueue(tx, { kind: REPLAY_JOB, payload });
    });
  }

  /** The same for a member. @throws as `begin` */
  beginFor(by: Actor, { id, ...range }: ReplayRange & { id: string }): Promise<void> {
    const { endpointId, from, until } = range;
    return this.activity.recordWith(
      () => this.begin(by.organizationId, { id, ...range }),
      () => ({
        ...by,
        type: 'failed_deliveries_replayed',
        data: { from: from.toISOString(), until: until.toISOString() },
        ...(endpointId !== null && { subject: { kind: 'webhook_endpoint', id: endpointId } }),
      }),
    );
  }

  /** @throws AppError 404 */
  async find(organizationId: number, id: string): Promise<Replay> {
    const replay = await findReplay(this.dataSource.manager, organizationId, id);
    if (!replay) throw notFound('Replay');
    return replay;
  }

  /** Records new deliveries for these and sends them. */
  async replay(
    tx: EntityManager,
    organizationId: number,
    deliveryIds: readonly string[],
  ): Promise<NewDelivery[]> {
    const made = await replayDeliveries(tx, organizationId, deliveryIds);
    const lanes = new Map<number, string[]>();
    for (const { id, endpointId, parked } of made)
      if (!parked) lanes.set(endpointId, [...(lanes.get(endpointId) ?? []), id]);
    for (const [id, ids] of lanes) await this.dispatcher.dispatch(tx, { id, organizationId }, ids);
    if (made.length > 0) this.changes.mark(tx, organizationId, DELIVERIES);
    return made;
  }

  private async assertPossible(
    organizationId: number,
    { endpointId, from, until }: ReplayRange,
  ): Promise<void> {
    if (from >= until) throw invalid({ field: 'until', message: 'until must be later than from' });
    if (endpointId === null) return;
    const endpoint = await findEndpoint(this.dataSource.manager, organizationId, { endpointId });
    if (!endpoint) throw notFound('Endpoint');
    assertDeliverable(endpoint);
  }
}

function assertDeliverable({ url, disabled }: { url: string | null; disabled: boolean | null }): void {
  if (url === null) throw noWebhookAddress();
  if (disabled) throw endpointDisabled();
}
