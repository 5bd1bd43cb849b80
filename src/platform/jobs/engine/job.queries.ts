import { randomUUID } from 'node:crypto';
import { type EntityManager } from 'typeorm';
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
}

/**
 * How long a job stays its worker's without a sign of life. A worker renews its leases four times as often
 * (`RunnerLimits.reapMs`), and others look for lost ones as often, so after a crash work goes on within 26 seconds.
 */
export const LEASE_SECONDS = 20;

/** At most this many jobs are reaped by one statement. */
const REAP_BATCH = 500;

const CLAIM: Statement = { name: 'jobs-claim', text: 'select * from claim_jobs($1, $2, $3, $4, $5, $6)' };

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

/** Leaves out jobs that are just being ended, whose rows are locked. */
const RENEW: Statement = {
  name: 'jobs-renew',
  text: `
    with mine as (select * from unnest($1::bigint[], $2::uuid[]) as t (id, token)),
    renewed as (
      update jobs set lease_until = app_now() + $3 * interval '1 second' where id in (
        select j.id from jobs j join mine m on j.id = m.id and j.lease_token = m.token for update of j skip locked))
    select id from mine m where not exists (select from jobs j where j.id = m.id and j.lease_token = m.token)`,
};

/**
 * After so many deaths of its workers a job waits before it is tried again, because it may be what kills them: half a
 * minute, twice as long after each further death, five minutes at most. Then it cannot keep a service from working, and one
 * that was only unlucky is done once the workers survive.
 */
const SUSPICIOUS_DEATHS = 20;
const SUSPECT_DELAY = { first: 30, longest: 300 };
/** After so many it is given up: it has been tried for three hours. */
export const MAX_DEATHS = 60;

const EXPIRED = `
  select j.id from jobs j
  where j.kind = any($1) and j.lease_until < (select app_now()) and j.lease_token <> all($2::uuid[])`;

const REAP: Statement = {
  name: 'jobs-reap',
  text: `
    with back as (
      update jobs set lease_until = null, lease_token = null, attempt = attempt - 1, deaths = deaths + 1,
        run_at = case when deaths + 1 < ${SUSPICIOUS_DEATHS} then run_at else app_now() + interval '1 second' *
          least(${SUSPECT_DELAY.longest}, ${SUSPECT_DELAY.first} * 2 ^ (deaths + 1 - ${SUSPICIOUS_DEATHS})) end
      where id in (${EXPIRED} and j.deaths < ${MAX_DEATHS - 1} limit ${REAP_BATCH} for update of j skip locked)
      returning lane_id)
    select count(*) as returned, free_job_lanes(array_agg(lane_id), app_now()) from back`,
};

const TAKE_EXHAUSTED: Statement = {
  name: 'jobs-take-exhausted',
  text: `
    update jobs set lease_until = app_now() + $3 * interval '1 second', lease_token = $4
    where id in (${EXPIRED} and j.deaths >= ${MAX_DEATHS - 1} limit ${REAP_BATCH} for update of j skip locked)
    returning id, kind, attempt, payload`,
};

const SWEEP: Statement = {
  name: 'jobs-sweep',
  text: `
    update job_lanes set ready_at = app_now() where id in (
      select l.id from job_lanes l where l.ready_at > (select app_now()) and exists (
        select from jobs where lane_id = l.id and lease_until is null and run_at <= (select app_now()))
      order by l.id for update skip locked)
    returning id`,
};

/**
 * Claims up to `limit` due jobs of these handlers' kinds, from the `lanes` lanes that have waited longest.
 * `roomOf`: how many of a handler's kind, at least 1. `busy`: other workers have locked every ready lane for a moment, so it is worth looking again.
 */
