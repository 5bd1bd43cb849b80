import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** Organizations may have a human look at every face. */
export class ReviewFaces1700000000110 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table organizations add review_faces boolean not null default false`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table organizations drop review_faces`);
  }
}
