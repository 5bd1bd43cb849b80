import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** The job engine: the queue, its lanes, the dead letters, and the statements that several processes race in. */
export class CreateJobs1700000000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES);
    await runner.query(LOCK_LANES);
    await runner.query(ENQUEUE);
    await runner.query(CLAIM);
    await runner.query(FREE_LANES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop function claim_jobs, enqueue_jobs, lock_job_lanes, free_job_lanes;
      drop type job_request;
      drop table jobs, job_lanes, failed_jobs;
    `);
  }
}

/**
 * Rows die as fast as they are born: vacuum runs early and without pause, and pages keep room for the next version.
 * A lane belongs to one kind. Its `ready_at` is never later than its first job that can be claimed.
 */
const TABLES = `
  create table jobs (
    id bigint generated always as identity primary key,
    kind text not null,
    lane_id bigint not null,
    run_at timestamptz not null,
    attempt integer not null default 0,
    lease_until timestamptz,
    lease_token uuid,
    payload jsonb not null,
    check ((lease_until is null) = (lease_token is null))
  ) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000,
          autovacuum_vacuum_cost_delay = 0);
  create index jobs_due on jobs (lane_id, run_at, id) where lease_until is null;
  create index jobs_leased on jobs (lease_until) where lease_until is not null;

  create table job_lanes (
    id bigint generated always as identity primary key,
    key text not null unique,
    kind text not null,
    inflight integer not null default 0,
    max_inflight integer not null,
    ready_at timestamptz not null default 'infinity',
    served_at timestamptz not null default '-infinity',
    check (inflight between 0 and max_inflight)
  ) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000,
          autovacuum_vacuum_cost_delay = 0);
  create index job_lanes_ready on job_lanes (served_at) where inflight < max_inflight and ready_at < 'infinity';

  create table failed_jobs (
    id bigint primary key,
    kind text not null,
    payload jsonb not null,
    attempts integer not null,
    error text not null,
    failed_at timestamptz not null default app_now()
  );

  create type job_request as (
    kind text, lane text, max_inflight integer, run_at timestamptz, after_seconds double precision, payload jsonb);
`;

/**
 * Makes the lanes that are missing, then locks these and `p_lanes` until the transaction ends.
 * Always jobs first, then new lanes by key, then lanes by id, each once in a transaction: so nothing deadlocks.
 */
const LOCK_LANES = `
  create function lock_job_lanes(p_jobs jsonb, p_lanes bigint[]) returns void language plpgsql
  set enable_seqscan = off as $$
  begin
    insert into job_lanes (key, kind, max_inflight)
      select r.lane, min(r.kind), max(r.max_inflight)
      from jsonb_populate_recordset(null::job_request, p_jobs) r
      where not exists (select from job_lanes where key = r.lane)
      group by r.lane order by r.lane
      on conflict (key) do nothing;
    perform from job_lanes
      where id = any(p_lanes)
        or id = any(array(
          select l.id from jsonb_populate_recordset(null::job_request, p_jobs) r join job_lanes l on l.key = r.lane))
      order by id for update;
  end $$;
`;

/**
 * Locks each lane that it feeds even where the lane's row needs no change: a claim that has just found the lane empty
 * would otherwise put it to sleep over the new job.
 */
const ENQUEUE = `
  create function enqueue_jobs(p_jobs jsonb) returns void language plpgsql set enable_seqscan = off as $$
  declare
    v_now timestamptz := app_now();
  begin
    perform lock_job_lanes(p_jobs, '{}');
    insert into jobs (kind, lane_id, run_at, payload)
      select r.kind, l.id, coalesce(r.run_at, v_now + r.after_seconds * interval '1 second', v_now), r.payload
      from jsonb_populate_recordset(null::job_request, p_jobs)
        with ordinality as r (kind, lane, max_inflight, run_at, after_seconds, payload, place)
      join job_lanes l on l.key = r.lane
      order by r.place;
    update job_lanes l
      set ready_at = least(l.ready_at, r.first_at), max_inflight = greatest(r.max_inflight, l.inflight)
      from (
        select lane, max(max_inflight) as max_inflight,
          min(coalesce(run_at, v_now + after_seconds * interval '1 second', v_now)) as first_at
        from jsonb_populate_recordset(null::job_request, p_jobs) group by lane) r
      where l.key = r.lane
        and (l.ready_at > r.first_at or l.max_inflight <> greatest(r.max_inflight, l.inflight));
  end $$;
