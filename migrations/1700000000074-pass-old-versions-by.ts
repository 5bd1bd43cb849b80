import { type MigrationInterface, type QueryRunner } from 'typeorm';

/**
 * PostgreSQL cannot remove versions of rows that an open transaction may still want to see, and whoever looks for a row by an
 * index walks past all of them. So each function finds its lanes once, and then goes where they are (`ctid`, which stands for
 * as long as the lane is locked). And a claim looks for a lane's jobs from its `ready_at` on, which it moves to the first that
 * waits.
 *
 * `ready_at` must be no later than any job of the lane that waits. Earlier functions keep to that, but for jobs that come
 * back to their lane, which `free_job_lanes` said to be due now. Processes of the version before keep their own claim, which
 * looks from the beginning; where they set a time that is too late, a sweep puts it right.
 */
export class PassOldVersionsBy1700000000074 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const made of [CLAIM, ENQUEUE, SETTLE_LANES, FREE_LANES]) await runner.query(made);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop function claim_due_jobs');
    for (const earlier of [EARLIER_ENQUEUE, EARLIER_SETTLE_LANES, EARLIER_FREE_LANES])
      await runner.query(earlier);
  }
}

/**
 * Claims up to `p_limit` jobs, and of each kind no more than `p_rooms` says, and than `p_slow_rooms` from slow lanes, spread
 * evenly over the `p_lanes` ready lanes that were served longest ago (no more than `p_limit`). Slow are those whose last
 * job timed out, and those that `p_known_slow` says. A lane gets what `p_known_rooms` says, or, if it is not one of
 * `p_known`, what `p_first_rooms` says of its kind. Two statements, each with a snapshot of its own: the second sees
 * every job that was committed before the first had locked its lane. A lane's `ready_at` becomes the time of its first job
 * that waited, claimed now or not, so a lane without due jobs sleeps until its next one.
 * When every ready lane is locked, it returns one row of nulls: look again soon. It must not wait for them itself, for
 * it may hold locks of lanes that turned out not to be ready; where SKIP LOCKED does wait, it fails.
 * Planner settings: the tables swing between empty and full faster than statistics follow.
 */
const CLAIM = `
  create function claim_due_jobs(
    p_kinds text[], p_rooms integer[], p_slow_rooms integer[], p_first_rooms integer[], p_known bigint[],
    p_known_rooms integer[], p_known_slow boolean[], p_lease_seconds double precision, p_lanes integer,
    p_limit integer, p_token uuid)
  returns table (id bigint, kind text, attempt integer, payload jsonb, "laneId" bigint, "isSlow" boolean)
  language plpgsql
  set enable_seqscan = off set enable_bitmapscan = off set lock_timeout = '100ms' as $$
  #variable_conflict use_column
  declare
    v_now timestamptz := app_now();
    v_lanes bigint[];
    v_rooms integer[];
    v_kinds integer[];
    v_slow boolean[];
    v_ready_at timestamptz[];
    v_places tid[];
    v_slow_kinds text[] := array(select t.kind from unnest(p_kinds, p_slow_rooms) as t (kind, room) where room > 0);
    v_full bigint[] := array(select t.id from unnest(p_known, p_known_rooms) as t (id, room) where room <= 0);
    v_overdue bigint[] := array(select t.id from unnest(p_known, p_known_slow) as t (id, slow) where slow);
  begin
    select array_agg(l.id), array_agg(l.room), array_agg(l.kind), array_agg(l.slow), array_agg(l.ready_at),
        array_agg(l.place)
      into v_lanes, v_rooms, v_kinds, v_slow, v_ready_at, v_places
    from (
      select id, ready_at, ctid as place, array_position(p_kinds, kind) as kind, timeouts > 0 or id = any(v_overdue) as slow,
        least(max_inflight - inflight, coalesce(
          p_known_rooms[array_position(p_known, id)], p_first_rooms[array_position(p_kinds, kind)])) as room
      from job_lanes
      where inflight < max_inflight and ready_at < 'infinity' and ready_at <= v_now and kind = any(p_kinds)
        and (timeouts = 0 or kind = any(v_slow_kinds)) and id <> all(v_full)
      order by served_at limit p_lanes for update skip locked) l;
    if v_lanes is null then
      return query select null::bigint, null::text, null::integer, null::jsonb, null::bigint, null::boolean from job_lanes
        where inflight < max_inflight and ready_at < 'infinity' and ready_at <= v_now and kind = any(p_kinds)
          and (timeouts = 0 or kind = any(v_slow_kinds)) and id <> all(v_full) limit 1;
      return;
    end if;

    return query
    with lane as materialized (
      select * from unnest(v_lanes, v_rooms, v_kinds, v_slow, v_ready_at, v_places) with ordinality
        as t (id, room, kind, slow, ready_at, place, turn)),
    due as materialized (
      select due.id, lane.kind, lane.slow, row_number() over earlier as number,
        count(*) filter (where lane.slow) over earlier as slow_number
      from lane cross join lateral (
        select id from jobs
        where lane_id = lane.id and lease_until is null and run_at between lane.ready_at and v_now
        order by run_at, id
        limit least(lane.room, p_rooms[lane.kind], greatest(1, p_limit / cardinality(v_lanes)))
        for update skip locked) due
      window earlier as (partition by lane.kind order by lane.turn rows unbounded preceding)),
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
        ready_at = coalesce((
          select run_at from jobs where lane_id = l.id and lease_until is null and run_at >= lane.ready_at
          order by run_at limit 1), 'infinity')
      from lane left join (select lane_id, count(*)::integer as jobs from claimed group by lane_id) c
        on c.lane_id = lane.id
      where l.ctid = lane.place)
    select c.id, c.kind, c.attempt, c.payload, lane.id, lane.slow from claimed c join lane on lane.id = c.lane_id;
  end $$;
`;

