import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Notifications } from '../database/notifications.service.js';
import { type TransactionHook, Transactions } from '../database/transactions.js';
import { JobRegistry } from './engine/job-registry.service.js';
import {
  enqueueJobs,
  enqueueSelected,
  type JobRow,
  lockLanes,
  type SelectedPayloads,
  wakeLanes,
} from './engine/job.queries.js';

/** Rings in every process when jobs have become due. A lost ring costs no job, only time: runners also look every second. */
export const JOBS_CHANNEL = 'countersign_jobs';

export { type SelectedPayloads };

export interface NewJob {
  kind: string;
  /** Ids and small facts; no personal data, no tokens. */
  payload: Record<string, unknown>;
  /**
   * Jobs of a lane share the kind's `maxInflight` and do not delay other lanes. By default a kind has a lane for each
   * organization, by the payload's `organizationId`, and one for jobs without.
   */
  lane?: string;
  /** Now by default. Seconds count from the service's time, in SQL. */
  runAt?: Date | { afterSeconds: number };
}

/** Enqueues jobs, which are written with the caller's transaction or not at all. */
@Injectable()
export class JobQueue implements OnModuleInit, TransactionHook {
  private readonly pending = new WeakMap<EntityManager, JobRow[]>();
  /** Jobs that stand for the lanes which `enqueueSelected` has filled. */
  private readonly filled = new WeakMap<EntityManager, JobRow[]>();

  constructor(
    private readonly transactions: Transactions,
    private readonly registry: JobRegistry,
    private readonly notifications: Notifications,
  ) {}

  onModuleInit(): void {
    this.transactions.addHook(this);
  }

  /** Adds a job to `tx`, a transaction of `Transactions.run`. @throws Error if no handler knows the kind */
  async enqueue(tx: EntityManager, job: NewJob): Promise<void> {
    await this.enqueueMany(tx, [job]);
  }

  async enqueueMany(tx: EntityManager, jobs: NewJob[]): Promise<void> {
    if (!this.transactions.isOpen(tx))
      throw new Error('Jobs are added inside a transaction of Transactions.run.');
    this.pending.set(tx, [...(this.pending.get(tx) ?? []), ...jobs.map((job) => this.toRow(job))]);
  }

  /**
   * Adds a job of this kind and lane to `tx`, due now, with each payload that `selected` returns: in one statement, so
   * that many thousands need not come by this process.
   */
  async enqueueSelected(
    tx: EntityManager,
    job: Pick<NewJob, 'kind' | 'lane'>,
    selected: SelectedPayloads,
  ): Promise<void> {
    const row = this.toRow({ ...job, payload: {} });
    this.filled.set(tx, [...(this.filled.get(tx) ?? []), row]);
    await enqueueSelected(tx, row, selected);
  }

  /** Wakes the runners of all processes. Only needed after jobs were changed other than by `enqueue`. */
  ring(): void {
    this.notifications.send(JOBS_CHANNEL);
  }

  /**
   * One statement for all jobs of the transaction, at its end, because a lane is locked from its first job to the
   * commit.
   */
  async beforeCommit(tx: EntityManager): Promise<void> {
    const rows = this.pending.get(tx);
    const filled = this.filled.get(tx);
    if (filled) await wakeLanes(tx, filled, rows ?? []);
    if (rows) await enqueueJobs(tx, rows);
  }

  afterCommit(tx: EntityManager): void {
    if (this.filled.has(tx)) this.ring();
    else if (this.pending.get(tx)?.some((row) => row.run_at === null && row.after_seconds === null))
      this.ring();
  }

  /** Locks these lanes and those of the jobs added to `tx`, in an order that cannot deadlock. */
  async lockLanes(tx: EntityManager, laneIds: number[]): Promise<void> {
    const rows = [...(this.pending.get(tx) ?? []), ...(this.filled.get(tx) ?? [])];
    if (rows.length > 0) await lockLanes(tx, rows, laneIds);
  }

  private toRow({ kind, payload, lane = laneOf(payload), runAt }: NewJob): JobRow {
    return {
      kind,
      lane: lane === undefined ? kind : `${kind}/${lane}`,
      max_inflight: this.registry.get(kind).maxInflight,
      run_at: runAt instanceof Date ? runAt : null,
      after_seconds: runAt === undefined || runAt instanceof Date ? null : runAt.afterSeconds,
      payload,
    };
  }
}

function laneOf({ organizationId }: NewJob['payload']): string | undefined {
  return typeof organizationId === 'number' ? String(organizationId) : undefined;
}
