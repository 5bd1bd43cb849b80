import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** What is typed while a request is made by hand is kept before it is complete. */
export class KeepUnfinishedEntries1700000000135 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table send_plans add unfinished jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table send_plans drop unfinished');
  }
}
