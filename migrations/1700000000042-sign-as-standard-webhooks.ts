import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** Key pairs of organizations, and the secret that an endpoint had until the last rotation. */
export class SignAsStandardWebhooks1700000000042 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table webhook_endpoints
        add former_secret_sealed text,
        add former_secret_until timestamptz(3),
        add check ((former_secret_sealed is null) = (former_secret_until is null));
      -- Created when an organization first needs one.
      create table webhook_key_pairs (
        organization_id bigint primary key references organizations (id),
        secret_key_sealed text not null,
        public_key text not null,
        created_at timestamptz(3) not null default app_now()
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table webhook_key_pairs;
      alter table webhook_endpoints drop former_secret_sealed, drop former_secret_until;
    `);
  }
}
