import { type MigrationInterface, type QueryRunner } from 'typeorm';

/**
 * A reviewer may ask the person again: each time begins another round of photos and challenges, with attempts of its own.
 */
export class AskAgain1700000000019 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table identity_verifications
        add asked_parts text[] not null default '{}' check (asked_parts <@ '{front,back,face}'),
        add asked_part text,
        add ask_reason text,
        add review_round integer not null generated always as (cardinality(asked_parts) + 1) stored,
        add check (asked_part is null or (asked_part = any (asked_parts) and state = 'in_progress')),
        add check ((asked_part is null) = (ask_reason is null));

      alter table identity_verification_images
        add round integer not null default 1,
        drop constraint identity_verification_images_organization_id_verification_i_key,
        add constraint identity_verification_images_one_an_attempt
          unique (organization_id, verification_id, side, round, attempt);

      alter table identity_liveness_challenges
        add round integer not null default 1,
        drop constraint identity_liveness_challenges_organization_id_verification_i_key,
        add constraint identity_liveness_challenges_one_an_attempt
          unique (organization_id, verification_id, round, attempt);
      drop index identity_liveness_challenges_one_open;
      create unique index identity_liveness_challenges_one_open
        on identity_liveness_challenges (organization_id, verification_id, round) where state = 'open';
    `);
  }

  /** The pictures of further rounds go; without rows their files are swept. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      delete from identity_liveness_frames f using identity_liveness_challenges c
        where c.id = f.challenge_id and c.round > 1;
      delete from identity_liveness_challenges where round > 1;
      delete from identity_verification_images where round > 1;
      drop index identity_liveness_challenges_one_open;
      create unique index identity_liveness_challenges_one_open
        on identity_liveness_challenges (organization_id, verification_id) where state = 'open';
      alter table identity_liveness_challenges drop round,
        add constraint identity_liveness_challenges_organization_id_verification_i_key
          unique (organization_id, verification_id, attempt);
      alter table identity_verification_images drop round,
        add constraint identity_verification_images_organization_id_verification_i_key
          unique (organization_id, verification_id, side, attempt);
      alter table identity_verifications drop review_round, drop asked_part, drop ask_reason, drop asked_parts;
    `);
  }
}
