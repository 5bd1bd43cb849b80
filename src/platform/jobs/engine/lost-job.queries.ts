import { randomUUID } from 'node:crypto';
import { type Statement, type Statements } from '../../database/statements.js';
import { type JobHandler } from '../job-handler.js';
import { type ClaimedJob, type ClaimedRow, LEASE_SECONDS, toClaimedJob } from './job.queries.js';

/** The most jobs reaped by one statement. */
const REAP_BATCH = 500;

/**
 * After this many deaths of its workers a job waits before it is retried, because it may be what kills them: half a
 * minute, doubling with each further death, up to five minutes. So it cannot stop a service from working, and a job
 * that was merely unlucky is done once the workers survive.
 */
const SUSPICIOUS_DEATHS = 20;
const SUSPECT_DELAY = { first: 30, longest: 300 };
/** After this many deaths it is given up: it has been tried for three hours. */
export const MAX_DEATHS = 60;

const EXPIRED = `
  select j.id from jobs j
  where j.kind = any($1) and j.lease_until < (select app_now()) and j.lease_token <> all($2::uuid[])`;

const LOST: Statement = {
  name: 'jobs-lost',
  text: `select j.id, j.kind, j.payload from jobs j where j.id in (${EXPIRED} and j.deaths < ${MAX_DEATHS - 1} limit ${REAP_BATCH})`,
};

const REAP: Statement = {
  name: 'jobs-reap',
  text: `
    with back as (
      update jobs set lease_until = null, lease_token = null, attempt = attempt - 1, deaths = deaths + 1,
        run_at = case when deaths + 1 < ${SUSPICIOUS_DEATHS} then run_at else app_now() + interval '1 second' *
          least(${SUSPECT_DELAY.longest}, ${SUSPECT_DELAY.first} * 2 ^ (deaths + 1 - ${SUSPICIOUS_DEATHS})) end
      where id in (${EXPIRED} and j.deaths < ${MAX_DEATHS - 1} and (j.kind <> all($3) or j.id = any($4))
        order by j.id limit ${REAP_BATCH} for update of j skip locked)
      returning lane_id)
    select count(*) as returned, free_job_lanes(array_agg(lane_id), app_now()) from back`,
};

const TAKE_LOST: Statement = {
  name: 'jobs-take-lost',
  text: `
    update jobs set lease_until = app_now() + $3 * interval '1 second', lease_token = $4
    where id in (${EXPIRED} and (j.deaths >= ${MAX_DEATHS - 1} or j.id = any($5))
      order by j.id limit ${REAP_BATCH} for update of j skip locked)
    returning id, kind, attempt, payload, lane_id as "laneId", false as "isSlow"`,
};

const SWEEP: Statement = {
  name: 'jobs-sweep',
  text: `
    update job_lanes set ready_at = '-infinity' where id in (
      select l.id from job_lanes l where exists (
        select from jobs
        where lane_id = l.id and lease_until is null and run_at < l.ready_at and run_at <= (select app_now()))
      order by l.id for update skip locked)
    returning id`,
};

/** A job whose worker died. */
export type LostJob = Pick<ClaimedJob, 'id' | 'kind' | 'payload'>;

/** The jobs of dead workers, excluding `own`, that may run again if their handlers agree. */
export function findLostJobs(
  db: Statements,
  handlers: JobHandler[],
  own: readonly ClaimedJob[],
): Promise<LostJob[]> {
  return db.query<LostJob>(LOST, searchOf(handlers, own));
}

/**
 * Returns the jobs of dead workers, excluding `own`, to their lanes, as if they had not been tried. Where handlers
 * decide for themselves, only those that are to run again.
 * @returns how many
 */
export async function reapJobs(
  db: Statements,
  handlers: JobHandler[],
  own: readonly ClaimedJob[],
  runAgain: readonly LostJob[] = [],
): Promise<number> {
  const judging = handlers.filter(({ judgeLost }) => judgeLost !== undefined).map(({ kind }) => kind);
  const values = [...searchOf(handlers, own), judging, runAgain.map(({ id }) => id)];
  const [row] = await db.query<{ returned: number }>(REAP, values);
  return row?.returned ?? 0;
}

/**
 * Claims the jobs of dead workers, excluding `own`, that will not run again, to record their outcome: `judged`, and
 * those with too many dead workers.
 */
export async function takeLostJobs(
  db: Statements,
  handlers: JobHandler[],
  own: readonly ClaimedJob[],
  judged: readonly LostJob[] = [],
): Promise<ClaimedJob[]> {
  const token = randomUUID();
  const values = [...searchOf(handlers, own), LEASE_SECONDS, token, judged.map(({ id }) => id)];
  const rows = await db.query<ClaimedRow>(TAKE_LOST, values);
  return rows.map((row) => toClaimedJob(row, token));
}

/** Wakes lanes that are asleep although a job is due. @returns how many */
export async function sweepLanes(db: Statements): Promise<number> {
  return (await db.query(SWEEP, [])).length;
}

function searchOf(handlers: JobHandler[], own: readonly ClaimedJob[]): unknown[] {
  return [handlers.map(({ kind }) => kind), own.map(({ token }) => token)];
}
