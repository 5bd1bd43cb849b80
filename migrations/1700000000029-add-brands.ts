import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** How an organization looks on pages and in mails, how long it keeps pictures, and who is told about reviews. */
export class AddBrands1700000000029 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table organizations
        add accent_color text check (accent_color ~ '^#[0-9a-f]{6}$'),
        add contact_line text check (char_length(contact_line) between 1 and 200),
        add default_locale text check (default_locale ~ '^[a-z]{2}$'),
        add retention_days integer check (retention_days between 1 and 3650),
        add review_mails text not null default 'reviewers' check (review_mails in ('reviewers', 'mailbox', 'nobody')),
        add review_mailbox text,
        add constraint organizations_review_mailbox check ((review_mails = 'mailbox') = (review_mailbox is not null));

      create table organization_logos (
        organization_id bigint primary key references organizations,
        token text not null unique check (token ~ '^[0-9a-f]{64}$'),
        storage_key text not null,
        width integer not null check (width > 0),
        height integer not null check (height > 0),
        created_at timestamptz(3) not null default app_now()
      );

      create or replace view stored_files as
        select organization_id, storage_key from signature_documents
        union all select organization_id, storage_key from identity_verification_images where storage_key is not null
        union all select organization_id, storage_key from identity_liveness_frames where storage_key is not null
        union all select organization_id, storage_key from signer_pictures
        union all select organization_id, storage_key from organization_logos;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create or replace view stored_files as
        select organization_id, storage_key from signature_documents
        union all select organization_id, storage_key from identity_verification_images where storage_key is not null
        union all select organization_id, storage_key from identity_liveness_frames where storage_key is not null
        union all select organization_id, storage_key from signer_pictures;
      drop table organization_logos;
      alter table organizations
        drop constraint organizations_review_mailbox,
        drop accent_color,
        drop contact_line,
        drop default_locale,
        drop retention_days,
        drop review_mails,
        drop review_mailbox;
    `);
  }
}
