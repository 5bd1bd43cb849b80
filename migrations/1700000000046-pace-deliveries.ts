import { type MigrationInterface, type QueryRunner } from 'typeorm';

/**
 * Lanes that time out slow down and recover, jobs end many at a time, and attempts keep where their time went. The new
 * columns take no time. Functions that are replaced keep working for processes of the earlier version, but `claim_jobs`.
 */
export class PaceDeliveries1700000000046 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(COLUMNS);
    for (const replaced of [LOCK_LANES, ENQUEUE, SETTLE_LANES, FREE_LANES]) await runner.query(replaced);
    await runner.query('drop function claim_jobs');
    await runner.query(CLAIM);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop function claim_jobs, settle_job_lanes');
    for (const earlier of [EARLIER_LOCK_LANES, EARLIER_ENQUEUE, EARLIER_CLAIM, EARLIER_FREE_LANES])
      await runner.query(earlier);
    await runner.query(`
      alter table job_lanes drop full_inflight, drop timeouts;
      alter table webhook_attempts drop dns_ms, drop connect_ms, drop tls_ms, drop first_byte_ms;
    `);
  }
}

/**
 * `max_inflight` is what a lane may do now, `full_inflight` what its kind allows, `timeouts` how many of its last jobs in
 * a row timed out. Of an attempt, phases that did not take place are null: a connection that was kept needs but the last.
 */
const COLUMNS = `
  alter table job_lanes add full_inflight integer, add timeouts integer not null default 0;
  update job_lanes set full_inflight = max_inflight;
  alter table job_lanes alter full_inflight set not null;
  alter table webhook_attempts
    add dns_ms integer, add connect_ms integer, add tls_ms integer, add first_byte_ms integer;
`;

/**
 * Makes the lanes that are missing, then locks these and `p_lanes` until the transaction ends.
 * Always jobs first, then new lanes by key, then lanes by id, each once in a transaction: so nothing deadlocks.
 */
const LOCK_LANES = `
  create or replace function lock_job_lanes(p_jobs jsonb, p_lanes bigint[]) returns void language plpgsql
  set enable_seqscan = off as $$
  begin
    insert into job_lanes (key, kind, max_inflight, full_inflight)
      select r.lane, min(r.kind), max(r.max_inflight), max(r.max_inflight)
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
 * would otherwise put it to sleep over the new job. A lane that was slowed down stays so.
 */
const ENQUEUE = `
  create or replace function enqueue_jobs(p_jobs jsonb) returns void language plpgsql set enable_seqscan = off as $$
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
      set ready_at = least(l.ready_at, r.first_at), full_inflight = r.max_inflight,
        max_inflight = greatest(l.inflight, least(r.max_inflight,
          case when l.max_inflight < l.full_inflight then l.max_inflight else r.max_inflight end))
      from (
        select lane, max(max_inflight) as max_inflight,
          min(coalesce(run_at, v_now + after_seconds * interval '1 second', v_now)) as first_at
        from jsonb_populate_recordset(null::job_request, p_jobs) group by lane) r
      where l.key = r.lane and (l.ready_at > r.first_at or l.full_inflight <> r.max_inflight
        or (l.max_inflight > r.max_inflight and l.max_inflight > l.inflight));
  end $$;