/**
 * Makes the lanes that are missing, then locks all that it feeds, even where a lane's row needs no change: a claim that has
 * just found the lane empty would otherwise put it to sleep over the new job. A lane that was slowed down stays so.
 * New lanes by key, then lanes by id, each once in a transaction, as in `lock_job_lanes`: so nothing deadlocks.
 */
const ENQUEUE = `
  create or replace function enqueue_jobs(p_jobs jsonb) returns void language plpgsql set enable_seqscan = off as $$
  declare
    v_now timestamptz := app_now();
    v_lanes bigint[];
    v_keys text[];
    v_places tid[];
  begin
    insert into job_lanes (key, kind, max_inflight, full_inflight)
      select r.lane, min(r.kind), max(r.max_inflight), max(r.max_inflight)
      from jsonb_populate_recordset(null::job_request, p_jobs) r
      where not exists (select from job_lanes where key = r.lane)
      group by r.lane order by r.lane
      on conflict (key) do nothing;
    select array_agg(l.id), array_agg(l.key), array_agg(l.place) into v_lanes, v_keys, v_places from (
      select id, key, ctid as place from job_lanes
      where key = any(array(select lane from jsonb_populate_recordset(null::job_request, p_jobs)))
      order by id for update) l;
    insert into jobs (kind, lane_id, run_at, payload)
      select r.kind, l.id, coalesce(r.run_at, v_now + r.after_seconds * interval '1 second', v_now), r.payload
      from jsonb_populate_recordset(null::job_request, p_jobs)
        with ordinality as r (kind, lane, max_inflight, run_at, after_seconds, payload, place)
      join unnest(v_lanes, v_keys) as l (id, key) on l.key = r.lane
      order by r.place;
    update job_lanes l
      set ready_at = least(l.ready_at, r.first_at), full_inflight = r.max_inflight,
        max_inflight = greatest(l.inflight, least(r.max_inflight,
          case when l.max_inflight < l.full_inflight then l.max_inflight else r.max_inflight end))
      from (
        select v_places[array_position(v_keys, lane)] as place, max(max_inflight) as max_inflight,
          min(coalesce(run_at, v_now + after_seconds * interval '1 second', v_now)) as first_at
        from jsonb_populate_recordset(null::job_request, p_jobs) group by lane) r
      where l.ctid = r.place and (l.ready_at > r.first_at or l.full_inflight <> r.max_inflight
        or (l.max_inflight > r.max_inflight and l.max_inflight > l.inflight));
  end $$;
`;

/**
 * Takes one off a lane's count for each time it is named; `p_ready_at` says when a job has come back to it, and
 * `p_timed_out` whether it timed out, null where that is unknown. After three timeouts in a row a lane does one job at a
 * time, as soon as the others have ended, and one more with each answer.
 */
const SETTLE_LANES = `
  create or replace function settle_job_lanes(p_lanes bigint[], p_ready_at timestamptz[], p_timed_out boolean[])
  returns void language plpgsql set enable_seqscan = off as $$
  declare
    v_lanes bigint[];
    v_places tid[];
  begin
    select array_agg(l.id), array_agg(l.place) into v_lanes, v_places from (
      select id, ctid as place from job_lanes where id = any(p_lanes) order by id for update) l;
    update job_lanes l set
      inflight = l.inflight - s.jobs,
      ready_at = least(l.ready_at, s.ready_at),
      timeouts = case when s.answers > 0 then 0 else l.timeouts + s.timeouts end,
      max_inflight = greatest(l.inflight - s.jobs, case
        when s.answers > 0 then least(l.full_inflight, greatest(l.max_inflight, 1) + s.answers)
        when l.timeouts + s.timeouts >= 3 then 1
        else l.max_inflight end)
    from (
      select v_places[array_position(v_lanes, e.lane_id)] as place, count(*)::integer as jobs,
        min(e.ready_at) as ready_at,
        (count(*) filter (where not e.timed_out))::integer as answers,
        (count(*) filter (where e.timed_out))::integer as timeouts
      from unnest(p_lanes, p_ready_at, p_timed_out) as e (lane_id, ready_at, timed_out)
      group by e.lane_id) s
    where l.ctid = s.place;
  end $$;
`;

/**
 * The same for jobs of which nothing is known but that they have left their lanes. With `p_ready_at` they have come back, at
 * times that only they know, so the next claim looks from the beginning.
 */
const FREE_LANES = `
  create or replace function free_job_lanes(p_lanes bigint[], p_ready_at timestamptz) returns void language plpgsql
  set enable_seqscan = off as $$
  declare
    v_lanes bigint[];
    v_places tid[];
  begin
    select array_agg(l.id), array_agg(l.place) into v_lanes, v_places from (
      select id, ctid as place from job_lanes where id = any(p_lanes) order by id for update) l;
    update job_lanes l set inflight = l.inflight - f.jobs,
        ready_at = case when p_ready_at is null then l.ready_at else '-infinity' end,
        max_inflight = case when l.timeouts >= 3 then greatest(1, l.inflight - f.jobs) else l.max_inflight end
      from (
        select v_places[array_position(v_lanes, lane_id)] as place, count(*)::integer as jobs
        from unnest(p_lanes) as lane_id group by lane_id) f
      where l.ctid = f.place;
  end $$;
`;

/** As they were. */
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

const EARLIER_SETTLE_LANES = `
  create or replace function settle_job_lanes(p_lanes bigint[], p_ready_at timestamptz[], p_timed_out boolean[])
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

const EARLIER_FREE_LANES = `
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
