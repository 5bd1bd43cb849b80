import { type MigrationInterface, type QueryRunner } from 'typeorm';

/**
 * Parts of subjects and document names are found by an index of the extension pg_trgm. Where the server does not have the
 * extension, or does not let the service create it, everything is found as before, more slowly.
 *
 * It reads each request once, and keeps requests from being written until it ends.
 */
export class IndexTextsOfSignatures1700000000032 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      do $$ begin
        create extension if not exists pg_trgm;
        -- In lower case, because the extension itself does not take all letters for letters in every locale. A short list
        -- of pending entries, which every search reads, makes inserts no slower.
        create index signatures_by_text on signatures
          using gin (lower(subject) gin_trgm_ops, lower(original_document_name) gin_trgm_ops)
          with (gin_pending_list_limit = 256) where deleted_at is null;
      exception when feature_not_supported or undefined_file or undefined_object or insufficient_privilege then
        raise notice 'signatures_by_text was not created: %', sqlerrm;
      end $$;
    `);
  }

  /** The extension stays: others may use it. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index if exists signatures_by_text');
  }
}
