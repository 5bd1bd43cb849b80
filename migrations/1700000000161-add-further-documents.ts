import { type MigrationInterface, type QueryRunner } from 'typeorm';

/**
 * Documents of a request after its first, which stays where it was: their places, their files, and the signatures of
 * people with certificates of their own in them. Fields say on which document they are.
 */
export class AddFurtherDocuments1700000000161 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table request_documents (
        organization_id bigint not null references organizations,
        signature_id bigint not null references signatures,
        id bigint not null generated always as identity,
        position integer not null check (position between 2 and 10),
        name text not null,
        extension text not null,
        primary key (organization_id, signature_id, id),
        constraint request_documents_in_order unique (organization_id, signature_id, position)
          deferrable initially immediate
      );

      create table request_document_files (
        organization_id bigint not null,
        signature_id bigint not null,
        document_id bigint not null,
        kind text not null check (kind in ('original', 'presented', 'working', 'signed')),
        storage_key text not null,
        mime_type text not null,
        sha256 bytea not null check (length(sha256) = 32),
        size_bytes bigint not null,
        pages integer not null check (pages > 0),
        page_sizes jsonb,
        signed_sha256 bytea,
        redrawn_sha256 bytea,
        created_at timestamptz(3) not null default app_now(),
        primary key (organization_id, signature_id, document_id, kind),
        foreign key (organization_id, signature_id, document_id) references request_documents on delete cascade
      );
      create index request_document_files_by_hash on request_document_files (sha256);

      create table request_document_signatures (
        organization_id bigint not null,
        signature_id bigint not null,
        document_id bigint not null,
        signer_id bigint not null references signature_signers,
        field_name text not null,
        field_certificate bytea not null,
        field_number integer not null check (field_number > 0),
        primary key (organization_id, signature_id, document_id, signer_id),
        foreign key (organization_id, signature_id, document_id) references request_documents on delete cascade
      );
      create index request_document_signatures_by_signer on request_document_signatures (organization_id, signer_id);

      alter table signature_fields add column document integer not null default 1 check (document between 1 and 10);

      do $$ begin
        execute 'create or replace view stored_files as ' || rtrim(pg_get_viewdef('stored_files'::regclass), ';')
          || ' union all select organization_id, storage_key from request_document_files';
      end $$;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      do $$ begin
        execute 'create or replace view stored_files as '
          || regexp_replace(pg_get_viewdef('stored_files'::regclass),
            '\\s+UNION ALL\\s+SELECT request_document_files.*$', '');
      end $$;
      delete from signature_fields where document > 1;
      alter table signature_fields drop column document;
      drop table request_document_signatures;
      drop table request_document_files;
      drop table request_documents;
    `);
  }
}
