import { type EntityManager } from 'typeorm';

/** Jobs that nobody has claimed and that were due at least this long ago. @param interval as PostgreSQL reads it */
export async function countLateJobs(manager: EntityManager, interval: string): Promise<number> {
  const [row] = await manager.query<{ late: number }[]>(
    'select count(*) as late from jobs where lease_until is null and run_at < app_now() - $1::interval',
    [interval],
  );
  return row!.late;
}

/** Jobs that were given up, by kind. */
export function countFailedJobs(manager: EntityManager): Promise<{ kind: string; failed: number }[]> {
  return manager.query('select kind, count(*) as failed from failed_jobs group by kind order by kind');
}

/** Forgets the given-up jobs of a kind with this payload, because their work was done in another way. */
export async function forgetFailedJobs(
  tx: EntityManager,
  kind: string,
  payload: Record<string, unknown>,
): Promise<void> {
  await tx.query('delete from failed_jobs where kind = $1 and payload = $2::jsonb', [
    kind,
    JSON.stringify(payload),
  ]);
}

export interface StartedJob {
  payload: Record<string, unknown>;
  /** `running`: in an attempt; `waiting`: for the next one; `failed`: given up. */
  state: 'running' | 'waiting' | 'failed';
}

/** The jobs of a kind that have been started at least once and are not done. */
export function findStartedJobs(manager: EntityManager, kind: string): Promise<StartedJob[]> {
  return manager.query(
    `select payload, case when lease_until is null then 'waiting' else 'running' end as state
     from jobs where kind = $1 and attempt > 0
     union all select payload, 'failed' from failed_jobs where kind = $1`,
    [kind],
  );
}
