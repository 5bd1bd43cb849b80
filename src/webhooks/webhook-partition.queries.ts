import { type EntityManager } from 'typeorm';

/** The tables partitioned by month. */
export const DIVIDED_TABLES = ['webhook_events', 'webhook_attempts'] as const;
export type DividedTable = (typeof DIVIDED_TABLES)[number];

/** How long a change of partitions waits for a lock, and delays others queued behind it. */
export const LOCK_WAIT_MS = 100;

/** A partition of a table: one month, or everything before a month. */
export interface Part {
  name: string;
  /** The first instant after it. */
  end: Date;
  /** Whether it is still attached to its table: a detached one is left over from an interrupted removal. */
  isAttached: boolean;
}

const PARTS = `
  select c.relname as name, c.relispartition as "isAttached",
    (to_date(right(c.relname, 7), 'YYYY_MM')
      + case when c.relname like $1 || '\\_until\\_%' then interval '0' else interval '1 month' end) at time zone 'UTC' as end
  from pg_class c
  where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relname ~ ('^' || $1 || '_(until_)?\\d{4}_\\d{2}$')
  order by 3`;

/** The partitions of a table, oldest first, without the default one. */
export const findParts = (manager: EntityManager, table: DividedTable): Promise<Part[]> =>
  manager.query<Part[]>(PARTS, [table]);

const MONTHS_AHEAD = `
  select to_char(month, 'YYYY_MM') as month, month at time zone 'UTC' as begin, (month + interval '1 month') at time zone 'UTC' as end
  from generate_series(
    date_trunc('month', app_now() at time zone 'UTC'), date_trunc('month', app_now() at time zone 'UTC') + $1 * interval '1 month',
    interval '1 month') as month`;

export interface Month {
  /** `YYYY_MM` */
  month: string;
  begin: Date;
  end: Date;
}

/** This month and the following ones. */
export const monthsAhead = (manager: EntityManager, count: number): Promise<Month[]> =>
  manager.query<Month[]>(MONTHS_AHEAD, [count]);

const TIME = { webhook_events: 'created_at', webhook_attempts: 'attempted_at' } as const;

/** Whether the default partition contains rows of the month, so that the month cannot have its own. */
export async function hasStrays(
  tx: EntityManager,
  table: DividedTable,
  { begin, end }: Month,
): Promise<boolean> {
  const strays = `select from ${table}_rest where ${TIME[table]} >= $1 and ${TIME[table]} < $2`;
  const [row] = await tx.query<{ any: boolean }[]>(`select exists (${strays}) as any`, [begin, end]);
  return row!.any;
}

/** Adds a month to a table. Waits at most `LOCK_WAIT_MS` for locks. */
export async function addMonth(
  tx: EntityManager,
  table: DividedTable,
  { month, begin, end }: Month,
): Promise<void> {
  await limitLockWait(tx);
  const [from, to] = [begin, end].map((at) => at.toISOString());
  await tx.query(
    `create table ${table}_${month} partition of ${table} for values from ('${from}') to ('${to}')`,
  );
}

/** Detaches a partition from its table. Waits at most `LOCK_WAIT_MS` for locks. */
export async function detachPart(tx: EntityManager, table: DividedTable, name: string): Promise<void> {
  await limitLockWait(tx);
  await tx.query(`alter table ${table} detach partition ${name}`);
}

/** @param name - of a detached partition, so that no other query waits */
export const dropPart = (manager: EntityManager, name: string): Promise<unknown> =>
  manager.query(`drop table if exists ${name}`);

const limitLockWait = (tx: EntityManager): Promise<unknown> =>
  tx.query(`set local lock_timeout = ${LOCK_WAIT_MS}`);