export async function claimJobs(
  db: Statements,
  handlers: JobHandler[],
  {
    lanes,
    limit,
    roomOf = () => limit,
  }: { lanes: number; limit: number; roomOf?: (handler: JobHandler) => number },
): Promise<{ jobs: ClaimedJob[]; busy: boolean }> {
  const token = randomUUID();
  const kinds = handlers.map(({ kind }) => kind);
  const rooms = handlers.map(roomOf);
  const values = [kinds, rooms, LEASE_SECONDS, lanes, limit, token];
  const rows = await db.query<Job<Record<string, unknown>>>(CLAIM, values);
  const busy = rows[0]?.id === null;
  return { busy, jobs: busy ? [] : rows.map((job) => ({ ...job, token })) };
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

/** Returns the jobs of dead workers, but none of `own`, to their lanes, as if they had not been tried. @returns how many */
export async function reapJobs(
  db: Statements,
  handlers: JobHandler[],
  own: readonly ClaimedJob[],
): Promise<number> {
  const [row] = await db.query<{ returned: number }>(REAP, searchOf(handlers, own));
  return row?.returned ?? 0;
}

/** Claims the jobs, but none of `own`, that have seen too many workers die, to record them as failed. */
export async function takeExhaustedJobs(
  db: Statements,
  handlers: JobHandler[],
  own: readonly ClaimedJob[],
): Promise<ClaimedJob[]> {
  const token = randomUUID();
  const jobs = await db.query<Job<Record<string, unknown>>>(TAKE_EXHAUSTED, [
    ...searchOf(handlers, own),
    LEASE_SECONDS,
    token,
  ]);
  return jobs.map((job) => ({ ...job, token }));
}

/** Wakes lanes that sleep although a job is due. @returns how many */
export async function sweepLanes(db: Statements): Promise<number> {
  return (await db.query(SWEEP, [])).length;
}

export async function enqueueJobs(tx: EntityManager, rows: JobRow[]): Promise<void> {
  await tx.query('select enqueue_jobs($1)', [JSON.stringify(rows)]);
}

export async function lockLanes(tx: EntityManager, rows: JobRow[], laneId: number): Promise<void> {
  await tx.query('select lock_job_lanes($1, array[$2::bigint])', [JSON.stringify(rows), laneId]);
}

/** Locks a job if we have its lease. @returns its lane; undefined if another worker has or ended the job */
export async function lockLeasedJob(tx: EntityManager, job: ClaimedJob): Promise<number | undefined> {
  const rows = await tx.query<{ lane_id: number }[]>(
    'select lane_id from jobs where id = $1 and lease_token = $2 for update',
    [job.id, job.token],
  );
  return rows[0]?.lane_id;
}

/** Ends a locked job; with an `error` it goes to the failed jobs. */
export async function endLockedJob(tx: EntityManager, job: ClaimedJob, error?: string): Promise<void> {
  if (error !== undefined) {
    await tx.query(
      `insert into failed_jobs (id, kind, payload, attempts, error)
       select id, kind, payload, attempt, $2 from jobs where id = $1`,
      [job.id, error],
    );
  }
  await tx.query(
    `with gone as (delete from jobs where id = $1 returning lane_id)
     select free_job_lanes(array_agg(lane_id), null) from gone`,
    [job.id],
  );
}

export async function retryLockedJob(
  tx: EntityManager,
  job: ClaimedJob,
  afterSeconds: number,
): Promise<void> {
  await tx.query(
    `with back as (
       update jobs set lease_until = null, lease_token = null, run_at = app_now() + $2 * interval '1 second'
       where id = $1 returning lane_id, run_at)
     select free_job_lanes(array_agg(lane_id), min(run_at)) from back`,
    [job.id, afterSeconds],
  );
}

function leasesOf(jobs: readonly ClaimedJob[]): unknown[] {
  return [jobs.map(({ id }) => id), jobs.map(({ token }) => token)];
}

function searchOf(handlers: JobHandler[], own: readonly ClaimedJob[]): unknown[] {
  return [handlers.map(({ kind }) => kind), own.map(({ token }) => token)];
}
