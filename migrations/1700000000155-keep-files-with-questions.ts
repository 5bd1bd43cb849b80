import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** A file of rows that cannot be read before its sender has answered a question, kept until then or for an hour. */
export class KeepFilesWithQuestions1700000000155 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table bulk_send_files (
        organization_id bigint not null,
        bulk_send_id bigint not null,
        sealed bytea not null,
        created_at timestamptz(3) not null default app_now(),
        primary key (organization_id, bulk_send_id),
        foreign key (organization_id, bulk_send_id) references bulk_sends
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table bulk_send_files');
  }
}
