import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** Files that signers give into fields of forms. */
export class KeepFilesOfSigners1700000000145 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table form_files (
        organization_id bigint not null,
        signature_id bigint not null,
        id bigint not null generated always as identity,
        signer_id bigint not null references signature_signers,
        field_key text not null,
        storage_key text not null,
        name_sealed bytea not null,
        type text not null check (type in ('application/pdf', 'image/png', 'image/jpeg')),
        size_bytes integer not null check (size_bytes > 0),
        sha256 bytea not null check (length(sha256) = 32),
        browser_hash bytea,
        created_at timestamptz(3) not null default app_now(),
        primary key (organization_id, signature_id, id),
        foreign key (organization_id, signature_id) references request_forms
      );
      create index form_files_by_signer on form_files (organization_id, signer_id);
      create unique index form_files_by_storage_key on form_files (organization_id, storage_key);

      do $$ begin
        execute 'create or replace view stored_files as ' || rtrim(pg_get_viewdef('stored_files'::regclass), ';')
          || ' union all select organization_id, storage_key from form_files';
      end $$;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      do $$ begin
        execute 'create or replace view stored_files as '
          || regexp_replace(pg_get_viewdef('stored_files'::regclass), '\\s+UNION ALL\\s+SELECT form_files.*$', '');
      end $$;
      drop table form_files;
    `);
  }
}
