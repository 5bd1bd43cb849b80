import { randomUUID } from 'node:crypto';
import { type EntityManager } from 'typeorm';
import { isLockTimeout } from '../../database/lock-timeout.js';
import { queryPrepared } from '../../database/query-prepared.js';
import { type Statement, type Statements } from '../../database/statements.js';
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
  /** Whether its lane's last job timed out. */
  isSlow: boolean;
  /** `performance.now()` of this process when it received the job. */
  claimedAt: number;
}

export type ClaimedRow = Omit<ClaimedJob, 'token' | 'claimedAt'>;

/** The outcome of a job that is ended together with others. */
export interface EndedJob {
  job: ClaimedJob;
  /** Null if it is done. */
  retryAfterSeconds: number | null;
  timedOut: boolean | undefined;
}

/**
 * How long a job stays its worker's without a sign of life. A worker renews its leases four times as often
 * (`RunnerLimits.reapMs`), and others check for lost ones as often, so after a crash work continues within 26
 * seconds.
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

/** Skips jobs that are being ended, whose rows are locked. Locks in the same order as `lock_leased_jobs`. */
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

/** What this process may take from a lane now. */
export interface LaneRoom {
  laneId: number;
  room: number;
  /** Whether it counts as a lane that times out. */
  slow: boolean;
}

/** What a claim may take. */
export interface ClaimLimits {
  /** The most lanes to claim from: those that have waited longest. */
  lanes: number;
  limit: number;
  /** How many jobs of a handler's kind, at least 1. */
  roomOf?: (handler: JobHandler) => number;
  /** How many of them from lanes whose last job timed out. */
  slowRoomOf?: (handler: JobHandler) => number;
  /** How many jobs from a lane of the kind that is not among `known`. */
  firstRoomOf?: (handler: JobHandler) => number;
  known?: readonly LaneRoom[];
}

/**
 * Claims due jobs of these handlers' kinds. `busy`: other workers have briefly locked every ready lane, or one that
 * the claim would have had to wait for, so it is worth trying again.
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

/** Extends leases to the full duration from now. @returns the ids of jobs that are no longer ours */
export async function renewJobs(db: Statements, jobs: ClaimedJob[]): Promise<Set<number>> {
  const lost = await db.query<{ id: number }>(RENEW, [...leasesOf(jobs), LEASE_SECONDS]);
  return new Set(lost.map(({ id }) => id));
}

/** Returns jobs at once, as if they had not been tried. */
export async function giveBackJobs(db: Statements, jobs: ClaimedJob[]): Promise<void> {
  await db.query(GIVE_BACK, leasesOf(jobs));
}

export async function enqueueJobs(tx: EntityManager, rows: JobRow[]): Promise<void> {
  await queryPrepared(tx, ENQUEUE, [JSON.stringify(rows)]);
}

/** A statement that returns a `payload` for each job, and its `place` in their order. It can also make changes. */
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

/** Lets the next claim see what is due in locked lanes. */
export async function wakeLanes(tx: EntityManager, rows: JobRow[]): Promise<void> {
  await tx.query("update job_lanes set ready_at = '-infinity' where key = any($1)", [
    rows.map(({ lane }) => lane),
  ]);
}

/**
 * Makes jobs due now: one that waits keeps its attempts, one that was given up begins again, one that is running is left
 * alone. The caller holds the locks of their lanes, so nobody else claims or adds them meanwhile.
 */
export async function hastenJobs(tx: EntityManager, rows: JobRow[]): Promise<void> {
  await tx.query(
    `with wanted as materialized (
       select distinct l.id as lane_id, w.kind, w.payload
       from jsonb_populate_recordset(null::job_request, $1) w join job_lanes l on l.key = w.lane),
     waiting as (
       update jobs j set run_at = least(j.run_at, app_now()) from wanted w
       where j.lane_id = w.lane_id and j.lease_until is null and j.payload = w.payload
       returning j.lane_id, j.payload),
     forgotten as (
       delete from failed_jobs f using wanted w where f.kind = w.kind and f.payload = w.payload)
     insert into jobs (kind, lane_id, run_at, payload)
     select w.kind, w.lane_id, app_now(), w.payload from wanted w
     where not exists (select from waiting j where j.lane_id = w.lane_id and j.payload = w.payload)
       and not exists (
         select from jobs j where j.lease_until is not null and j.lane_id = w.lane_id and j.payload = w.payload)`,
    [JSON.stringify(rows)],
  );
}

/** `due`: it could run now; `later`: it waits for its time; `failed`: it was given up. */
export type JobState = 'due' | 'later' | 'running' | 'failed';

/** The state of the job with this kind, lane and payload; null if there is none. */
export async function findJobState(
  manager: EntityManager,
  { kind, lane, payload }: JobRow,
): Promise<JobState | null> {
  const [found] = await manager.query<{ state: JobState }[]>(
    `with lane as materialized (select id from job_lanes where key = $2)
     select 'running' as state from jobs
     where lease_until is not null and lane_id = (select id from lane) and payload = $3
     union all
     select case when run_at <= app_now() then 'due' else 'later' end from jobs
     where lease_until is null and lane_id = (select id from lane) and payload = $3
     union all
     select 'failed' from failed_jobs where kind = $1 and payload = $3`,
    [kind, lane, JSON.stringify(payload)],
  );
  return found?.state ?? null;
}

export async function lockLanes(tx: EntityManager, rows: JobRow[], laneIds: number[]): Promise<void> {
  await queryPrepared(tx, LOCK_LANES, [JSON.stringify(rows), laneIds]);
}

/** Locks the jobs whose leases we hold. @returns their lanes by job; the rest are held or were ended by others */
export async function lockLeasedJobs(
  tx: EntityManager,
  jobs: readonly ClaimedJob[],
): Promise<Map<number, number>> {
  const rows = await queryPrepared<{ id: number; lane_id: number }>(tx, LOCK_JOBS, leasesOf(jobs));
  return new Map(rows.map(({ id, lane_id }) => [id, lane_id]));
}

/** Ends locked jobs that are done and returns the others to their lanes. */
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
