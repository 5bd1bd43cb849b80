import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { type Job, type JobHandler, JobHandlerFor, type JobResult } from '../../platform/jobs/job-handler.js';
import { findEndpoint } from '../webhook-endpoint.queries.js';
import { RETRY_JOB, type RetryJobPayload, WebhookRetries } from '../webhook-retries.js';
import {
  type EndpointRetry,
  findOutcomes,
  findRetry,
  findWaiting,
  type RetryOutcome,
  saveRetry,
} from '../webhook-retry.queries.js';

/** Failures in a row that stop a retry; also the most attempts under way, fewer after failures, so that none exceeds it. */
const AT_ONCE = 10;

/** Attempts the waiting deliveries of an endpoint, few at a time, as long as not all of them fail. */
@Injectable()
@JobHandlerFor()
export class RetryDeliveriesJob implements JobHandler<RetryJobPayload> {
  readonly kind = RETRY_JOB;
  readonly maxInflight = 1;
  readonly timeoutMs = 60_000;
  readonly maxAttempts = 20;

  constructor(private readonly retries: WebhookRetries) {}

  retryAfterSeconds(attempt: number): number {
    return Math.min(5 * 2 ** attempt, 600);
  }

  run({ payload }: Job<RetryJobPayload>): Promise<JobResult> {
    return Promise.resolve({ outcome: 'done', commit: (tx) => this.step(tx, payload) });
  }

  /** Otherwise no other retry of the endpoint could begin. */
  async onExhausted(tx: EntityManager, { payload }: Job<RetryJobPayload>): Promise<void> {
    const { organizationId, endpointId } = payload;
    const retry = await findRunning(tx, payload);
    if (retry) await saveRetry(tx, organizationId, endpointId, { ...retry, state: 'stopped' });
  }

  /** Commits with the end of the job, so that no delivery is chosen twice. */
  private async step(tx: EntityManager, payload: RetryJobPayload): Promise<void> {
    const { organizationId, endpointId } = payload;
    const retry = await findRunning(tx, payload);
    if (!retry) return;
    const outcomes = await findOutcomes(tx, organizationId, payload.underWay);
    const ended = outcomes.filter(({ outcome }) => outcome !== 'under way');
    const attempted = retry.attempted + ended.length;
    const failedInRow = failuresAtEnd(ended, retry.failedInRow);
    const save = (state: EndpointRetry['state']) =>
      saveRetry(tx, organizationId, endpointId, { attempted, failedInRow, state });
    if (failedInRow >= AT_ONCE || !(await this.isOpen(tx, payload))) return save('stopped');
    const underWay = outcomes.filter(({ outcome }) => outcome === 'under way').map(({ id }) => id);
    const next = await this.moveNext(tx, payload, retry, AT_ONCE - underWay.length - failedInRow);
    const all = [...underWay, ...next.ids];
    if (all.length === 0 && next.after === null) return save('finished');
    await save('running');
    await this.retries.continue(tx, { ...payload, underWay: all, after: next.after ?? payload.after });
  }

  private async moveNext(
    tx: EntityManager,
    payload: RetryJobPayload,
    { beganAt }: EndpointRetry,
    limit: number,
  ): Promise<{ ids: string[]; after: RetryJobPayload['after'] }> {
    if (limit <= 0) return { ids: [], after: null };
    const after = payload.after && { ...payload.after, createdAt: new Date(payload.after.createdAt) };
    const found = await findWaiting(tx, payload, { before: beganAt, after, limit });
    const last = found.at(-1);
    if (!last) return { ids: [], after: null };
    const ids = await this.retries.moveToNow(
      tx,
      payload,
      found.map(({ id }) => id),
    );
    return { ids, after: { createdAt: last.createdAt.toISOString(), seq: last.seq } };
  }

  private async isOpen(tx: EntityManager, { organizationId, endpointId }: RetryJobPayload): Promise<boolean> {
    const endpoint = await findEndpoint(tx, organizationId, { endpointId });
    return (
      endpoint !== null && endpoint.url !== null && !endpoint.disabled && !endpoint.paused && !endpoint.held
    );
  }
}

/** The retry of this job, locked until `tx` ends; null if it has ended or another began. */
async function findRunning(
  tx: EntityManager,
  { organizationId, endpointId, beganAt }: RetryJobPayload,
): Promise<EndpointRetry | null> {
  const retry = await findRetry(tx, organizationId, endpointId, { lock: true });
  return retry?.state === 'running' && retry.beganAt.toISOString() === beganAt ? retry : null;
}

/** How many attempts have failed since the last that succeeded. @param before - the number before these */
function failuresAtEnd(ended: readonly RetryOutcome[], before: number): number {
  return ended.reduce((failures, { outcome }) => (outcome === 'delivered' ? 0 : failures + 1), before);
}
