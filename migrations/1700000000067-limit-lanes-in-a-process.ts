import { type MigrationInterface, type QueryRunner } from 'typeorm';

/**
 * A claim heeds what its process knows of the lanes that it serves: which have enough, and which keep it waiting. The
 * function with fewer parameters stays for processes of the version before.
 */
export class LimitLanesInAProcess1700000000067 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(CLAIM);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'drop function claim_jobs(text[], integer[], integer[], integer[], bigint[], integer[], boolean[], double precision, integer, integer, uuid)',
    );
  }
}

/**
 * Claims up to `p_limit` jobs, and of each kind no more than `p_rooms` says, and than `p_slow_rooms` from slow lanes, spread
 * evenly over the `p_lanes` ready lanes that were served longest ago (no more than `p_limit`). Slow are those whose last
 * job timed out, and those that `p_known_slow` says. A lane gets what `p_known_rooms` says, or, if it is not one of
 * `p_known`, what `p_first_rooms` says of its kind. Two statements, each with a snapshot of its own: the second sees
 * every job that was committed before the first had locked its lane. A lane without due jobs sleeps until its next one.
 * When every ready lane is locked, it returns one row of nulls: look again soon. It must not wait for them itself, for
 * it may hold locks of lanes that turned out not to be ready.
 * Planner settings: the tables swing between empty and full faster than statistics follow.
 */
const CLAIM = `
  create function claim_jobs(
    p_kinds text[], p_rooms integer[], p_slow_rooms integer[], p_first_rooms integer[], p_known bigint[],
    p_known_rooms integer[], p_known_slow boolean[], p_lease_seconds double precision, p_lanes integer,
    p_limit integer, p_token uuid)
  returns table (id bigint, kind text, attempt integer, payload jsonb, "laneId" bigint, "isSlow" boolean)
  language plpgsql
  set enable_seqscan = off set enable_bitmapscan = off as $$
  #variable_conflict use_column
  declare
    v_now timestamptz := app_now();
    v_lanes bigint[];
    v_rooms integer[];
    v_kinds integer[];
    v_slow boolean[];
    v_slow_kinds text[] := array(select t.kind from unnest(p_kinds, p_slow_rooms) as t (kind, room) where room > 0);
    v_full bigint[] := array(select t.id from unnest(p_known, p_known_rooms) as t (id, room) where room <= 0);
    v_overdue bigint[] := array(select t.id from unnest(p_known, p_known_slow) as t (id, slow) where slow);
  begin
    select array_agg(l.id), array_agg(l.room), array_agg(l.kind), array_agg(l.slow)
      into v_lanes, v_rooms, v_kinds, v_slow
    from (
      select id, array_position(p_kinds, kind) as kind, timeouts > 0 or id = any(v_overdue) as slow,
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
    select c.id, c.kind, c.attempt, c.payload, lane.id, lane.slow from claimed c join lane on lane.id = c.lane_id;
  end $$;
`;
