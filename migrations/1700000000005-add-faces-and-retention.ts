import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** Liveness challenges, what photos said, what was seen before, and when pictures were erased. */
export class AddFacesAndRetention1700000000005 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table identity_verifications
        add column document_country text check (document_country ~ '^[A-Z]{2}$'),
        add column human_requested_at timestamptz(3),
        add column media_erased_at timestamptz(3);

      alter table identity_verification_images
        alter column storage_key drop not null,
        add column findings_sealed bytea;

      create table identity_liveness_challenges (
        id bigint generated always as identity primary key,
        organization_id bigint not null references organizations,
        verification_id bigint not null references identity_verifications,
        attempt integer not null check (attempt between 1 and 3),
        nonce_hash bytea not null unique,
        steps text[] not null check (cardinality(steps) between 3 and 6),
        state text not null default 'open' check (state in ('open', 'passed', 'failed')),
        verdict jsonb check (verdict is not null or state <> 'passed'),
        expires_at timestamptz(3) not null,
        created_at timestamptz(3) not null default app_now(),
        unique (organization_id, verification_id, attempt)
      );
      create unique index identity_liveness_challenges_one_open
        on identity_liveness_challenges (organization_id, verification_id) where state = 'open';

      create table identity_liveness_frames (
        id bigint generated always as identity primary key,
        organization_id bigint not null references organizations,
        verification_id bigint not null references identity_verifications,
        challenge_id bigint references identity_liveness_challenges,
        number integer not null check (number between 1 and 120),
        received_ms integer not null,
        storage_key text,
        sha256 bytea not null,
        observation_sealed bytea,
        created_at timestamptz(3) not null default app_now(),
        unique (organization_id, challenge_id, number)
      );
      create index identity_liveness_frames_by_verification
        on identity_liveness_frames (organization_id, verification_id);

      create table identity_seen_persons (
        verification_id bigint primary key references identity_verifications,
        organization_id bigint not null references organizations,
        document_hash bytea,
        face_sealed bytea,
        created_at timestamptz(3) not null default app_now()
      );
      create index identity_seen_persons_by_document
        on identity_seen_persons (organization_id, document_hash) where document_hash is not null;
      create index identity_seen_persons_by_age
        on identity_seen_persons (organization_id, verification_id) where face_sealed is not null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table identity_seen_persons, identity_liveness_frames, identity_liveness_challenges;
      alter table identity_verification_images drop column findings_sealed,
        alter column storage_key set not null;
      alter table identity_verifications drop column document_country, drop column human_requested_at,
        drop column media_erased_at;
    `);
  }
}
