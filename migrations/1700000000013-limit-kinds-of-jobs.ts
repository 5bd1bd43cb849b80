import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** Claims limit each kind of job, and leases are as long for every kind: a living worker renews its own. */
export class LimitKindsOfJobs1700000000013 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('drop function claim_jobs');
    await runner.query(CLAIM);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop function claim_jobs');
    await runner.query(EARLIER_CLAIM);
  }
}

/**
 * Claims up to `p_limit` jobs, and of each kind no more than `p_rooms` says, spread evenly over the `p_lanes` ready lanes
 * that were served longest ago (no more than `p_limit`). Two statements, each with a snapshot of its own: the second sees
 * every job that was committed before the first had locked its lane. A lane without due jobs sleeps until its next one.
 * When every ready lane is locked, it returns one row of nulls: look again soon. It must not wait for them itself, for
 * it may hold locks of lanes that turned out not to be ready.
 * Planner settings: the tables swing between empty and full faster than statistics follow.
 */
const CLAIM = `
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

/** As it was: without rooms, and with a lease for each kind. */
const EARLIER_CLAIM = `
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
