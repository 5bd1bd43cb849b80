import { type MigrationInterface, type QueryRunner } from 'typeorm';

/**
 * Files are deleted after the commit that takes away their rows, from a list that lasts until the storage has done it. What
 * people had erased is recorded once the list is empty.
 */
export class ListDeletionsOfFiles1700000000080 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table file_deletions (
        storage_key text primary key,
        organization_id bigint not null references organizations,
        -- What is being erased; null for files that were only replaced.
        subject_kind text,
        subject_id bigint,
        attempts integer not null default 0,
        created_at timestamptz(3) not null default app_now(),
        due_at timestamptz(3) not null default app_now(),
        check ((subject_kind is null) = (subject_id is null))
      );
      create index file_deletions_by_time on file_deletions (organization_id, due_at);
      create index file_deletions_by_subject on file_deletions (organization_id, subject_kind, subject_id);

      -- What is recorded in the log of activity once no file of these subjects is left.
      create table pending_erasures (
        id bigint generated always as identity primary key,
        organization_id bigint not null references organizations,
        entry jsonb not null,
        subjects jsonb not null,
        created_at timestamptz(3) not null default app_now()
      );
      create index pending_erasures_by_organization on pending_erasures (organization_id);

      -- Set with the rows of the pictures; media_erased_at follows when their files are gone.
      alter table identity_verifications add column media_erasure_began_at timestamptz(3);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table identity_verifications drop column media_erasure_began_at;
      drop table pending_erasures;
      drop table file_deletions;
    `);
  }
}
