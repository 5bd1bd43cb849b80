import { type MigrationInterface, type QueryRunner } from 'typeorm';

/**
 * Jobs of a kind can begin at a pace that all processes share, those of some lanes before those of others, and can wait
 * for their turn without using up an attempt. Processes of the previous version claim them as before, without a pace.
 */
export class PaceMails1700000000149 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const made of [TABLES, RATE, CLAIM_RANKED, CLAIM_PACED]) await runner.query(made);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop function claim_paced_jobs, claim_ranked_jobs, job_rate;
      drop table job_paces;
      alter table jobs drop waits, drop waiting_since;
    `);
  }
}

/**
 * Of a job, `waits` is how often it went back to its place in line, and `waiting_since` when that first happened.
 * Of a pace, `tokens` are the jobs that may begin at once, as of `refilled_at`; `others_at` is when a job last began that is
 * not of the first rank; `per_minute` is the pace that the last refusal left, at `slowed_at`, null before the first;
 * nothing begins before `held_until`, and nothing of the first rank before `first_held_until`; `refusals` counts those since
 * the last success, which is also what `refused_since`, `quota_since` and `answer` are about.
 */
const TABLES = `
  alter table jobs add waits integer not null default 0, add waiting_since timestamptz;
  create table job_paces (
    kind text primary key,
    tokens double precision not null default 0,
    refilled_at timestamptz not null default '-infinity',
    begun_at timestamptz not null default '-infinity',
    others_at timestamptz not null default app_now(),
    per_minute double precision check (per_minute > 0),
    slowed_at timestamptz,
    held_until timestamptz not null default '-infinity',
    first_held_until timestamptz not null default '-infinity',
    refusals integer not null default 0,
    refused_at timestamptz,
    refused_since timestamptz,
    quota_since timestamptz,
    answer text
  ) with (fillfactor = 50);
`;

/**
 * The jobs a minute that may begin now; null for any number. A pace that refusals left grows by a tenth each minute, and
 * is forgotten after an hour.
 */
const RATE = `
  create function job_rate(
    p_pace job_paces, p_per_minute double precision, p_minute double precision, p_now timestamptz)
  returns double precision language sql immutable as $$
    select least(p_per_minute, case when p_pace.slowed_at > p_now - 60 * p_minute * interval '1 second' then
      p_pace.per_minute * 1.1::double precision ^ (greatest(0, extract(epoch from p_now - p_pace.slowed_at)) / p_minute) end)
  $$;
`;

/**
 * Claims up to `p_room` jobs of the lanes of a rank, which is the third part of their keys, as `claim_due_jobs` does: spread
 * evenly over those that were served longest ago, in two statements. Lanes that others have locked are left out.
 */
const CLAIM_RANKED = `
  create function claim_ranked_jobs(
    p_kind text, p_rank text, p_room integer, p_lease_seconds double precision, p_token uuid)
  returns table (
    id bigint, kind text, attempt integer, payload jsonb, "laneId" bigint, waits integer, "waitedSeconds" double precision)
  language plpgsql
  set enable_seqscan = off set enable_bitmapscan = off set lock_timeout = '100ms' as $$
  #variable_conflict use_column
  declare
    v_now timestamptz := app_now();
    v_lanes bigint[];
    v_rooms integer[];
    v_ready_at timestamptz[];
    v_places tid[];
  begin
    select array_agg(l.id), array_agg(l.room), array_agg(l.ready_at), array_agg(l.place)
      into v_lanes, v_rooms, v_ready_at, v_places
    from (
      select id, max_inflight - inflight as room, ready_at, ctid as place from job_lanes
      where inflight < max_inflight and ready_at < 'infinity' and ready_at <= v_now and kind = p_kind
        and split_part(key, '/', 3) = p_rank
      order by served_at limit p_room for update skip locked) l;
    if v_lanes is null then return; end if;

    return query
    with lane as materialized (
      select * from unnest(v_lanes, v_rooms, v_ready_at, v_places) as t (id, room, ready_at, place)),
    due as materialized (
      select due.id from lane cross join lateral (
        select id from jobs
        where lane_id = lane.id and lease_until is null and run_at between lane.ready_at and v_now
        order by run_at, id limit least(lane.room, greatest(1, p_room / cardinality(v_lanes)))
        for update skip locked) due),
    claimed as (
      update jobs j set attempt = j.attempt + 1, lease_token = p_token,
        lease_until = v_now + p_lease_seconds * interval '1 second'
      where j.id = any(array(select id from due))
      returning j.id, j.kind, j.attempt, j.payload, j.lane_id, j.waits, j.waiting_since),
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
    select c.id, c.kind, c.attempt, c.payload, c.lane_id, c.waits,
      coalesce(extract(epoch from v_now - c.waiting_since), 0)::double precision
    from claimed c;
  end $$;
