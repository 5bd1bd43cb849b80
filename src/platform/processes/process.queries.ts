import { type ClientBase } from 'pg';
import { type EntityManager } from 'typeorm';

/** A process that has reported itself. */
export interface LiveProcessRow {
  host: string;
  pid: number;
  role: string;
  dataVersion: number;
  /** Whole seconds since it last reported itself. */
  silentSeconds: number;
}

/** What a process reports about itself. */
export type ProcessReport = Omit<LiveProcessRow, 'silentSeconds'> & { id: string };

/**
 * A process counts as live for this long after its last report. It exceeds what a process can still do without
 * another report (`ProcessLimits`).
 */
export const LIVE_SECONDS = 90;

const IS_LIVE = `seen_at > app_now() - interval '${LIVE_SECONDS} seconds'`;

/**
 * The lock makes a report and the raise of the minimum follow each other: one sees the other. Processes that ended
 * without saying so are forgotten after a day.
 */
const REPORT = `
  with format as materialized (select minimum_version from data_format for share),
  mine as (
    insert into live_processes (id, host, pid, role, data_version)
    select $1, $2, $3, $4, $5 from format where minimum_version <= $5
    on conflict (id) do update set seen_at = app_now()),
  forgotten as (
    delete from live_processes where id in (
      select id from live_processes where seen_at < app_now() - interval '1 day' and id <> $1 for update skip locked))
  select minimum_version as minimum from format`;

const MINIMUM = 'select minimum_version as minimum from data_format';

const LIVE = `
  select host, pid, role, data_version as "dataVersion",
    greatest(0, extract(epoch from app_now() - seen_at))::integer as "silentSeconds"
  from live_processes where ${IS_LIVE} order by host, pid`;

/**
 * Sessions of processes of the releases before live processes reported themselves, by the names that those gave to
 * their connections. PostgreSQL shows names to every account.
 */
const SILENT_ADDRESSES = `
  select distinct coalesce(host(client_addr), 'this machine') as address from pg_stat_activity
  where datname = current_database() and (application_name = 'countersign' or application_name like 'countersign %')
  order by address`;

/** Reports a process, unless the minimum exceeds its version. @returns the minimum */
export async function reportProcess(manager: EntityManager, process: ProcessReport): Promise<number> {
  const { id, host, pid, role, dataVersion } = process;
  return minimumIn(await manager.query<{ minimum: number }[]>(REPORT, [id, host, pid, role, dataVersion]));
}

export async function removeProcess(manager: EntityManager, id: string): Promise<void> {
  await manager.query('delete from live_processes where id = $1', [id]);
}

/** The processes that have reported themselves lately. */
export function liveProcesses(manager: EntityManager): Promise<LiveProcessRow[]> {
  return manager.query(LIVE);
}

/** How many of them understand each version. */
export function processFigures(
  manager: EntityManager,
): Promise<{ dataVersion: number; processes: number }[]> {
  return manager.query(
    `select data_version as "dataVersion", count(*)::integer as processes from live_processes
     where ${IS_LIVE} group by data_version`,
  );
}

/** Addresses of processes that do not report themselves because their release does not know how to. */
export async function silentAddresses(manager: EntityManager): Promise<string[]> {
  return (await manager.query<{ address: string }[]>(SILENT_ADDRESSES)).map(({ address }) => address);
}

/** The oldest version of the data format that may run. */
export async function minimumVersion(manager: EntityManager): Promise<number> {
  return minimumIn(await manager.query<{ minimum: number }[]>(MINIMUM));
}

/** The same, which stays until the transaction ends. */
export async function heldMinimumVersion(tx: EntityManager): Promise<number> {
  return minimumIn(await tx.query<{ minimum: number }[]>(`${MINIMUM} for share`));
}

/** The same, for a transaction that may raise it: processes that report themselves wait for its end. */
export async function lockedMinimumVersion(tx: EntityManager): Promise<number> {
  return minimumIn(await tx.query<{ minimum: number }[]>(`${MINIMUM} for update`));
}

export async function raiseMinimumVersion(tx: EntityManager, version: number): Promise<void> {
  await tx.query('update data_format set minimum_version = $1 where minimum_version < $1', [version]);
}

/** The minimum of a database that may have no schema yet, which demands nothing. */
export async function minimumVersionAt(client: ClientBase): Promise<number> {
  const { rows } = await client.query<{ exists: boolean }>(
    `select to_regclass('data_format') is not null as exists`,
  );
  return rows[0]!.exists ? minimumIn((await client.query<{ minimum: number }>(MINIMUM)).rows) : 0;
}

/** @throws Error if the row of the migration is gone: nobody knows then what may run */
function minimumIn([row]: { minimum: number }[]): number {
  if (!row) throw new Error('data_format has no row, so the minimum version is unknown');
  return row.minimum;
}
