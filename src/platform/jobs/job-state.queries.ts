import { type EntityManager } from 'typeorm';

/**
 * SQL condition for a kind whose jobs wait for their turn: one began lately, or all are held back.
 * @param kind, interval - SQL expressions
 */
const isPaced = (kind: string, interval: string) =>
  `exists (select from job_paces p
    where p.kind = ${kind} and greatest(p.begun_at, p.held_until) > app_now() - ${interval})`;

/**
 * The number of unclaimed jobs that were due at least this long ago, without those that wait for their turn.
 * @param interval as PostgreSQL reads it
 */
export async function countLateJobs(manager: EntityManager, interval: string): Promise<number> {
  const [row] = await manager.query<{ late: number }[]>(
    `select count(*) as late from jobs
     where lease_until is null and run_at < app_now() - $1::interval and not ${isPaced('jobs.kind', '$1::interval')}`,
    [interval],
  );
  return row!.late;
}

/**
 * The time at which the organization's longest waiting job should have begun, or one of the whole service; null if
 * none is late. Checks the first job of each lane that has any.
 * @param interval as PostgreSQL reads it
 */
export async function lateSince(
  manager: EntityManager,
  organizationId: number,
  interval: string,
): Promise<Date | null> {
  const [row] = await manager.query<{ since: Date | null }[]>(
    `select min(first.run_at) as since
     from job_lanes l cross join lateral (
       select run_at, payload from jobs where lane_id = l.id and lease_until is null order by run_at limit 1
     ) first
     where l.ready_at < app_now() - $2::interval and first.run_at < app_now() - $2::interval
       and coalesce(first.payload ->> 'organizationId', $1) = $1 and not ${isPaced('l.kind', '$2::interval')}`,
    [String(organizationId), interval],
  );
  return row!.since;
}

/** An organization's jobs that were given up within this many days, counted up to `most`: mails, and all others. */
export async function countGivenUp(
  manager: EntityManager,
  organizationId: number,
  { mailKind, days, most }: { mailKind: string; days: number; most: number },
): Promise<{ mails: number; others: number }> {
  const [row] = await manager.query<{ mails: number; others: number }[]>(
    `select (count(*) filter (where kind = $2))::integer as mails,
       (count(*) filter (where kind <> $2))::integer as others
     from (
       select kind from failed_jobs
       where payload ->> 'organizationId' = $1 and failed_at > app_now() - $3 * interval '1 day' limit $4
     ) given_up`,
    [String(organizationId), mailKind, days, most],
  );
  return row!;
}

/** The payloads of an organization's jobs of a kind that were given up within this many days, newest first. */
export async function newestGivenUp<Payload>(
  manager: EntityManager,
  organizationId: number,
  { kind, days, most }: { kind: string; days: number; most: number },
): Promise<Payload[]> {
  const rows = await manager.query<{ payload: Payload }[]>(
    `select payload from failed_jobs
     where payload ->> 'organizationId' = $1 and kind = $2 and failed_at > app_now() - $3 * interval '1 day'
     order by failed_at desc limit $4`,
    [String(organizationId), kind, days, most],
  );
  return rows.map(({ payload }) => payload);
}

/** Jobs that were given up, by kind. */
export function countFailedJobs(manager: EntityManager): Promise<{ kind: string; failed: number }[]> {
  return manager.query('select kind, count(*) as failed from failed_jobs group by kind order by kind');
}

export interface StartedJob {
  payload: Record<string, unknown>;
  /** `running`: in an attempt; `waiting`: for the next one; `failed`: given up. */
  state: 'running' | 'waiting' | 'failed';
}

/** The unfinished jobs of a kind that have started at least once. */
export function findStartedJobs(manager: EntityManager, kind: string): Promise<StartedJob[]> {
  return manager.query(
    `select payload, case when lease_until is null then 'waiting' else 'running' end as state
     from jobs where kind = $1 and attempt > 0
     union all select payload, 'failed' from failed_jobs where kind = $1`,
    [kind],
  );
}

/** The amount of work of a kind. */
export interface QueueFigures {
  kind: string;
  /** Unclaimed jobs that could run now. */
  due: number;
  /** Jobs to be run later. */
  scheduled: number;
  running: number;
  /**
   * How long the first due job has waited; 0 if none is due. Of a kind whose jobs wait for their turn, no longer than
   * since the last one began, or was held back.
   */
  oldestSeconds: number;
}

/** Reads every job, so it is not suited to every request. */
export function queueFigures(manager: EntityManager): Promise<QueueFigures[]> {
  return manager.query(
    `select kind, (count(*) filter (where is_due))::integer as due,
       (count(*) filter (where not is_due and lease_until is null))::integer as scheduled,
       count(lease_until)::integer as running,
       (case when bool_or(is_due) then least(
         extract(epoch from at - min(run_at) filter (where is_due)),
         (select extract(epoch from at - least(at, greatest(p.begun_at, p.held_until))) from job_paces p
          where p.kind = j.kind and greatest(p.begun_at, p.held_until) > '-infinity')) else 0 end)::float8
         as "oldestSeconds"
     from (select kind, run_at, lease_until, at, lease_until is null and run_at <= at as is_due
           from jobs cross join (select app_now() as at) clock) j
     group by kind, at order by kind`,
  );
}

/** The jobs of a lane that have not ended. */
export interface LaneBacklog {
  count: number;
  /** The payload of the job that was added first; null for none. */
  first: Record<string, unknown> | null;
}

/** @param key - of the lane */
export async function findBacklog(manager: EntityManager, key: string): Promise<LaneBacklog> {
  const [row] = await manager.query<LaneBacklog[]>(
    `select waiting.count, (select payload from jobs where id = waiting.first) as first
     from (select count(*)::integer as count, min(id) as first from jobs
           where lane_id = (select id from job_lanes where key = $1)) waiting`,
    [key],
  );
  return row!;
}
