import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** Who looks at a case, what each reviewer decided, and what was noted afterwards. */
export class CreateReviews1700000000021 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table organizations add review_four_eyes boolean not null default false;

      create index identity_verifications_under_review on identity_verifications (organization_id, review_due_at, id)
        where state = 'reviewing';

      create table review_claims (
        verification_id bigint primary key references identity_verifications,
        organization_id bigint not null references organizations,
        user_id bigint not null references users,
        claimed_at timestamptz(3) not null default app_now(),
        expires_at timestamptz(3) not null
      );

      create table review_votes (
        id bigint generated always as identity primary key,
        organization_id bigint not null references organizations,
        verification_id bigint not null references identity_verifications,
        round integer not null check (round >= 1),
        user_id bigint not null references users,
        result text not null check (result in ('approved', 'rejected')),
        reason text not null check (char_length(reason) between 1 and 500),
        voted_at timestamptz(3) not null default app_now(),
        unique (verification_id, round, user_id)
      );
      create index review_votes_by_organization on review_votes (organization_id, id);

      create table review_notes (
        id bigint generated always as identity primary key,
        organization_id bigint not null references organizations,
        verification_id bigint not null references identity_verifications,
        user_id bigint not null references users,
        words text not null check (char_length(words) between 1 and 1000),
        created_at timestamptz(3) not null default app_now()
      );
      create index review_notes_by_verification on review_notes (organization_id, verification_id, id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table review_notes, review_votes, review_claims;
      drop index identity_verifications_under_review;
      alter table organizations drop review_four_eyes;
    `);
  }
}
