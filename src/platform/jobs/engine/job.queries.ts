import { randomUUID } from 'node:crypto';
import { type EntityManager } from 'typeorm';
import { isLockTimeout } from '../../database/lock-timeout.js';
import { queryPrepared } from '../../database/query-prepared.js';
import { type Statement, type Statements } from '../../database/statements.service.js';
import { type Job, type JobHandler } from '../job-handler.js';

/** A job as `enqueue_jobs` reads it. */
export interface JobRow {
  kind: string;
  lane: string;
  max_inflight: number;
  run_at: Date | null;
  after_seconds: number | null;
  payload: Record<string, unknown>;
}

/** A job with our lease. Each claim has a new token, so an older worker's result is refused. */
export interface ClaimedJob extends Job<Record<string, unknown>> {
  token: string;
  laneId: number;
  /** Its lane's last job timed out. */
  isSlow: boolean;
  /** `performance.now()` of this process when it had the job. */
  claimedAt: number;
}

export type ClaimedRow = Omit<ClaimedJob, 'token' | 'claimedAt'>;

/** How a job ended that is to be ended together with others. */
export interface EndedJob {
  job: ClaimedJob;
  /** Null: it is done. */
  retryAfterSeconds: number | null;
  timedOut: boolean | undefined;
}

/**
 * How long a job stays its worker's without a sign of life. A worker renews its leases four times as often
 * (`RunnerLimits.reapMs`), and others look for lost ones as often, so after a crash work goes on within 26 seconds.
 */
export const LEASE_SECONDS = 20;

const CLAIM: Statement = {
  name: 'jobs-claim',
  text: 'select * from claim_due_jobs($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)',
};

const ENQUEUE: Statement = { name: 'jobs-enqueue', text: 'select enqueue_jobs($1)' };

const LOCK_LANES: Statement = { name: 'jobs-lock-lanes', text: 'select lock_job_lanes($1, $2)' };

const LOCK_JOBS: Statement = { name: 'jobs-lock', text: 'select * from lock_leased_jobs($1, $2)' };

const END_JOBS: Statement = { name: 'jobs-end', text: 'select end_locked_jobs($1, $2, $3)' };

const COMPLETE: Statement = {
  name: 'jobs-complete',
  text: `
    with gone as (
      delete from jobs j using unnest($1::bigint[], $2::uuid[]) as t (id, token)
      where j.id = t.id and j.lease_token = t.token returning j.lane_id)
    select count(*) as completed, free_job_lanes(array_agg(lane_id), null) from gone`,
};

const GIVE_BACK: Statement = {
  name: 'jobs-give-back',
  text: `
    with back as (
      update jobs j set lease_until = null, lease_token = null, attempt = j.attempt - 1
      from unnest($1::bigint[], $2::uuid[]) as t (id, token)
      where j.id = t.id and j.lease_token = t.token returning j.lane_id)
    select free_job_lanes(array_agg(lane_id), app_now()) from back`,
};

/** Leaves out jobs that are just being ended, whose rows are locked. In the order in which `lock_leased_jobs` locks. */
const RENEW: Statement = {
  name: 'jobs-renew',
  text: `
    with mine as (select * from unnest($1::bigint[], $2::uuid[]) as t (id, token)),
    renewed as (
      update jobs set lease_until = app_now() + $3 * interval '1 second' where id in (
        select j.id from jobs j join mine m on j.id = m.id and j.lease_token = m.token
        order by j.id for update of j skip locked))
    select id from mine m where not exists (select from jobs j where j.id = m.id and j.lease_token = m.token)`,
};

/** What a lane may be given now by this process. */
export interface LaneRoom {
  laneId: number;
  room: number;
  /** Counts as one that times out. */
  slow: boolean;
}

/** What a claim may take. */
export interface ClaimLimits {
  /** From so many lanes, those that have waited longest. */
  lanes: number;
  limit: number;
  /** How many of a handler's kind, at least 1. */
  roomOf?: (handler: JobHandler) => number;
  /** How many of them from lanes whose last job timed out. */
  slowRoomOf?: (handler: JobHandler) => number;
  /** How many of a lane of the kind that is not one of `known`. */
  firstRoomOf?: (handler: JobHandler) => number;
  known?: readonly LaneRoom[];
}

/**
 * Claims due jobs of these handlers' kinds. `busy`: other workers have locked every ready lane for a moment, or one for which
 * the claim would have had to wait, so it is worth looking again.
 */
