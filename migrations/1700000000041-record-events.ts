import { type MigrationInterface, type QueryRunner } from 'typeorm';

/**
 * Each event once, with its bytes, and its deliveries to any number of endpoints. What was recorded before becomes the
 * beginning of the feed, in the order in which it was recorded.
 *
 * It runs in one transaction, before the service listens, and copies each delivery's body: expect minutes for a million
 * deliveries, and as much free disk as their table takes. If it is interrupted, nothing has happened, and the next start
 * begins again.
 */
export class RecordEvents1700000000041 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- A cluster numbers its transactions in a line of its own. After a dump was restored into another cluster, or a
      -- standby was promoted, the numbers begin elsewhere, and with them an era.
      create table webhook_event_eras (
        era integer primary key,
        system_identifier bigint not null,
        timeline text not null,
        noted_at timestamptz(3) not null default app_now()
      );
      insert into webhook_event_eras (era, system_identifier, timeline)
        select 1, system_identifier, left(pg_walfile_name(pg_current_wal_lsn()), 8) from pg_control_system();

      create table webhook_events (
        seq bigint generated always as identity primary key,
        -- The webhookId of the delivery to the first endpoint, and the one in the body.
        id uuid not null,
        organization_id bigint not null references organizations,
        -- Era 0 is before there was a feed.
        era integer not null,
        xid xid8 not null,
        type text not null,
        subject_kind text check (subject_kind in ('signature', 'identity_verification')),
        subject_id bigint,
        body bytea not null,
        created_at timestamptz(3) not null,
        check ((subject_kind is null) = (subject_id is null))
      );
      insert into webhook_events (seq, id, organization_id, era, xid, type, subject_kind, subject_id, body, created_at)
        overriding system value
        select seq, webhook_id, organization_id, 0, '3', event, subject_kind, subject_id, body, created_at
        from webhook_deliveries order by seq;
      select setval(pg_get_serial_sequence('webhook_events', 'seq'), max(seq)) from webhook_events;
      create unique index webhook_events_in_order on webhook_events (organization_id, era, xid, seq);

      alter table webhook_deliveries
        add event_seq bigint,
        -- Null where there was no endpoint yet.
        add endpoint_id bigint references webhook_endpoints;
      update webhook_deliveries d set event_seq = d.seq,
        endpoint_id = (select id from webhook_endpoints e where e.organization_id = d.organization_id and e.is_first);
      alter table webhook_deliveries
        alter event_seq set not null,
        add foreign key (event_seq) references webhook_events,
        drop body;
      drop index webhook_deliveries_parked;
      create index webhook_deliveries_parked on webhook_deliveries (endpoint_id) where parked;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      delete from webhook_attempts a using webhook_deliveries d join webhook_endpoints e on e.id = d.endpoint_id
        where a.organization_id = d.organization_id and a.delivery_id = d.id and not e.is_first;
      delete from webhook_deliveries d using webhook_endpoints e where e.id = d.endpoint_id and not e.is_first;
      drop index webhook_deliveries_parked;
      create index webhook_deliveries_parked on webhook_deliveries (organization_id) where parked;
      alter table webhook_deliveries add body bytea;
      update webhook_deliveries d set body = v.body from webhook_events v where v.seq = d.event_seq;
      alter table webhook_deliveries alter body set not null, drop event_seq, drop endpoint_id;
      drop table webhook_events, webhook_event_eras;
    `);
  }
}
