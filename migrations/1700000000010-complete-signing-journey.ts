import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** Automatic reminders, pictures of signatures, and how often codes are asked for and missed from where. */
export class CompleteSigningJourney1700000000010 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table signatures add column remind_every integer check (remind_every between 1 and 90);

      create table signer_pictures (
        signer_id bigint primary key references signature_signers,
        organization_id bigint not null references organizations,
        storage_key text not null,
        sha256 bytea not null,
        width integer not null check (width > 0),
        height integer not null check (height > 0),
        created_at timestamptz(3) not null default app_now()
      );

      create table one_time_code_counts (
        subject bytea primary key,
        count integer not null,
        since timestamptz(3) not null default app_now()
      );
      create index one_time_code_counts_by_age on one_time_code_counts (since);

      create or replace view stored_files as
        select organization_id, storage_key from signature_documents
        union all select organization_id, storage_key from identity_verification_images where storage_key is not null
        union all select organization_id, storage_key from identity_liveness_frames where storage_key is not null
        union all select organization_id, storage_key from signer_pictures;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create or replace view stored_files as
        select organization_id, storage_key from signature_documents
        union all select organization_id, storage_key from identity_verification_images where storage_key is not null
        union all select organization_id, storage_key from identity_liveness_frames where storage_key is not null;
      drop table one_time_code_counts;
      drop table signer_pictures;
      alter table signatures drop column remind_every;
    `);
  }
}