export async function claimJobs(
  db: Statements,
  handlers: JobHandler[],
  {
    lanes,
    limit,
    roomOf = () => limit,
    slowRoomOf = roomOf,
    firstRoomOf = () => limit,
    known = [],
  }: ClaimLimits,
): Promise<{ jobs: ClaimedJob[]; busy: boolean }> {
  const token = randomUUID();
  const values = [
    handlers.map(({ kind }) => kind),
    handlers.map(roomOf),
    handlers.map(slowRoomOf),
    handlers.map(firstRoomOf),
    known.map(({ laneId }) => laneId),
    known.map(({ room }) => room),
    known.map(({ slow }) => slow),
    LEASE_SECONDS,
    lanes,
    limit,
    token,
  ];
  try {
    const rows = await db.query<ClaimedRow>(CLAIM, values);
    const busy = rows[0]?.id === null;
    return { busy, jobs: busy ? [] : rows.map((row) => toClaimedJob(row, token)) };
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
    return { busy: true, jobs: [] };
  }
}

export function toClaimedJob(row: ClaimedRow, token: string): ClaimedJob {
  return { ...row, token, claimedAt: performance.now() };
}

/** Ends jobs that are done, except those whose lease was lost. @returns how many ended */
export async function completeJobs(db: Statements, jobs: ClaimedJob[]): Promise<number> {
  const [row] = await db.query<{ completed: number }>(COMPLETE, leasesOf(jobs));
  return row?.completed ?? 0;
}

/** Keeps jobs for as long again as a claim does. @returns the ids of those that are no longer ours */
export async function renewJobs(db: Statements, jobs: ClaimedJob[]): Promise<Set<number>> {
  const lost = await db.query<{ id: number }>(RENEW, [...leasesOf(jobs), LEASE_SECONDS]);
  return new Set(lost.map(({ id }) => id));
}

/** Gives jobs back at once, as if they had not been tried. */
export async function giveBackJobs(db: Statements, jobs: ClaimedJob[]): Promise<void> {
  await db.query(GIVE_BACK, leasesOf(jobs));
}

export async function enqueueJobs(tx: EntityManager, rows: JobRow[]): Promise<void> {
  await queryPrepared(tx, ENQUEUE, [JSON.stringify(rows)]);
}

/** A statement that returns a `payload` for each job, and its `place` among them. It may also change something. */
export interface SelectedPayloads {
  text: string;
  values: unknown[];
}

/** Adds jobs like `row` with other payloads. Their lane sleeps until `wakeLanes`. */
export async function enqueueSelected(
  tx: EntityManager,
  row: JobRow,
  { text, values }: SelectedPayloads,
): Promise<void> {
  await tx.query(
    `insert into job_lanes (key, kind, max_inflight, full_inflight) values ($1, $2, $3, $3)
     on conflict (key) do nothing`,
    [row.lane, row.kind, row.max_inflight],
  );
  await tx.query(
    `with selected as (${text})
     insert into jobs (kind, lane_id, run_at, payload)
     select l.kind, l.id, app_now(), s.payload from selected s join job_lanes l on l.key = $${values.length + 1}
     order by s.place`,
    [...values, row.lane],
  );
}

/** Wakes the lanes of `filled`, and locks those of `others` with them, in an order that cannot deadlock. */
export async function wakeLanes(tx: EntityManager, filled: JobRow[], others: JobRow[]): Promise<void> {
  await lockLanes(tx, [...filled, ...others], []);
  await tx.query("update job_lanes set ready_at = '-infinity' where key = any($1)", [
    filled.map(({ lane }) => lane),
  ]);
}

export async function lockLanes(tx: EntityManager, rows: JobRow[], laneIds: number[]): Promise<void> {
  await queryPrepared(tx, LOCK_LANES, [JSON.stringify(rows), laneIds]);
}

/** Locks the jobs whose leases we have. @returns their lanes by job; others have or ended the rest */
export async function lockLeasedJobs(
  tx: EntityManager,
  jobs: readonly ClaimedJob[],
): Promise<Map<number, number>> {
  const rows = await queryPrepared<{ id: number; lane_id: number }>(tx, LOCK_JOBS, leasesOf(jobs));
  return new Map(rows.map(({ id, lane_id }) => [id, lane_id]));
}

/** Ends locked jobs that are done, and returns the others to their lanes. */
export async function endLockedJobs(tx: EntityManager, ended: readonly EndedJob[]): Promise<void> {
  await queryPrepared(tx, END_JOBS, [
    ended.map(({ job }) => job.id),
    ended.map(({ retryAfterSeconds }) => retryAfterSeconds),
    ended.map(({ timedOut }) => timedOut ?? null),
  ]);
}

/** Moves a locked job to the failed ones. */
export async function failLockedJob(tx: EntityManager, job: ClaimedJob, error: string): Promise<void> {
  await tx.query(
    `insert into failed_jobs (id, kind, payload, attempts, error)
     select id, kind, payload, attempt, $2 from jobs where id = $1`,
    [job.id, error],
  );
}

function leasesOf(jobs: readonly ClaimedJob[]): unknown[] {
  return [jobs.map(({ id }) => id), jobs.map(({ token }) => token)];
}
