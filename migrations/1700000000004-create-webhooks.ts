import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** Where each organization's events go, the deliveries with their exact bytes, and every attempt. */
export class CreateWebhooks1700000000004 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table webhook_endpoints (
        id bigint generated always as identity primary key,
        organization_id bigint not null unique references organizations,
        url text,
        events text[] not null,
        paused boolean not null default false,
        secret_sealed text not null,
        next_secret_sealed text,
        next_secret_from timestamptz(3),
        created_at timestamptz(3) not null default app_now(),
        updated_at timestamptz(3) not null default app_now(),
        check ((next_secret_sealed is null) = (next_secret_from is null))
      );

      create table webhook_deliveries (
        id uuid primary key default gen_random_uuid(),
        seq bigint generated always as identity,
        organization_id bigint not null references organizations,
        webhook_id uuid not null,
        event text not null,
        body bytea not null,
        status text not null default 'pending' check (status in ('pending', 'success', 'failed')),
        parked boolean not null default false,
        attempts integer not null default 0,
        next_retry_at timestamptz(3),
        failure_reason text,
        created_at timestamptz(3) not null,
        unique (organization_id, webhook_id),
        check (status = 'pending' or (next_retry_at is null and not parked)),
        check ((status = 'failed') <= (failure_reason is not null))
      );
      create index webhook_deliveries_by_organization on webhook_deliveries (organization_id, seq);
      create index webhook_deliveries_by_event on webhook_deliveries (organization_id, event, seq);
      create index webhook_deliveries_by_status on webhook_deliveries (organization_id, status, seq);
      create index webhook_deliveries_parked on webhook_deliveries (organization_id) where parked;

      create table webhook_attempts (
        organization_id bigint not null references organizations,
        delivery_id uuid not null references webhook_deliveries,
        attempt integer not null check (attempt between 1 and 5),
        response_code integer,
        response_body text not null,
        response_headers jsonb not null,
        failure_reason text,
        duration_ms integer not null,
        attempted_at timestamptz(3) not null,
        primary key (organization_id, delivery_id, attempt)
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table webhook_attempts, webhook_deliveries, webhook_endpoints');
  }
}