`;

/**
 * Takes one off a lane's count for each time it is named; `p_ready_at` says when a job has come back to it, and
 * `p_timed_out` whether it timed out, null where that is unknown. After three timeouts in a row a lane does one job at a
 * time, as soon as the others have ended, and one more with each answer.
 */
const SETTLE_LANES = `
  create function settle_job_lanes(p_lanes bigint[], p_ready_at timestamptz[], p_timed_out boolean[])
  returns void language plpgsql set enable_seqscan = off as $$
  begin
    perform from job_lanes where id = any(p_lanes) order by id for update;
    update job_lanes l set
      inflight = l.inflight - s.jobs,
      ready_at = least(l.ready_at, s.ready_at),
      timeouts = s.timeouts,
      max_inflight = greatest(l.inflight - s.jobs, case
        when s.timeouts >= 3 then 1
        when s.answers > 0 then least(l.full_inflight, greatest(l.max_inflight, 1) + s.answers)
        else l.max_inflight end)
    from (
      select e.lane_id, count(*)::integer as jobs, min(e.ready_at) as ready_at,
        (count(*) filter (where not e.timed_out))::integer as answers,
        (case when bool_or(not e.timed_out) then 0 else min(o.timeouts) + count(*) filter (where e.timed_out) end)::integer
          as timeouts
      from unnest(p_lanes, p_ready_at, p_timed_out) as e (lane_id, ready_at, timed_out)
        join job_lanes o on o.id = e.lane_id
      group by e.lane_id) s
    where l.id = s.lane_id;
  end $$;
`;

/** The same for jobs of which nothing is known but that they have left their lanes. */
const FREE_LANES = `
  create or replace function free_job_lanes(p_lanes bigint[], p_ready_at timestamptz) returns void language plpgsql
  set enable_seqscan = off as $$
  begin
    perform from job_lanes where id = any(p_lanes) order by id for update;
    update job_lanes l set inflight = l.inflight - f.jobs, ready_at = least(l.ready_at, p_ready_at),
        max_inflight = case when l.timeouts >= 3 then greatest(1, l.inflight - f.jobs) else l.max_inflight end
      from (select lane_id, count(*)::integer as jobs from unnest(p_lanes) as lane_id group by lane_id) f
      where l.id = f.lane_id;
  end $$;
