import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Notifications } from '../database/notifications.js';
import { type TransactionHook, Transactions } from '../database/transactions.js';
import {
  enqueueJobs,
  enqueueSelected,
  findJobState,
  hastenJobs,
  type JobRow,
  type JobState,
  lockLanes,
  type SelectedPayloads,
  wakeLanes,
} from './engine/job.queries.js';
import { JobRegistry } from './engine/job-registry.js';
import { findBacklog, type LaneBacklog } from './job-state.queries.js';

/**
 * Notifies every process when jobs have become due. A lost notification only costs time: runners also poll every
 * second.
 */
export const JOBS_CHANNEL = 'countersign_jobs';

export { type JobState, type SelectedPayloads };

export interface NewJob {
  kind: string;
  /** Ids and small facts; no personal data, no tokens. */
  payload: Record<string, unknown>;
  /**
   * Jobs of a lane share the kind's `maxInflight` and do not delay other lanes. By default a kind has one lane per
   * organization, by the payload's `organizationId`, and one for jobs without it.
   */
  lane?: string;
  /** For kinds with a pace: whether it goes before all others, or after them. Each rank has lanes of its own. */
  rank?: 'first' | 'last';
  /** Now by default. Seconds are relative to the service's time, in SQL. */
  runAt?: Date | { afterSeconds: number };
}

/** What identifies a job that exists once. */
type JobKey = Pick<NewJob, 'kind' | 'lane' | 'rank' | 'payload'>;

/** What a transaction leaves to its end. */
interface Changes {
  added: JobRow[];
  /** Jobs that represent the lanes filled by `enqueueSelected`. */
  filled: JobRow[];
  hastened: JobRow[];
}

/** Enqueues jobs, which are written together with the caller's transaction or not at all. */
@Injectable()
export class JobQueue implements OnModuleInit, TransactionHook {
  private readonly changes = new WeakMap<EntityManager, Changes>();

  constructor(
    private readonly transactions: Transactions,
    private readonly registry: JobRegistry,
    private readonly notifications: Notifications,
  ) {}

  onModuleInit(): void {
    this.transactions.addHook(this);
  }

  /** Adds a job to `tx`, a transaction of `Transactions.run`. @throws Error if no handler has registered the kind */
  async enqueue(tx: EntityManager, job: NewJob): Promise<void> {
    await this.enqueueMany(tx, [job]);
  }

  async enqueueMany(tx: EntityManager, jobs: NewJob[]): Promise<void> {
    this.changesIn(tx).added.push(...jobs.map((job) => this.toRow(job)));
  }

  /**
   * Makes the job with this kind, lane and payload due now, at the end of `tx`. A job that was given up or never existed
   * is added, and one that is running is left alone, so there are never two.
   */
  async runNow(tx: EntityManager, job: JobKey): Promise<void> {
    this.changesIn(tx).hastened.push(this.toRow(job));
  }

  /** How many jobs of a lane have not ended, and the payload of the one that was added first; null for none. */
  backlog(manager: EntityManager, lane: Pick<NewJob, 'kind' | 'lane' | 'rank'>): Promise<LaneBacklog> {
    return findBacklog(manager, laneKey(lane.kind, lane.lane, lane.rank));
  }

  /** The state of the job with this kind, lane and payload; null if there is none. */
  state(manager: EntityManager, job: JobKey): Promise<JobState | null> {
    return findJobState(manager, this.toRow(job));
  }

  /**
   * Adds a job of this kind and lane to `tx`, due now, for each payload that `selected` returns: in one statement, so
   * that many thousands need not pass through this process.
   */
  async enqueueSelected(
    tx: EntityManager,
    job: Pick<NewJob, 'kind' | 'lane'>,
    selected: SelectedPayloads,
  ): Promise<void> {
    const row = this.toRow({ ...job, payload: {} });
    this.changesIn(tx).filled.push(row);
    await enqueueSelected(tx, row, selected);
  }

  /** Wakes the runners of all processes. Only needed after jobs were changed by other means than `enqueue`. */
  ring(): void {
    this.notifications.send(JOBS_CHANNEL);
  }

  /**
   * One statement for all jobs of the transaction, at its end, because a lane stays locked from its first job to the
   * commit.
   */
  async beforeCommit(tx: EntityManager): Promise<void> {
    const changes = this.changes.get(tx);
    if (!changes) return;
    const { added, filled, hastened } = changes;
    const woken = [...filled, ...hastened];
    if (woken.length > 0) {
      await this.lockLanes(tx, []);
      await wakeLanes(tx, woken);
    }
    if (added.length > 0) await enqueueJobs(tx, added);
    if (hastened.length > 0) await hastenJobs(tx, hastened);
  }

  afterCommit(tx: EntityManager): void {
    const changes = this.changes.get(tx);
    if (!changes) return;
    const { added, filled, hastened } = changes;
    const isDue = added.some((row) => row.run_at === null && row.after_seconds === null);
    if (isDue || filled.length > 0 || hastened.length > 0) this.ring();
  }

  /** Locks these lanes and those of the jobs added to `tx`, in an order that cannot deadlock. */
  async lockLanes(tx: EntityManager, laneIds: number[]): Promise<void> {
    const { added, filled, hastened } = this.changes.get(tx) ?? NO_CHANGES;
    const rows = [...added, ...filled, ...hastened];
    if (rows.length > 0) await lockLanes(tx, rows, laneIds);
  }

  /** @throws Error outside a transaction */
  private changesIn(tx: EntityManager): Changes {
    if (!this.transactions.isOpen(tx))
      throw new Error('Jobs are added inside a transaction of Transactions.run.');
    let changes = this.changes.get(tx);
    if (!changes) this.changes.set(tx, (changes = { added: [], filled: [], hastened: [] }));
    return changes;
  }

  private toRow({ kind, payload, lane = laneOf(payload), rank, runAt }: NewJob): JobRow {
    return {
      kind,
      lane: laneKey(kind, lane, rank),
      max_inflight: this.registry.get(kind).maxInflight,
      run_at: runAt instanceof Date ? runAt : null,
      after_seconds: runAt === undefined || runAt instanceof Date ? null : runAt.afterSeconds,
      payload,
    };
  }
}

/** The third part is the rank, where a paced claim looks for it. */
function laneKey(kind: string, lane: string | undefined, rank: NewJob['rank']): string {
  if (rank !== undefined) return `${kind}/${lane ?? ''}/${rank}`;
  return lane === undefined ? kind : `${kind}/${lane}`;
}

const NO_CHANGES: Changes = { added: [], filled: [], hastened: [] };

function laneOf({ organizationId }: NewJob['payload']): string | undefined {
  return typeof organizationId === 'number' ? String(organizationId) : undefined;
}
