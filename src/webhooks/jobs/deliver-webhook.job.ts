import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { SecretBox } from '../../platform/crypto/secret-box.service.js';
import { OrganizationChanges } from '../../platform/events/organization-changes.service.js';
import { HttpClient, type PostResult } from '../../platform/http-client/http-client.service.js';
import {
  type Job,
  type JobCommit,
  type JobHandler,
  JobHandlerFor,
  type JobResult,
} from '../../platform/jobs/job-handler.js';
import { MAX_ATTEMPTS, readRetryAfter, retryDelay } from '../domain/retry-delay.js';
import { signBody } from '../domain/webhook-signature.js';
import {
  type AttemptRecord,
  type DueDelivery,
  failDelivery,
  findDueDelivery,
  parkDelivery,
  recordAttempt,
} from '../webhook-delivery.queries.js';
import { DELIVER_JOB, type DeliverJobPayload, WebhookDispatcher } from '../webhook-dispatcher.service.js';
import { isPausedUntilEnd } from '../webhook-endpoint.queries.js';
import { secretContext } from '../webhook-endpoints.service.js';
import { ENDPOINT_DISABLED, NO_ADDRESS } from '../webhook-event.queries.js';
import { DELIVERIES } from '../webhook.events.js';

const USER_AGENT = 'Countersign/1 (webhooks)';
/** Extra runs, for those that end without a recorded attempt (a worker died, the database was down). */
const LOST_RUNS = 15;
const AFTER_FAULT_SECONDS = 60;

/** Makes one attempt of one delivery. The delivery's row counts the attempts that reached the receiver. */
@Injectable()
@JobHandlerFor()
export class DeliverWebhookJob implements JobHandler<DeliverJobPayload> {
  readonly kind = DELIVER_JOB;
  /** Per endpoint. */
  readonly maxInflight = 4;
  /** Longer than the 30 seconds of the HTTP request, which reports its own timeout. */
  readonly timeoutMs = 45_000;
  readonly maxAttempts = MAX_ATTEMPTS + LOST_RUNS;

  constructor(
    private readonly dataSource: DataSource,
    private readonly http: HttpClient,
    private readonly secretBox: SecretBox,
    private readonly dispatcher: WebhookDispatcher,
    private readonly changes: OrganizationChanges,
  ) {}

  retryAfterSeconds(): number {
    return AFTER_FAULT_SECONDS;
  }

  async run({ payload }: Job<DeliverJobPayload>, signal: AbortSignal): Promise<JobResult> {
    const result = await this.deliver(payload, signal);
    const commit: JobCommit = async (tx) => {
      await result.commit?.(tx);
      this.changes.mark(tx, payload.organizationId, DELIVERIES);
    };
    return result.commit ? { ...result, commit } : result;
  }

  async onExhausted(tx: EntityManager, { payload }: Job<DeliverJobPayload>): Promise<void> {
    const reason = 'the service was interrupted too often while delivering';
    await failDelivery(tx, payload.organizationId, payload.deliveryId, reason);
    this.changes.mark(tx, payload.organizationId, DELIVERIES);
  }

  private async deliver(payload: DeliverJobPayload, signal: AbortSignal): Promise<JobResult> {
    const delivery = await findDueDelivery(
      this.dataSource.manager,
      payload.organizationId,
      payload.deliveryId,
    );
    if (!delivery) return { outcome: 'done' };
    if (delivery.paused && !delivery.disabled)
      return { outcome: 'done', commit: (tx) => this.park(tx, delivery) };
    const { url, organizationId, id, disabled } = delivery;
    const reason = disabled ? ENDPOINT_DISABLED : NO_ADDRESS;
    if (disabled || url === null)
      return { outcome: 'done', commit: (tx) => failDelivery(tx, organizationId, id, reason) };
    const headers = headersFor(delivery);
    const signed = { ...headers, 'X-Service-Signature': this.signatureOf(delivery) };
    const result = await this.http.post(url, signed, delivery.body, signal);
    // We stopped it, not the receiver, so there is no attempt to record.
    if (result.failureReason !== null) signal.throwIfAborted();
    return this.recorded(delivery, { url, headers }, result);
  }

  private signatureOf({ body, organizationId, secretSealed }: DueDelivery): string {
    return signBody(body, this.secretBox.openText(secretSealed, secretContext(organizationId)));
  }

  /** The attempt, the delivery's new state and its next run commit together. */
  private recorded(delivery: DueDelivery, sent: AttemptRecord['sent'], result: PostResult): JobResult {
    const attempt = delivery.attempts + 1;
    const { organizationId, id: deliveryId, endpointId, isDisrupted } = delivery;
    const record = { organizationId, deliveryId, endpointId, isDisrupted, attempt, sent, result };
    if (result.failureReason === null) {
      const success = { ...record, status: 'success', retryAfterSeconds: null } as const;
      return { outcome: 'done', commit: (tx) => recordAttempt(tx, success) };
    }
    const afterSeconds = retryDelay(attempt, readRetryAfter(result.responseHeaders), Math.random());
    if (afterSeconds === null) {
      const failure = { ...record, status: 'failed', retryAfterSeconds: null } as const;
      return { outcome: 'done', commit: (tx) => recordAttempt(tx, failure) };
    }
    const pending = { ...record, status: 'pending', retryAfterSeconds: afterSeconds } as const;
    return {
      outcome: 'retry',
      afterSeconds,
      error: result.failureReason,
      commit: (tx) => recordAttempt(tx, pending),
    };
  }

  /** Parks the delivery, or sends it on if the endpoint was resumed in the meantime. */
  private async park(tx: EntityManager, { id, organizationId, endpointId }: DueDelivery): Promise<void> {
    if (await isPausedUntilEnd(tx, organizationId, endpointId)) await parkDelivery(tx, organizationId, id);
    else await this.dispatcher.dispatch(tx, { id: endpointId, organizationId }, [id]);
  }
}

/** Without the signature, which nothing but the request itself carries. */
const headersFor = ({ webhookId }: DueDelivery): Record<string, string> => ({
  'Content-Type': 'application/json',
  'User-Agent': USER_AGENT,
  'X-Service-Webhook-Id': webhookId,
});
