import { type MigrationInterface, type QueryRunner } from 'typeorm';

/**
 * What the overview shows and owners are told about: counts by day, since when mails or deliveries fail, and which notices
 * went out. The counts of the last 31 days are read once from the rows themselves: signatures along their indexes, events
 * of verifications by reading the table, which takes about a second for each million.
 */
export class WatchOverOrganizations1700000000028 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Several rows for a day, one for each transaction that counted at the same time: nobody waits to count.
      create table organization_days (
        id bigint generated always as identity primary key,
        organization_id bigint not null references organizations,
        day date not null,
        sent integer not null default 0,
        completed integer not null default 0,
        approved integer not null default 0,
        not_approved integer not null default 0
      ) with (fillfactor = 50);
      create index organization_days_by_day on organization_days (organization_id, day);
      insert into organization_days (organization_id, day, sent)
        select organization_id, (date_sent at time zone 'UTC')::date, count(*) from signatures
        where deleted_at is null and date_sent > app_now() - interval '31 days' group by 1, 2;
      -- A completed request does not change any more.
      insert into organization_days (organization_id, day, completed)
        select organization_id, (updated_at at time zone 'UTC')::date, count(*) from signatures
        where deleted_at is null and status = 'completed' and updated_at > app_now() - interval '31 days' group by 1, 2;
      insert into organization_days (organization_id, day, approved, not_approved)
        select organization_id, (created_at at time zone 'UTC')::date,
          count(*) filter (where type = 'identity_verification.completed'),
          count(*) filter (where type = 'identity_verification.failed')
        from identity_verification_events
        where type in ('identity_verification.completed', 'identity_verification.failed')
          and created_at > app_now() - interval '31 days'
        group by 1, 2;

      create index signatures_open on signatures (organization_id)
        where deleted_at is null and status in ('created', 'partially_signed');
      create index failed_jobs_by_organization on failed_jobs ((payload ->> 'organizationId'), failed_at);

      -- The times in which an organization's mails, or deliveries to its endpoint, only fail.
      create table disruptions (
        id bigint generated always as identity primary key,
        organization_id bigint not null references organizations,
        what text not null check (what in ('mail', 'endpoint')),
        began_at timestamptz(3) not null default app_now(),
        told_at timestamptz(3),
        ended_at timestamptz(3)
      );
      create unique index disruptions_open on disruptions (organization_id, what) where ended_at is null;
      create index disruptions_ended on disruptions (id) where ended_at is not null;

      create table owner_notices (
        organization_id bigint not null references organizations,
        kind text not null,
        subject text not null,
        told_at timestamptz(3) not null default app_now(),
        primary key (organization_id, kind, subject)
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table owner_notices, disruptions, organization_days;
      drop index failed_jobs_by_organization, signatures_open;
    `);
  }
}
