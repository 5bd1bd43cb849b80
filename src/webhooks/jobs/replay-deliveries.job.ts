import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { type Job, type JobHandler, JobHandlerFor, type JobResult } from '../../platform/jobs/job-handler.js';
import { JobQueue } from '../../platform/jobs/job-queue.js';
import { advanceReplay, chooseReplayable, findReplay } from '../webhook-replay.queries.js';
import { REPLAY_JOB, type ReplayJobPayload, WebhookReplays } from '../webhook-replays.js';

/** Failed deliveries that one run examines; the next run continues after them. */
const BATCH = 1_000;

/**
 * Replays failed deliveries, one batch per transaction, however many there are. An organization's replays take turns.
 */
@Injectable()
@JobHandlerFor()
export class ReplayDeliveriesJob implements JobHandler<ReplayJobPayload> {
  readonly kind = REPLAY_JOB;
  readonly maxInflight = 1;
  readonly timeoutMs = 60_000;
  readonly maxAttempts = 20;

  constructor(
    private readonly replays: WebhookReplays,
    private readonly jobs: JobQueue,
  ) {}

  retryAfterSeconds(attempt: number): number {
    return Math.min(5 * 2 ** attempt, 600);
  }

  run({ payload }: Job<ReplayJobPayload>): Promise<JobResult> {
    return Promise.resolve({ outcome: 'done', commit: (tx) => this.replayNext(tx, payload) });
  }

  /** Commits with the end of the job, so no batch is replayed twice. */
  private async replayNext(tx: EntityManager, payload: ReplayJobPayload): Promise<void> {
    const { organizationId, replayId, after } = payload;
    const replay = await findReplay(tx, organizationId, replayId);
    if (!replay) return;
    const place = after && { createdAt: new Date(after.createdAt), seq: after.seq };
    const { ids, last } = await chooseReplayable(tx, organizationId, replay, { after: place, limit: BATCH });
    const { length: replayed } = await this.replays.replay(tx, organizationId, ids);
    await advanceReplay(tx, organizationId, replayId, { replayed, finished: last === null });
    if (last === null) return;
    const next = { createdAt: last.createdAt.toISOString(), seq: last.seq };
    await this.jobs.enqueue(tx, { kind: this.kind, payload: { ...payload, after: next } });
  }
}
