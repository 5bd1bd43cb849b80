import { type EntityManager } from 'typeorm';

export interface TableFigures {
  table: string;
  /** Estimates of the statistics collector. */
  live: number;
  dead: number;
}

/** Every table of the service, with its dead rows waiting for autovacuum. */
export function tableFigures(manager: EntityManager): Promise<TableFigures[]> {
  return manager.query(
    `select relname as table, n_live_tup::float8 as live, n_dead_tup::float8 as dead
     from pg_stat_user_tables where schemaname = current_schema() order by relname`,
  );
}

/**
 * Age in seconds of the oldest other transaction that keeps dead rows of this database or holds back the event feed;
 * 0 if there is none. The feed waits for writing transactions in any database of the server. Without
 * `pg_read_all_stats`, only transactions of the service's own account are visible.
 */
export async function oldestTransaction(manager: EntityManager): Promise<number> {
  const [row] = await manager.query<{ seconds: number }[]>(
    `select coalesce(max(extract(epoch from clock_timestamp() - xact_start)), 0)::float8 as seconds
     from pg_stat_activity
     where (datname = current_database() or backend_xid is not null) and pid <> pg_backend_pid()`,
  );
  return row!.seconds;
}
