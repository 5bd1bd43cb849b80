import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** What drafts will be sent with, while they are prepared by hand. */
export class CreateSendPlans1700000000027 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table send_plans (
        signature_id bigint primary key references signatures,
        organization_id bigint not null references organizations,
        plan jsonb not null,
        updated_at timestamptz(3) not null default app_now()
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table send_plans');
  }
}
