import { type MigrationInterface, type QueryRunner } from 'typeorm';

/**
 * Attempts are counted by day, members can have waiting deliveries attempted now, test events can be of any type, and
 * endpoints can be deleted. A deleted endpoint is disabled as well, so the previous version sends it nothing.
 */
export class RetryDeliveriesNow1700000000112 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table webhook_endpoint_days add attempts integer not null default 0;
      alter table webhook_endpoints add deleted_at timestamptz(3);
      create index webhook_deliveries_retrying on webhook_deliveries (organization_id, endpoint_id, created_at, seq)
        where status = 'pending' and attempts > 0 and not parked;
      alter table webhook_deliveries add is_test boolean not null default false;
      create index webhook_deliveries_tests on webhook_deliveries (organization_id, endpoint_id, created_at)
        where is_test;
      alter table webhook_events add is_test boolean not null default false;
      create table webhook_retries (
        organization_id bigint not null references organizations,
        endpoint_id bigint not null references webhook_endpoints on delete cascade,
        began_at timestamptz(3) not null default app_now(),
        total integer not null,
        attempted integer not null default 0,
        failed_in_row integer not null default 0,
        state text not null default 'running' check (state in ('running', 'finished', 'stopped')),
        primary key (organization_id, endpoint_id)
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table webhook_retries;
      alter table webhook_events drop is_test;
      alter table webhook_deliveries drop is_test;
      drop index webhook_deliveries_retrying;
      alter table webhook_endpoints drop deleted_at;
      alter table webhook_endpoint_days drop attempts;
    `);
  }
}
