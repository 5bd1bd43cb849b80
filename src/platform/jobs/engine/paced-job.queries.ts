import { randomUUID } from 'node:crypto';
import { isLockTimeout } from '../../database/lock-timeout.js';
import { type Statement, type Statements } from '../../database/statements.js';
import { type ClaimedJob, type ClaimedRow, LEASE_SECONDS, toClaimedJob } from './job.queries.js';

const CLAIM_PACED: Statement = {
  name: 'jobs-claim-paced',
  text: 'select * from claim_paced_jobs($1, $2, $3, $4, $5, $6)',
};

const WAIT: Statement = {
  name: 'jobs-wait',
  text: `
    with back as (
      update jobs j set lease_until = null, lease_token = null, attempt = j.attempt - 1, waits = j.waits + 1,
        waiting_since = coalesce(j.waiting_since, app_now())
      where j.id = $1 and j.lease_token = $2 returning j.lane_id)
    select count(*) as returned, free_job_lanes(array_agg(lane_id), app_now()) from back`,
};

/** What a process may claim of a kind with a pace. */
export interface PacedClaim {
  /** The most jobs of each rank, first to last, counted together. */
  rooms: readonly number[];
  perMinute: number | undefined;
  minuteSeconds: number;
}

type PacedRow = Omit<ClaimedRow, 'id' | 'isSlow'> & { id: number | null; againSeconds: number | null };

/**
 * Claims due jobs of a kind at its pace. `againMs`: when it is worth asking again, because jobs are held back or others
 * have briefly locked their lanes; undefined if nothing is due but what was claimed.
 */
export async function claimPacedJobs(
  db: Statements,
  kind: string,
  { rooms, perMinute, minuteSeconds }: PacedClaim,
): Promise<{ jobs: ClaimedJob[]; againMs: number | undefined }> {
  const token = randomUUID();
  const values = [kind, rooms, perMinute ?? null, minuteSeconds, LEASE_SECONDS, token];
  try {
    const rows = await db.query<PacedRow>(CLAIM_PACED, values);
    const jobs = rows.flatMap(({ id, ...row }) =>
      id === null ? [] : [toClaimedJob({ ...row, id, isSlow: false }, token)],
    );
    const again = rows.at(-1)?.againSeconds ?? null;
    return { jobs, againMs: again === null ? undefined : again * 1000 };
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
    return { jobs: [], againMs: 0 };
  }
}

/** Returns a job to its place in line, as if it had not been tried. @returns whether it was still ours */
export async function letJobWait(db: Statements, { id, token }: ClaimedJob): Promise<boolean> {
  const [row] = await db.query<{ returned: number }>(WAIT, [id, token]);
  return row?.returned === 1;
}
