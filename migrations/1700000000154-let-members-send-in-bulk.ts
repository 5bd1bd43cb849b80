import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** Whether an admin may send in bulk. Owners always may. */
export class LetMembersSendInBulk1700000000154 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table users add sends_bulk boolean not null default false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table users drop sends_bulk');
  }
}
