import { DiscoveryService } from '@nestjs/core';
import { type EntityManager } from 'typeorm';

export interface Job<Payload> {
  id: number;
  kind: string;
  /** From 1. An attempt whose worker died or stopped does not count; after 60 deaths the job fails. */
  attempt: number;
  payload: Payload;
  /** How often it has gone back to wait for its turn (`waits`); undefined for kinds without a pace. */
  waits?: number;
  /** Seconds since it first did; 0 if it never has. */
  waitedSeconds?: number;
}

/** The pace at which jobs of a kind begin, shared by all processes. */
export interface JobPace {
  /** The most that begin within a minute; undefined for no limit until `JobPaces.refused` sets one. */
  readonly perMinute: number | undefined;
}

/** Writes the job's effects in the transaction that ends it. Not called if another worker has the job. */
export type JobCommit = (tx: EntityManager) => Promise<void>;

interface Ending<Effect> {
  /** Writes for this job only. */
  commit?: JobCommit;
  /** Input for the handler's `commitEffects`, written together with those of other jobs. */
  effect?: Effect;
  /**
   * Whether the server that the lane leads to failed to answer in time; undefined if unknown. Sets the lane's pace.
   */
  timedOut?: boolean;
}

/**
 * The outcome of a run. A `retry` of the last attempt is a failure. A job that `waits` keeps its place in line and its
 * attempts; only kinds with a pace may do that, because nothing else keeps it from running again at once. `error` is
 * stored with a failed job and must not contain personal data.
 */
export type JobResult<Effect = unknown> = Ending<Effect> &
  (
    | { outcome: 'done' }
    | { outcome: 'retry'; afterSeconds: number; error: string }
    | { outcome: 'waits'; error: string }
    | { outcome: 'failed'; error: string }
  );

/** Handles one kind of job. Any module can provide one, marked with `@JobHandlerFor()`. */
export interface JobHandler<Payload extends object = Record<string, unknown>, Effect = unknown> {
  readonly kind: string;
  /**
   * How many jobs of one lane may run at once, across all processes. By default each organization has a lane. After
   * three timeouts in a row a lane runs one at a time, and one more with each answer.
   */
  readonly maxInflight: number;
  /**
   * How many jobs of all lanes one process runs at once, for kinds that need the processor or sockets; unlimited by
   * default. Lanes whose last job timed out get at most half of them, since they occupy their room for long.
   */
  readonly maxInProcess?: number;
  /** The share of those lanes, if less than half because another kind shares the room. */
  readonly maxSlowInProcess?: number;
  /**
   * For kinds with `maxInProcess` that wait for others. A lane begins with one job, and after each answer may have up
   * to twice as many at once; while one waits longer than this, the lane counts as one whose last job timed out.
   */
  readonly answersWithinMs?: number;
  /**
   * For kinds with `maxInProcess` that begin at a pace. Jobs of rank `first` go before all others, and may use the room
   * that the others leave free.
   */
  readonly pace?: JobPace;
  /** After this time the signal aborts; a run that ignores it is given up soon after. */
  readonly timeoutMs: number;
  readonly maxAttempts: number;
  /** The delay after `attempt`, if `run` threw or exceeded its time. */
  retryAfterSeconds(attempt: number): number;
  /** Runs outside any transaction, possibly more than once per job, so it must be repeatable. */
  run(job: Job<Payload>, signal: AbortSignal): Promise<JobResult<Effect>>;
  /**
   * Writes the effects of one or more jobs in the transaction that ends them, in a few statements for all. If it
   * throws for several, each is written in its own transaction, so that one failing write does not spoil the others.
   */
  commitEffects?(tx: EntityManager, effects: Effect[]): Promise<void>;
  /**
   * The outcome of jobs whose workers died while running them; undefined for those that run again, which is the
   * default for all. Called before any of them does.
   */
  judgeLost?(payloads: Payload[]): Promise<(JobResult<Effect> | undefined)[]>;
  /** Called after the last attempt failed, in the transaction that records the failure. */
  onExhausted?(tx: EntityManager, job: Job<Payload>, error: string): Promise<void>;
}

/** Marks a provider as a JobHandler. */
export const JobHandlerFor = DiscoveryService.createDecorator<never>();
