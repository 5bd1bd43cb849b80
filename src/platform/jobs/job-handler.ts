import { DiscoveryService } from '@nestjs/core';
import { type EntityManager } from 'typeorm';

export interface Job<Payload> {
  id: number;
  kind: string;
  /** From 1. An attempt whose worker died or stopped does not count; after 60 deaths the job fails. */
  attempt: number;
  payload: Payload;
}

/** Writes the job's effects in the transaction that ends it. Not called if another worker has the job. */
export type JobCommit = (tx: EntityManager) => Promise<void>;

interface Ending<Effect> {
  /** Writes for this job alone. */
  commit?: JobCommit;
  /** What the handler's `commitEffects` writes, together with that of other jobs. */
  effect?: Effect;
  /** Whether whoever the lane leads to did not answer in time; undefined if that is unknown. The lane's pace follows. */
  timedOut?: boolean;
}

/**
 * How a run ended. A `retry` of the last attempt is a failure. `error` is stored with a failed job and must not contain
 * personal data.
 */
export type JobResult<Effect = unknown> = Ending<Effect> &
  (
    | { outcome: 'done' }
    | { outcome: 'retry'; afterSeconds: number; error: string }
    | { outcome: 'failed'; error: string }
  );

/** Handles one kind of job. A provider in any module, marked with `@JobHandlerFor()`. */
export interface JobHandler<Payload extends object = Record<string, unknown>, Effect = unknown> {
  readonly kind: string;
  /**
   * How many jobs of one lane may run at once, in all processes. By default each organization has a lane. After three
   * timeouts in a row a lane runs one at a time, and one more with each answer.
   */
  readonly maxInflight: number;
  /**
   * How many jobs of all lanes one process runs at once, for kinds that need the processor or sockets; no limit by
   * default. Lanes whose last job timed out get at most half of them, as they hold their room for long.
   */
  readonly maxInProcess?: number;
  /** What those lanes get if it is less than half, because another kind shares the room. */
  readonly maxSlowInProcess?: number;
  /**
   * For kinds with `maxInProcess` that wait for others. A lane begins with one job and has up to twice as many at once after
   * each answer; while one waits for longer than this, the lane counts as one whose last job timed out.
   */
  readonly answersWithinMs?: number;
  /** Then the signal aborts; a run that ignores it is given up soon after. */
  readonly timeoutMs: number;
  readonly maxAttempts: number;
  /** The delay after `attempt`, if `run` threw or exceeded its time. */
  retryAfterSeconds(attempt: number): number;
  /** Runs outside any transaction, possibly more than once for a job, so it must be repeatable. */
  run(job: Job<Payload>, signal: AbortSignal): Promise<JobResult<Effect>>;
  /**
   * Writes the effects of one or more jobs in the transaction that ends them, in a few statements for all. If it throws
   * for several, each is written in a transaction of its own, so that one that cannot be written spoils no other.
   */
  commitEffects?(tx: EntityManager, effects: Effect[]): Promise<void>;
  /**
   * What jobs have come to whose workers died while running them; undefined for those that run again, as all do by default.
   * Asked before any of them does.
   */
  judgeLost?(payloads: Payload[]): Promise<(JobResult<Effect> | undefined)[]>;
  /** The last attempt failed. Runs in the transaction that records the failure. */
  onExhausted?(tx: EntityManager, job: Job<Payload>, error: string): Promise<void>;
}

/** Marks a provider as a JobHandler. */
export const JobHandlerFor = DiscoveryService.createDecorator<never>();
