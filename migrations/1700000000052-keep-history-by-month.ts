import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** The tables that are divided by month, and the times that divide them. */
const DIVIDED = [
  {
    table: 'webhook_events',
    time: 'created_at',
    key: 'seq',
    index: 'create index webhook_events_in_order on webhook_events (organization_id, era, xid, seq)',
  },
  {
    table: 'webhook_attempts',
    time: 'attempted_at',
    key: 'organization_id, delivery_id, attempt',
    index: null,
  },
] as const;

/** As many as the service makes. */
const MONTHS_AHEAD = 3;

/**
 * Divides events and attempts into a table for each month, so that old ones go by dropping a table. What there is becomes
 * the first part, up to the end of this month, without being copied: it is read once, to check that it is older, and its
 * primary key is built anew. Processes of the earlier version go on writing.
 *
 * Foreign keys go, because PostgreSQL locks the table that a dropped one refers to, and would look for referring rows
 * when a month is taken away. One statement records an event with its deliveries, and nothing else removes either.
 */
export class KeepHistoryByMonth1700000000052 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table webhook_deliveries drop constraint webhook_deliveries_event_seq_fkey;
      alter table webhook_attempts drop constraint webhook_attempts_delivery_id_fkey,
        drop constraint webhook_attempts_organization_id_fkey;
      alter table webhook_events drop constraint webhook_events_organization_id_fkey, alter seq drop identity;
      drop index webhook_events_in_order;
      create sequence webhook_events_numbers;
      select setval('webhook_events_numbers', max(seq)) from webhook_events;
      alter table webhook_events alter seq set default nextval('webhook_events_numbers');
    `);
    for (const each of DIVIDED) await this.divide(runner, each);
    await runner.query(`
      alter sequence webhook_events_numbers owned by webhook_events.seq;
      -- The place behind which an organization's events are kept: those up to it may be gone.
      create table webhook_event_horizons (
        organization_id bigint primary key references organizations,
        era integer not null,
        xid xid8 not null,
        seq bigint not null
      );
    `);
  }

  /** The part is named after the month before which it ends, and the safety net for other times after what is left. */
  private async divide(
    runner: QueryRunner,
    { table, time, key, index }: (typeof DIVIDED)[number],
  ): Promise<void> {
    const [{ first, at }] = (await runner.query(`
      select to_char(month, '"${table}_until_"YYYY_MM') as first, to_char(month, 'YYYY-MM-DD"T00:00:00Z"') as at
      from (
        select date_trunc('month', greatest(app_now(), max(${time})) at time zone 'UTC') + interval '1 month' as month
        from ${table}) next`)) as [{ first: string; at: string }];
    await runner.query(`
      alter table ${table} drop constraint ${table}_pkey;
      alter table ${table} rename to ${first};
      create table ${table} (like ${first} including defaults including constraints) partition by range (${time});
      alter table ${table} add primary key (${key}, ${time});
      ${index ?? ''};
      alter table ${table} attach partition ${first} for values from (minvalue) to ('${at}');
      create table ${table}_rest partition of ${table} default;
    `);
    for (let ahead = 0; ahead < MONTHS_AHEAD; ahead++) {
      const begin = new Date(at);
      begin.setUTCMonth(begin.getUTCMonth() + ahead);
      const end = new Date(begin);
      end.setUTCMonth(end.getUTCMonth() + 1);
      const name = `${table}_${begin.toISOString().slice(0, 7).replace('-', '_')}`;
      await runner.query(
        `create table ${name} partition of ${table} for values from ('${begin.toISOString()}') to ('${end.toISOString()}')`,
      );
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { table, key } of DIVIDED) {
      await runner.query(`
        create table ${table}_whole (like ${table} including defaults including constraints);
        insert into ${table}_whole select * from ${table};
        alter sequence webhook_events_numbers owned by none;
        drop table ${table};
        alter table ${table}_whole rename to ${table};
        alter table ${table} add primary key (${key});
      `);
    }
    await runner.query(`
      drop table webhook_event_horizons;
      create unique index webhook_events_in_order on webhook_events (organization_id, era, xid, seq);
      alter table webhook_events alter seq drop default, add foreign key (organization_id) references organizations;
      drop sequence webhook_events_numbers;
      alter table webhook_events alter seq add generated always as identity;
      select setval(pg_get_serial_sequence('webhook_events', 'seq'), max(seq)) from webhook_events;
      alter table webhook_attempts add foreign key (organization_id) references organizations,
        add foreign key (delivery_id) references webhook_deliveries;
      alter table webhook_deliveries add foreign key (event_seq) references webhook_events;
    `);
  }
}
