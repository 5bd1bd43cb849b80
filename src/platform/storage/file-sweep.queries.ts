import { type EntityManager } from 'typeorm';

/** Renewed with each group of files; a process that dies blocks the others for this long. */
const LEASE = "interval '10 minutes'";
/** Each process checks once an hour. */
const NOT_AGAIN_FOR = "interval '50 minutes'";

const CLAIM = `
  insert into file_sweeps as s (holder, lease_until) values ($1, app_now() + ${LEASE})
  on conflict (id) do update set holder = excluded.holder, lease_until = excluded.lease_until, ended_at = null
    where s.lease_until <= app_now() and (s.ended_at is null or s.ended_at <= app_now() - ${NOT_AGAIN_FOR})
  returning 1`;

/** Makes `holder` the only sweeper. @returns false if another process is sweeping, or has done so lately */
export async function claimSweep(manager: EntityManager, holder: string): Promise<boolean> {
  const rows = await manager.query<unknown[]>(CLAIM, [holder]);
  return rows.length > 0;
}

/** @returns false if another process took over, because the lease was not renewed in time */
export async function renewSweep(manager: EntityManager, holder: string): Promise<boolean> {
  const [, renewed] = await manager.query<[unknown, number]>(
    `update file_sweeps set lease_until = app_now() + ${LEASE} where holder = $1 and ended_at is null`,
    [holder],
  );
  return renewed > 0;
}

export async function endSweep(manager: EntityManager, holder: string): Promise<void> {
  await manager.query(
    'update file_sweeps set lease_until = app_now(), ended_at = app_now() where holder = $1 and ended_at is null',
    [holder],
  );
}
