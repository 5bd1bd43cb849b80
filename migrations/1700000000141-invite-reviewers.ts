import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** People can be invited to review beside another role. */
export class InviteReviewers1700000000141 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table invitations add is_reviewer boolean not null default false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table invitations drop is_reviewer');
  }
}
