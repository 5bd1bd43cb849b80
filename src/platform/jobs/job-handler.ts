import { DiscoveryService } from '@nestjs/core';
import { type EntityManager } from 'typeorm';

export interface Job<Payload> {
  id: number;
  kind: string;
  /** Counts from 1. An attempt whose worker died counts; one that a stopping worker gave back does not. */
  attempt: number;
  payload: Payload;
}

/** Writes what the job led to, in the transaction that ends the job. Not called once another worker has the job. */
export type JobCommit = (tx: EntityManager) => Promise<void>;

/**
 * How a run ended. A `retry` of the last attempt is a failure. `error` is kept with a failed job: it must not hold
 * anything personal.
 */
export type JobResult =
  | { outcome: 'done'; commit?: JobCommit }
  | { outcome: 'retry'; afterSeconds: number; error: string; commit?: JobCommit }
  | { outcome: 'failed'; error: string; commit?: JobCommit };

/** A kind of work. A provider with `@JobHandlerFor()` in any module; one for each kind. */
export interface JobHandler<Payload extends object = Record<string, unknown>> {
  readonly kind: string;
  /** How many jobs of one lane may run at once, over all processes. */
  readonly maxInflight: number;
  /** After this the signal aborts; a run that ignores it is given up soon after. */
  readonly timeoutMs: number;
  readonly maxAttempts: number;
  /** The delay before the attempt after `attempt`, when `run` threw or overran its time. */
  retryAfterSeconds(attempt: number): number;
  /** Runs outside any transaction, possibly more than once for the same job: what it does must bear repetition. */
  run(job: Job<Payload>, signal: AbortSignal): Promise<JobResult>;
  /** The last attempt threw, asked for another, or died with its worker. In the transaction that records the failure. */
  onExhausted?(tx: EntityManager, job: Job<Payload>, error: string): Promise<void>;
}

/** Marks a provider as a JobHandler. */
export const JobHandlerFor = DiscoveryService.createDecorator<never>();
