import { type MigrationInterface, type QueryRunner } from 'typeorm';

/**
 * Deliveries that replay earlier ones, and the replays of all that have failed within a time. The new column takes no
 * time; the index, which is empty at first, reads the table once.
 */
export class LetDeliveriesBeReplayed1700000000051 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- The webhookId of the delivery that this one replays.
      alter table webhook_deliveries add replay_of uuid;
      create index webhook_deliveries_replays on webhook_deliveries (organization_id, event_seq, endpoint_id, seq)
        where replay_of is not null;
      create table webhook_replays (
        organization_id bigint not null references organizations,
        -- From the form, so that one that is sent twice replays once.
        id uuid not null,
        -- Null: all endpoints.
        endpoint_id bigint references webhook_endpoints on delete cascade,
        recorded_from timestamptz(3) not null,
        recorded_until timestamptz(3) not null,
        -- Replayed so far.
        replayed integer not null default 0,
        finished boolean not null default false,
        created_at timestamptz(3) not null default app_now(),
        primary key (organization_id, id)
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table webhook_replays;
      drop index webhook_deliveries_replays;
      alter table webhook_deliveries drop replay_of;
    `);
  }
}
