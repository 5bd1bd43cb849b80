import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** Endpoints that are held while they are down. No row is rewritten. */
export class HoldEndpoints1700000000056 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table webhook_endpoints
        -- The organization's choice.
        add holds_when_down boolean not null default false,
        -- It is down now.
        add held boolean not null default false,
        add next_probe_at timestamptz(3),
        -- When it was last paused, resumed, disabled, enabled, held or released; null: before this was kept, or never.
        add state_since timestamptz(3),
        add check (held = (next_probe_at is not null)),
        add check (not held or holds_when_down and not paused and not disabled);

      -- The deliveries whose attempts failed one after another, of endpoints that are held when they are down.
      create table webhook_recent_failures (
        organization_id bigint not null references organizations,
        endpoint_id bigint not null references webhook_endpoints on delete cascade,
        delivery_id uuid not null,
        failed_at timestamptz(3) not null default app_now(),
        primary key (endpoint_id, delivery_id)
      );

      -- Attempts made while an endpoint was held, which use up none of a delivery's five. Answers are not kept: there
      -- is one a minute.
      create table webhook_probes (
        id bigint generated always as identity primary key,
        organization_id bigint not null references organizations,
        delivery_id uuid not null,
        response_code integer,
        failure_reason text not null,
        duration_ms integer not null,
        attempted_at timestamptz(3) not null default app_now()
      );
      create index webhook_probes_by_delivery on webhook_probes (organization_id, delivery_id, id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- What waits for them goes on when they are resumed.
      update webhook_endpoints set paused = true where held;
      drop table webhook_probes, webhook_recent_failures;
      alter table webhook_endpoints drop holds_when_down, drop held, drop next_probe_at, drop state_since;
    `);
  }
}
