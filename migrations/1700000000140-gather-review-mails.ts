import { type MigrationInterface, type QueryRunner } from 'typeorm';

/**
 * Reviewers get one mail about all the cases of an hour. An organization knows the end of the hour that its last
 * immediate mail began, and each case knows the mails that it is part of.
 */
export class GatherReviewMails1700000000140 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table organizations add review_hour_ends_at timestamptz(3);
      create table review_notices (
        organization_id bigint not null references organizations,
        verification_id bigint not null references identity_verifications,
        review_round integer not null,
        mail text not null check (mail in ('requested', 'due_soon')),
        batch text not null,
        primary key (verification_id, review_round, mail)
      );
      create index review_notices_by_batch on review_notices (organization_id, batch);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table review_notices');
    await runner.query('alter table organizations drop review_hour_ends_at');
  }
}
