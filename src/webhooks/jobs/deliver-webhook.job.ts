import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { CallsTogether } from '../../common/calls-together.js';
import { Statements } from '../../platform/database/statements.js';
import { OrganizationChanges } from '../../platform/events/organization-changes.js';
import { type PostResult } from '../../platform/http-client/http-client.js';
import {
  type Job,
  type JobCommit,
  type JobHandler,
  JobHandlerFor,
  type JobResult,
} from '../../platform/jobs/job-handler.js';
import { MAX_ATTEMPTS, readRetryAfter, retryDelay } from '../domain/retry-delay.js';
import { DELIVERY_SOCKETS, SLOW_DELIVERY_SOCKETS } from '../domain/sockets.js';
import { EndpointWatch } from '../endpoint-watch.js';
import { DELIVERIES } from '../webhook.events.js';
import {
  type AttemptRecord,
  type DueDelivery,
  failDelivery,
  findDueDeliveries,
  findInLastAttempt,
  loseLastAttempt,
  parkDelivery,
  recordAttempts,
} from '../webhook-delivery.queries.js';
import { DELIVER_JOB, type DeliverJobPayload, WebhookDispatcher } from '../webhook-dispatcher.js';
import { isPausedUntilEnd } from '../webhook-endpoint.queries.js';
import { ENDPOINT_DISABLED, NO_ADDRESS } from '../webhook-event.queries.js';
import { WebhookSender } from '../webhook-sender.js';

/** Extra runs for those that end without a recorded attempt (a worker died, the database was down). */
const LOST_RUNS = 15;
const AFTER_FAULT_SECONDS = 60;

const PER_ENDPOINT = 8;
/**
 * Most answers take milliseconds. Slower ones are not at fault, so this only decides which deliveries may use the
 * other sockets.
 */
const ANSWERS_WITHIN_MS = 5_000;

/** Makes one attempt of one delivery. The delivery's row counts the attempts that reached the receiver. */
@Injectable()
@JobHandlerFor()
export class DeliverWebhookJob implements JobHandler<DeliverJobPayload, AttemptRecord> {
  readonly kind = DELIVER_JOB;
  readonly maxInflight = PER_ENDPOINT;
  readonly maxInProcess = DELIVERY_SOCKETS;
  readonly maxSlowInProcess = SLOW_DELIVERY_SOCKETS;
  readonly answersWithinMs = ANSWERS_WITHIN_MS;
  /** Longer than the 30 seconds of the HTTP request, which reports its own timeout. */
  readonly timeoutMs = 45_000;
  readonly maxAttempts = MAX_ATTEMPTS + LOST_RUNS;
  /** Combines jobs that were claimed together. */
  private readonly due: CallsTogether<DeliverJobPayload, DueDelivery | undefined>;

  constructor(
    private readonly statements: Statements,
    private readonly sender: WebhookSender,
    private readonly watch: EndpointWatch,
    private readonly dispatcher: WebhookDispatcher,
    private readonly changes: OrganizationChanges,
  ) {
    this.due = new CallsTogether(async (payloads) => {
      const found = await findDueDeliveries(statements, payloads);
      const byId = new Map(found.map((delivery) => [delivery.id, delivery]));
      return payloads.map(({ deliveryId }) => byId.get(deliveryId));
    });
  }

  retryAfterSeconds(): number {
    return AFTER_FAULT_SECONDS;
  }

  async run({ payload }: Job<DeliverJobPayload>, signal: AbortSignal): Promise<JobResult<AttemptRecord>> {
    const delivery = await this.due.request(payload);
    if (!delivery) return { outcome: 'done' };
    const { url, organizationId, id, disabled, paused } = delivery;
    if (disabled) return this.alone(payload, (tx) => failDelivery(tx, organizationId, id, ENDPOINT_DISABLED));
    if (paused) return this.alone(payload, (tx) => this.park(tx, delivery));
    if (url === null) return this.alone(payload, (tx) => failDelivery(tx, organizationId, id, NO_ADDRESS));
    try {
      const { sent, result } = await this.sender.send({ ...delivery, url }, signal);
      return recorded(delivery, sent, result);
    } catch (error) {
      if (signal.aborted && delivery.attempts === MAX_ATTEMPTS - 1) return this.lostLast(payload);
      throw error;
    }
  }

  async commitEffects(tx: EntityManager, records: AttemptRecord[]): Promise<void> {
    await recordAttempts(tx, records);
    await this.watch.note(tx, records);
    for (const { organizationId } of records) this.changes.mark(tx, organizationId, DELIVERIES);
  }

  /**
   * If a worker died or stopped during the last attempt, it may have been sent, so it counts: there is no sixth
   * request. Earlier attempts are repeated at once and do not count, so no number of restarts uses up a delivery's
   * attempts.
   */
  async judgeLost(payloads: DeliverJobPayload[]): Promise<(JobResult<AttemptRecord> | undefined)[]> {
    const last = await findInLastAttempt(this.statements, payloads);
    return payloads.map((payload) => (last.has(payload.deliveryId) ? this.lostLast(payload) : undefined));
  }

  async onExhausted(tx: EntityManager, { payload }: Job<DeliverJobPayload>): Promise<void> {
    const reason = 'the service was interrupted too often while delivering';
    await failDelivery(tx, payload.organizationId, payload.deliveryId, reason);
    this.changes.mark(tx, payload.organizationId, DELIVERIES);
  }

  private lostLast(payload: DeliverJobPayload): JobResult<AttemptRecord> {
    return this.alone(payload, (tx) => loseLastAttempt(tx, payload));
  }

  private alone({ organizationId }: DeliverJobPayload, change: JobCommit): JobResult<AttemptRecord> {
    const commit: JobCommit = async (tx) => {
      await change(tx);
      this.changes.mark(tx, organizationId, DELIVERIES);
    };
    return { outcome: 'done', commit };
  }

  /** Parks the delivery, or sends it on if the endpoint was resumed in the meantime. */
  private async park(tx: EntityManager, { id, organizationId, endpointId }: DueDelivery): Promise<void> {
    if (await isPausedUntilEnd(tx, organizationId, endpointId)) await parkDelivery(tx, organizationId, id);
    else await this.dispatcher.dispatch(tx, { id: endpointId, organizationId }, [id]);
  }
}

/** The attempt, the delivery's new state and its next run commit together. */
function recorded(
  delivery: DueDelivery,
  sent: AttemptRecord['sent'],
  result: PostResult,
): JobResult<AttemptRecord> {
  const attempt = delivery.attempts + 1;
  const { organizationId, id: deliveryId, endpointId, isDisrupted, holdsWhenDown } = delivery;
  const { failureReason, timedOut } = result;
  const afterSeconds =
    failureReason === null
      ? null
      : retryDelay(attempt, readRetryAfter(result.responseHeaders), Math.random());
  const status = failureReason === null ? 'success' : afterSeconds === null ? 'failed' : 'pending';
  const record = {
    organizationId,
    deliveryId,
    endpointId,
    isDisrupted,
    holdsWhenDown,
    attempt,
    sent,
    result,
  };
  const effect: AttemptRecord = { ...record, status, retryAfterSeconds: afterSeconds };
  if (failureReason === null || afterSeconds === null) return { outcome: 'done', effect, timedOut };
  return { outcome: 'retry', afterSeconds, error: failureReason, effect, timedOut };
}
