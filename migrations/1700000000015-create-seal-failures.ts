import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** Why the documents of requests that everyone has signed could not be sealed so far. */
export class CreateSealFailures1700000000015 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table seal_failures (
        signature_id bigint primary key references signatures,
        organization_id bigint not null references organizations,
        failures integer not null check (failures >= 1),
        cause text not null,
        message text not null,
        failed_at timestamptz(3) not null default app_now()
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table seal_failures');
  }
}
