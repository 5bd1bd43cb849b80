import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** Forms that wait until whoever has sent them has entered the password again. */
export class KeepForms1700000000037 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table kept_forms (
        id uuid primary key default gen_random_uuid(),
        session_id bigint not null references dashboard_sessions on delete cascade,
        organization_id bigint not null references organizations,
        -- The form's address and fields: what people type can be secret.
        sealed bytea not null,
        created_at timestamptz(3) not null default app_now()
      );
      create index kept_forms_by_session on kept_forms (session_id, created_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table kept_forms');
  }
}
