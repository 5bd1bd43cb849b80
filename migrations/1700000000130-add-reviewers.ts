import { type MigrationInterface, type QueryRunner } from 'typeorm';

/**
 * Reviewing becomes a duty beside any role, people have names, verifications know the member who began them, and a
 * case that began under four eyes keeps them.
 */
export class AddReviewers1700000000130 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table users add is_reviewer boolean not null default false');
    await runner.query('alter table accounts add name text check (char_length(name) between 1 and 100)');
    await runner.query(`alter table identity_verifications
      add begun_by_user_id bigint, add review_four_eyes boolean not null default false`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table identity_verifications drop begun_by_user_id, drop review_four_eyes');
    await runner.query('alter table accounts drop name');
    await runner.query('alter table users drop is_reviewer');
  }
}