`;

/**
 * Claims up to `p_limit` jobs, spread evenly over the `p_lanes` ready lanes that were served longest ago (no more than
 * `p_limit`). Two statements, each with a snapshot of its own: the second sees every job that was committed before the
 * first had locked its lane. A lane without due jobs sleeps until its next one.
 * When every ready lane is locked, it returns one row of nulls: look again soon. It must not wait for them itself, for
 * it may hold locks of lanes that turned out not to be ready.
 * Planner settings: the tables swing between empty and full faster than statistics follow.
 */
const CLAIM = `
  create function claim_jobs(
    p_kinds text[], p_lease_seconds double precision[], p_lanes integer, p_limit integer, p_token uuid)
  returns table (id bigint, kind text, attempt integer, payload jsonb) language plpgsql
  set enable_seqscan = off set enable_bitmapscan = off as $$
  #variable_conflict use_column
  declare
    v_now timestamptz := app_now();
    v_lanes bigint[];
    v_rooms integer[];
  begin
    select array_agg(l.id), array_agg(l.room) into v_lanes, v_rooms from (
      select id, max_inflight - inflight as room from job_lanes
      where inflight < max_inflight and ready_at < 'infinity' and ready_at <= v_now and kind = any(p_kinds)
      order by served_at limit p_lanes for update skip locked) l;
    if v_lanes is null then
      return query select null::bigint, null::text, null::integer, null::jsonb from job_lanes
        where inflight < max_inflight and ready_at < 'infinity' and ready_at <= v_now and kind = any(p_kinds) limit 1;
      return;
    end if;

    return query
    with lane as materialized (select * from unnest(v_lanes, v_rooms) as t (id, room)),
    pick as materialized (
      select due.id from lane cross join lateral (
        select id from jobs where lane_id = lane.id and lease_until is null and run_at <= v_now
        order by run_at, id limit least(lane.room, greatest(1, p_limit / cardinality(v_lanes)))
        for update skip locked) due),
    claimed as (
      update jobs j set attempt = j.attempt + 1, lease_token = p_token,
        lease_until = v_now + p_lease_seconds[array_position(p_kinds, j.kind)] * interval '1 second'
      where j.id = any(array(select id from pick))
      returning j.id, j.kind, j.attempt, j.payload, j.lane_id),
    served as (
      update job_lanes l set
        inflight = l.inflight + coalesce(c.jobs, 0),
        served_at = case when c.jobs is null then l.served_at else clock_timestamp() end,
        ready_at = case when c.jobs is not null then l.ready_at else coalesce(
          (select run_at from jobs where lane_id = l.id and lease_until is null order by run_at limit 1),
          'infinity') end
      from lane left join (select lane_id, count(*)::integer as jobs from claimed group by lane_id) c
        on c.lane_id = lane.id
      where l.id = lane.id)
    select id, kind, attempt, payload from claimed;
  end $$;
`;

/** Takes one off a lane's count for each time it is named; `p_ready_at` when a job has come back to it. */
const FREE_LANES = `
  create function free_job_lanes(p_lanes bigint[], p_ready_at timestamptz) returns void language plpgsql
  set enable_seqscan = off as $$
  begin
    perform from job_lanes where id = any(p_lanes) order by id for update;
    update job_lanes l set inflight = l.inflight - f.jobs, ready_at = least(l.ready_at, p_ready_at)
      from (select lane_id, count(*)::integer as jobs from unnest(p_lanes) as lane_id group by lane_id) f
      where l.id = f.lane_id;
  end $$;
`;