`;

/**
 * Claims up to `p_limit` jobs, and of each kind no more than `p_rooms` says, and than `p_slow_rooms` from lanes
 * whose last job timed out, spread evenly over the `p_lanes` ready lanes
 * that were served longest ago (no more than `p_limit`). Two statements, each with a snapshot of its own: the second sees
 * every job that was committed before the first had locked its lane. A lane without due jobs sleeps until its next one.
 * When every ready lane is locked, it returns one row of nulls: look again soon. It must not wait for them itself, for
 * it may hold locks of lanes that turned out not to be ready.
 * Planner settings: the tables swing between empty and full faster than statistics follow.
 */
const CLAIM = `
  create function claim_jobs(
    p_kinds text[], p_rooms integer[], p_slow_rooms integer[], p_lease_seconds double precision, p_lanes integer,
    p_limit integer, p_token uuid)
  returns table (id bigint, kind text, attempt integer, payload jsonb, "isSlow" boolean) language plpgsql
  set enable_seqscan = off set enable_bitmapscan = off as $$
  #variable_conflict use_column
  declare
    v_now timestamptz := app_now();
    v_lanes bigint[];
    v_rooms integer[];
    v_kinds integer[];
    v_slow boolean[];
    v_slow_kinds text[] := array(select t.kind from unnest(p_kinds, p_slow_rooms) as t (kind, room) where room > 0);
  begin
    select array_agg(l.id), array_agg(l.room), array_agg(l.kind), array_agg(l.slow)
      into v_lanes, v_rooms, v_kinds, v_slow
    from (
      select id, max_inflight - inflight as room, array_position(p_kinds, kind) as kind, timeouts > 0 as slow
      from job_lanes
      where inflight < max_inflight and ready_at < 'infinity' and ready_at <= v_now and kind = any(p_kinds)
        and (timeouts = 0 or kind = any(v_slow_kinds))
      order by served_at limit p_lanes for update skip locked) l;
    if v_lanes is null then
      return query select null::bigint, null::text, null::integer, null::jsonb, null::boolean from job_lanes
        where inflight < max_inflight and ready_at < 'infinity' and ready_at <= v_now and kind = any(p_kinds)
          and (timeouts = 0 or kind = any(v_slow_kinds)) limit 1;
      return;
    end if;

    return query
    with lane as materialized (
      select * from unnest(v_lanes, v_rooms, v_kinds, v_slow) with ordinality as t (id, room, kind, slow, place)),
    due as materialized (
      select due.id, lane.kind, lane.slow, row_number() over earlier as number,
        count(*) filter (where lane.slow) over earlier as slow_number
      from lane cross join lateral (
        select id from jobs where lane_id = lane.id and lease_until is null and run_at <= v_now
        order by run_at, id
        limit least(lane.room, p_rooms[lane.kind], greatest(1, p_limit / cardinality(v_lanes)))
        for update skip locked) due
      window earlier as (partition by lane.kind order by lane.place rows unbounded preceding)),
    claimed as (
      update jobs j set attempt = j.attempt + 1, lease_token = p_token,
        lease_until = v_now + p_lease_seconds * interval '1 second'
      where j.id = any(array(
        select id from due where number <= p_rooms[kind] and (not slow or slow_number <= p_slow_rooms[kind])))
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
    select c.id, c.kind, c.attempt, c.payload, lane.slow from claimed c join lane on lane.id = c.lane_id;
  end $$;
`;

/** As they were. */
const EARLIER_LOCK_LANES = `
  create or replace function lock_job_lanes(p_jobs jsonb, p_lanes bigint[]) returns void language plpgsql
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

const EARLIER_ENQUEUE = `
  create or replace function enqueue_jobs(p_jobs jsonb) returns void language plpgsql set enable_seqscan = off as $$
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

const EARLIER_CLAIM = `
  create function claim_jobs(
    p_kinds text[], p_rooms integer[], p_lease_seconds double precision, p_lanes integer, p_limit integer, p_token uuid)
  returns table (id bigint, kind text, attempt integer, payload jsonb) language plpgsql
  set enable_seqscan = off set enable_bitmapscan = off as $$
  #variable_conflict use_column
  declare
    v_now timestamptz := app_now();
    v_lanes bigint[];
    v_rooms integer[];
    v_kinds integer[];
  begin
    select array_agg(l.id), array_agg(l.room), array_agg(l.kind) into v_lanes, v_rooms, v_kinds from (
      select id, max_inflight - inflight as room, array_position(p_kinds, kind) as kind from job_lanes
      where inflight < max_inflight and ready_at < 'infinity' and ready_at <= v_now and kind = any(p_kinds)
      order by served_at limit p_lanes for update skip locked) l;
    if v_lanes is null then
      return query select null::bigint, null::text, null::integer, null::jsonb from job_lanes
        where inflight < max_inflight and ready_at < 'infinity' and ready_at <= v_now and kind = any(p_kinds) limit 1;
      return;
    end if;

    return query
    with lane as materialized (
      select * from unnest(v_lanes, v_rooms, v_kinds) with ordinality as t (id, room, kind, place)),
    due as materialized (
      select due.id, lane.kind, row_number() over (partition by lane.kind order by lane.place) as number
      from lane cross join lateral (
        select id from jobs where lane_id = lane.id and lease_until is null and run_at <= v_now
        order by run_at, id
        limit least(lane.room, p_rooms[lane.kind], greatest(1, p_limit / cardinality(v_lanes)))
        for update skip locked) due),
    claimed as (
      update jobs j set attempt = j.attempt + 1, lease_token = p_token,
        lease_until = v_now + p_lease_seconds * interval '1 second'
      where j.id = any(array(select id from due where number <= p_rooms[kind]))
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

const EARLIER_FREE_LANES = `
  create or replace function free_job_lanes(p_lanes bigint[], p_ready_at timestamptz) returns void language plpgsql
  set enable_seqscan = off as $$
  begin
    perform from job_lanes where id = any(p_lanes) order by id for update;
    update job_lanes l set inflight = l.inflight - f.jobs, ready_at = least(l.ready_at, p_ready_at)
      from (select lane_id, count(*)::integer as jobs from unnest(p_lanes) as lane_id group by lane_id) f
      where l.id = f.lane_id;
  end $$;
`;
