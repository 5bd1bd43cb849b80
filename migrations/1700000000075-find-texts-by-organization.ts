import { type MigrationInterface, type QueryRunner } from 'typeorm';

/**
 * The index of texts begins with the organization, so that a search reads what its own organization has, however many others
 * use the same words. An index of texts alone found those of all, and then dropped them: a third of a second for a word that
 * one in eight of a million requests has. Where the server lacks an extension, or does not let the service create it, texts
 * are found as before.
 *
 * It reads each request once, and keeps requests from being written until it ends.
 */
export class FindTextsByOrganization1700000000075 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      do $$ begin
        create extension if not exists pg_trgm;
        create extension if not exists btree_gin;
        create index signatures_by_organization_text on signatures
          using gin (organization_id, lower(subject) gin_trgm_ops, lower(original_document_name) gin_trgm_ops)
          with (gin_pending_list_limit = 256) where deleted_at is null;
      exception when feature_not_supported or undefined_file or undefined_object or insufficient_privilege then
        raise notice 'signatures_by_organization_text was not created: %', sqlerrm;
      end $$;
    `);
  }

  /** The extensions stay: others may use them. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index if exists signatures_by_organization_text');
  }
}
