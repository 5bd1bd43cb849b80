import { type MigrationInterface, type QueryRunner } from 'typeorm';

/**
 * Templates with their drafts, published versions and files, and the requests made from them. While a row of
 * `shared_files` names a file, it stays when another row with it goes.
 */
export class CreateTemplates1700000000146 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table templates (
        id bigint not null generated always as identity,
        organization_id bigint not null references organizations,
        name text not null,
        description text not null default '',
        revision integer not null default 1 check (revision > 0),
        definition jsonb not null,
        latest_version integer check (latest_version > 0),
        created_by_user_id bigint not null,
        created_at timestamptz(3) not null default app_now(),
        updated_at timestamptz(3) not null default app_now(),
        archived_at timestamptz(3),
        primary key (organization_id, id),
        foreign key (created_by_user_id) references users
      );
      create index templates_by_change on templates (organization_id, updated_at, id);
      create index templates_by_name on templates (organization_id, lower(name), id);

      create table template_versions (
        organization_id bigint not null,
        template_id bigint not null,
        number integer not null check (number > 0),
        content text not null,
        sha256 bytea not null check (length(sha256) = 32),
        note text not null default '',
        published_by_user_id bigint not null references users,
        published_at timestamptz(3) not null default app_now(),
        primary key (organization_id, template_id, number),
        foreign key (organization_id, template_id) references templates
      );
      create function template_versions_stay() returns trigger language plpgsql as $$
      begin
        raise exception 'a published version of a template never changes' using errcode = 'restrict_violation';
      end $$;
      create trigger template_versions_stay before update on template_versions
        for each row execute function template_versions_stay();

      create table template_documents (
        organization_id bigint not null,
        template_id bigint not null,
        version integer not null check (version >= 0),
        n integer not null check (n between 1 and 10),
        name text not null,
        original_key text not null,
        original_sha256 bytea not null,
        original_bytes bigint not null,
        mime_type text not null,
        extension text not null,
        presented_key text not null,
        presented_sha256 bytea not null,
        presented_bytes bigint not null,
        pages integer not null,
        page_sizes jsonb not null,
        carries_signatures boolean not null,
        created_at timestamptz(3) not null default app_now(),
        primary key (organization_id, template_id, version, n),
        foreign key (organization_id, template_id) references templates
      );
      create index template_documents_by_original on template_documents (organization_id, original_key);
      create index template_documents_by_presented on template_documents (organization_id, presented_key);

      create table request_templates (
        organization_id bigint not null,
        signature_id bigint not null references signatures,
        template_id bigint not null,
        version integer not null,
        primary key (organization_id, signature_id),
        foreign key (organization_id, template_id, version) references template_versions
      );
      create index request_templates_by_template on request_templates (organization_id, template_id);

      create view shared_files as
        select organization_id, original_key as storage_key from template_documents
        union all
        select organization_id, presented_key from template_documents;

      do $$ begin
        execute 'create or replace view stored_files as ' || rtrim(pg_get_viewdef('stored_files'::regclass), ';')
          || ' union all select organization_id, storage_key from shared_files';
      end $$;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      do $$ begin
        execute 'create or replace view stored_files as '
          || regexp_replace(pg_get_viewdef('stored_files'::regclass), '\\s+UNION ALL\\s+SELECT shared_files.*$', '');
      end $$;
      drop view shared_files;
      drop table request_templates;
      drop table template_documents;
      drop table template_versions;
      drop function template_versions_stay();
      drop table templates;
    `);
  }
}
