import { type Client } from 'pg';
import { DIVIDED_TABLES, type DividedTable } from '../../src/webhooks/webhook-partition.queries.js';

interface Month {
  /** `YYYY_MM` */
  name: string;
  begin: Date;
  end: Date;
}

/** Gives each month of the last year its own part, as in a service that has been running that long. */
export async function divideLastYear(client: Client): Promise<void> {
  const { rows: months } = await client.query<Month>(MONTHS);
  for (const table of DIVIDED_TABLES) {
    await client.query('begin');
    await divide(client, table, months);
    await client.query('commit');
  }
}

/** A new database has one part for everything older than next month. */
async function divide(client: Client, table: DividedTable, months: readonly Month[]): Promise<void> {
  const { rows } = await client.query<{ name: string }>(OLDEST, [table]);
  const oldest = rows[0]!.name;
  await client.query(`alter table ${table} detach partition ${oldest}`);
  const add = (name: string, begin: string, end: Date) =>
    client.query(
      `create table ${table}_${name} partition of ${table} for values from (${begin}) to ('${end.toISOString()}')`,
    );
  await add(`until_${months[0]!.name}`, 'minvalue', months[0]!.begin);
  for (const { name, begin, end } of months) await add(name, `'${begin.toISOString()}'`, end);
  await client.query(`insert into ${table} select * from ${oldest}`);
  await client.query(`drop table ${oldest}`);
}

/** The months of the last year up to this one, oldest first. */
const MONTHS = `
  select to_char(month, 'YYYY_MM') as name, month at time zone 'UTC' as begin, (month + interval '1 month') at time zone 'UTC' as end
  from (select date_trunc('month', now() at time zone 'UTC') as now) this,
    generate_series(now - interval '1 year', now, interval '1 month') as month
  order by 1`;

const OLDEST = `
  select inhrelid::regclass::text as name from pg_inherits
  where inhparent = $1::regclass and inhrelid::regclass::text like $1 || '\\_until\\_%'`;
