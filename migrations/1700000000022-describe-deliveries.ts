import { type MigrationInterface, type QueryRunner } from 'typeorm';

/**
 * What the pages about deliveries show: the request or verification that each is about, what an attempt sent and where
 * to, and how many were delivered and failed on each day. Deliveries are listed by time instead of by their number.
 *
 * It runs in one transaction, before the service listens, and locks both tables until it ends. New columns take no time;
 * filling them reads and rewrites each delivery once, and the indexes are built anew: expect minutes for a million
 * deliveries, and have as much free disk as their table takes, until the next vacuum. If it is interrupted, nothing has
 * happened, and the next start begins again.
 */
export class DescribeDeliveries1700000000022 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table webhook_attempts add url text, add request_headers jsonb;
      alter table webhook_deliveries add subject_kind text, add subject_id bigint;
      -- Built again below, for the order by time, once all rows are rewritten.
      drop index webhook_deliveries_by_organization, webhook_deliveries_by_event, webhook_deliveries_by_status;

      -- From the beginning of the text, which we wrote: as JSON, PostgreSQL refuses texts with NUL in them. Up to 15
      -- digits are a safe number.
      update webhook_deliveries d set subject_kind = split_part(event, '.', 1), subject_id = told.subject::bigint
      from (
        select id, substring(convert_from(body, 'UTF8') from
          '^{"webhookId":"[^"]*","event":"[^"]*","createdAt":"[^"]*","organizationId":[0-9]+,"data":{"id":([1-9][0-9]{0,14})[,}]'
        ) as subject
        from webhook_deliveries where event ~ '^(signature|identity_verification)[.]'
      ) told
      where told.id = d.id and told.subject is not null;
      alter table webhook_deliveries
        add check (subject_kind in ('signature', 'identity_verification')),
        add check ((subject_kind is null) = (subject_id is null));

      create index webhook_deliveries_by_time on webhook_deliveries (organization_id, created_at, seq);
      create index webhook_deliveries_by_event on webhook_deliveries (organization_id, event, created_at, seq);
      create index webhook_deliveries_by_status on webhook_deliveries (organization_id, status, created_at, seq);
      create index webhook_deliveries_by_event_and_status
        on webhook_deliveries (organization_id, event, status, created_at, seq);
      create index webhook_deliveries_by_subject
        on webhook_deliveries (organization_id, subject_kind, subject_id, created_at, seq)
        where subject_id is not null;

      create table webhook_endpoint_days (
        organization_id bigint not null references organizations,
        endpoint_id bigint not null references webhook_endpoints on delete cascade,
        day date not null,
        delivered integer not null default 0,
        failed integer not null default 0,
        primary key (organization_id, endpoint_id, day)
      );
      insert into webhook_endpoint_days (organization_id, endpoint_id, day, delivered, failed)
        select e.organization_id, e.id, (a.attempted_at at time zone 'UTC')::date,
          count(*) filter (where d.status = 'success'), count(*) filter (where d.status = 'failed')
        from webhook_deliveries d
          join webhook_attempts a
            on a.organization_id = d.organization_id and a.delivery_id = d.id and a.attempt = d.attempts
          join webhook_endpoints e on e.organization_id = d.organization_id
        where d.status <> 'pending' and a.attempted_at > app_now() - interval '31 days'
        group by 1, 2, 3;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table webhook_endpoint_days;
      drop index webhook_deliveries_by_time, webhook_deliveries_by_event, webhook_deliveries_by_status,
        webhook_deliveries_by_event_and_status, webhook_deliveries_by_subject;
      alter table webhook_deliveries drop subject_kind, drop subject_id;
      alter table webhook_attempts drop url, drop request_headers;
      create index webhook_deliveries_by_organization on webhook_deliveries (organization_id, seq);
      create index webhook_deliveries_by_event on webhook_deliveries (organization_id, event, seq);
      create index webhook_deliveries_by_status on webhook_deliveries (organization_id, status, seq);
    `);
  }
}