`;

/**
 * Claims jobs of a kind at its pace: the first rank, then the others in their order. `p_rooms` says for each rank how many
 * jobs the process has room for, counted together. The last row has no job, but the seconds after which it is worth asking
 * again: 0 when lanes were locked, null when none is held back. No row at all: nothing is due.
 *
 * The pace is a bucket of a fifth of the jobs of a minute, refilled at four fifths a minute, so that no minute ever has
 * more than `p_per_minute`. The first rank takes whatever is in it; the others take what is in it when it is full, or
 * lacks no more than a second's refill, by which processes may be late. But if none of them began for as long as five jobs take, the next
 * token is owed to them, so that the first rank cannot keep them waiting forever.
 *
 * Where there is neither a limit nor a hold, nothing is locked or written.
 */
const CLAIM_PACED = `
  create function claim_paced_jobs(
    p_kind text, p_rooms integer[], p_per_minute double precision, p_minute double precision,
    p_lease_seconds double precision, p_token uuid)
  returns table (
    id bigint, kind text, attempt integer, payload jsonb, "laneId" bigint, waits integer,
    "waitedSeconds" double precision, "againSeconds" double precision)
  language plpgsql set enable_seqscan = off set lock_timeout = '100ms' as $$
  #variable_conflict use_column
  declare
    v_ranks constant text[] := array['first', '', 'last'];
    v_now timestamptz := app_now();
    v_pace job_paces%rowtype;
    v_job record;
    v_rate double precision;
    v_refill double precision;
    v_capacity double precision;
    v_reserve double precision;
    v_tokens double precision;
    v_allowed integer;
    v_owed integer := 0;
    v_room integer;
    v_claimed integer := 0;
    v_open text[] := '{}';
    v_again timestamptz[] := '{}';
  begin
    if not exists (
      select from job_lanes
      where inflight < max_inflight and ready_at < 'infinity' and ready_at <= v_now and kind = p_kind)
    then return; end if;

    select p.* into v_pace from job_paces p where p.kind = p_kind;
    if not found then
      insert into job_paces (kind) values (p_kind) on conflict do nothing;
      select p.* into v_pace from job_paces p where p.kind = p_kind;
    end if;
    v_rate := job_rate(v_pace, p_per_minute, p_minute, v_now);
    if v_rate is not null or v_pace.held_until > v_now then
      select p.* into v_pace from job_paces p where p.kind = p_kind for update;
      if v_pace.refused_at > v_now + interval '1 minute' then
        v_pace.held_until := v_now + (v_pace.held_until - v_pace.refused_at);
        v_pace.first_held_until := v_now + (v_pace.first_held_until - v_pace.refused_at);
        v_pace.slowed_at := least(v_pace.slowed_at, v_now);
        v_pace.refused_at := v_now;
      end if;
      v_pace.others_at := least(v_pace.others_at, greatest(v_now, v_pace.first_held_until));
      if v_pace.refilled_at > greatest(v_now, v_pace.first_held_until) + interval '1 minute' then
        v_pace.refilled_at := v_now;
      end if;
      v_rate := job_rate(v_pace, p_per_minute, p_minute, v_now);
    end if;
    if v_rate is not null then
      v_capacity := greatest(1, v_rate / 5);
      v_refill := 0.8 * v_rate / p_minute;
      v_reserve := greatest(0, v_capacity - 1 - v_refill * p_minute / 60);
      v_tokens := case when v_pace.refilled_at = '-infinity' then v_capacity else least(v_capacity,
        v_pace.tokens + v_refill * greatest(0, extract(epoch from v_now - v_pace.refilled_at))) end;
      if v_pace.held_until <= v_now and v_pace.others_at <= v_now - 5 * p_minute / v_rate * interval '1 second' and exists (
        select from job_lanes
        where inflight < max_inflight and ready_at < 'infinity' and ready_at <= v_now and kind = p_kind
          and split_part(key, '/', 3) <> 'first')
      then v_owed := 1; end if;
    end if;

    for i in 1..3 loop
      if (case when i = 1 then v_pace.first_held_until else v_pace.held_until end) > v_now then
        v_allowed := 0;
        v_again := v_again || case when i = 1 then v_pace.first_held_until else v_pace.held_until end;
      elsif v_rate is null then
        v_allowed := p_rooms[i];
      elsif i = 1 then
        v_allowed := floor(v_tokens - v_owed + 0.000001);
        if v_allowed < 1 then
          v_again := v_again || v_now + (1 + v_owed - v_tokens) / v_refill * interval '1 second';
        end if;
      else
        v_allowed := floor(v_tokens - v_reserve + 0.000001);
        if v_allowed < 1 and v_owed = 1 and v_tokens + 0.000001 >= 1 then v_allowed := 1; end if;
        if v_allowed < 1 then
          v_again := v_again || v_now + (v_reserve + 1 - v_tokens) / v_refill * interval '1 second'
            || greatest(v_pace.others_at + 5 * p_minute / v_rate * interval '1 second',
              v_now + (1 - v_tokens) / v_refill * interval '1 second');
        end if;
      end if;
      v_room := least(v_allowed, p_rooms[i] - v_claimed);
      continue when v_room < 1;
      v_open := v_open || v_ranks[i];
      for v_job in select c.* from claim_ranked_jobs(p_kind, v_ranks[i], v_room, p_lease_seconds, p_token) c loop
        v_claimed := v_claimed + 1;
        v_tokens := v_tokens - 1;
        if i > 1 then
          v_pace.others_at := v_now;
          v_owed := 0;
        end if;
        id := v_job.id;
        kind := v_job.kind;
        attempt := v_job.attempt;
        payload := v_job.payload;
        "laneId" := v_job."laneId";
        waits := v_job.waits;
        "waitedSeconds" := v_job."waitedSeconds";
        return next;
      end loop;
    end loop;

    if v_rate is not null or v_pace.held_until > v_now then
      update job_paces p set
        tokens = coalesce(v_tokens, 0),
        refilled_at = greatest(v_pace.refilled_at, v_now),
        begun_at = case when v_claimed > 0 then v_now else least(p.begun_at, v_now) end,
        others_at = v_pace.others_at,
        slowed_at = v_pace.slowed_at,
        held_until = v_pace.held_until,
        first_held_until = v_pace.first_held_until,
        refused_at = v_pace.refused_at
      where p.kind = p_kind;
    end if;

    id := null;
    "againSeconds" := case when v_claimed = 0 and exists (
        select from job_lanes
        where inflight < max_inflight and ready_at < 'infinity' and ready_at <= v_now and kind = p_kind
          and split_part(key, '/', 3) = any(v_open))
      then 0 else (select extract(epoch from min(t) - v_now) from unnest(v_again) t where t > v_now) end;
    return next;
  end $$;
`;
