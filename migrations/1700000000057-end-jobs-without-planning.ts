import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** The statements that end jobs together become functions, whose plans each connection keeps. */
export class EndJobsWithoutPlanning1700000000057 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(LOCK_JOBS);
    await runner.query(END_JOBS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop function lock_leased_jobs, end_locked_jobs');
  }
}

/**
 * Locks the jobs whose leases have these tokens, and tells their lanes. The table swings between empty and full, so a plan
 * that is kept must find each job by its id, whatever it was made for.
 */
const LOCK_JOBS = `
  create function lock_leased_jobs(p_ids bigint[], p_tokens uuid[])
  returns table (id bigint, lane_id bigint) language plpgsql set enable_seqscan = off as $$
  #variable_conflict use_column
  begin
    return query
    select j.id, j.lane_id from jobs j
    where j.id = any(p_ids) and j.lease_token = p_tokens[array_position(p_ids, j.id)]
    order by j.id for update;
  end $$;
`;

/** Ends locked jobs: those without a time until the next attempt are done, the others return to their lanes. */
const END_JOBS = `
  create function end_locked_jobs(p_ids bigint[], p_after_seconds double precision[], p_timed_out boolean[])
  returns void language plpgsql set enable_seqscan = off as $$
  declare
    v_lanes bigint[];
    v_ready_at timestamptz[];
    v_timed_out boolean[];
  begin
    with ended as materialized (
      select * from unnest(p_ids, p_after_seconds, p_timed_out) as t (id, after_seconds, timed_out)),
    gone as (
      delete from jobs where id = any(array(select id from ended where after_seconds is null)) returning id, lane_id),
    back as (
      update jobs j set lease_until = null, lease_token = null,
        run_at = app_now() + p_after_seconds[array_position(p_ids, j.id)] * interval '1 second'
      where j.id = any(array(select id from ended where after_seconds is not null))
      returning j.id, j.lane_id, j.run_at),
    changed as (select id, lane_id, null as run_at from gone union all select id, lane_id, run_at from back)
    select array_agg(lane_id), array_agg(run_at), array_agg(p_timed_out[array_position(p_ids, id)])
      into v_lanes, v_ready_at, v_timed_out from changed;
    perform settle_job_lanes(v_lanes, v_ready_at, v_timed_out);
  end $$;
`;
