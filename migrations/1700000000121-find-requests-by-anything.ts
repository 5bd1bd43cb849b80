import { type MigrationInterface, type QueryRunner } from 'typeorm';

/**
 * Members find requests by state, by the names of signers, by how an address begins, and cancelled ones by their texts. The
 * index of addresses is that of the version before with operators that prefixes can use in any collation. Where the server lacks
 * the extensions, texts are found without an index, as before.
 *
 * It reads each request and signer once, and keeps them from being written until it ends.
 */
export class FindRequestsByAnything1700000000121 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index signatures_by_status on signatures (organization_id, status, created_at, id)
        where deleted_at is null;
      create index signature_signers_by_address on signature_signers
        (organization_id, email_key text_pattern_ops, signature_id);
      do $$ begin
        create index signatures_cancelled_by_text on signatures
          using gin (organization_id, lower(subject) gin_trgm_ops, lower(original_document_name) gin_trgm_ops)
          with (gin_pending_list_limit = 256)
          where deleted_at is not null and status <> 'draft' and contents_removed_at is null;
        create index signature_signers_by_name on signature_signers
          using gin (organization_id, lower(name) gin_trgm_ops)
          with (gin_pending_list_limit = 256) where name is not null;
      exception when feature_not_supported or undefined_file or undefined_object or insufficient_privilege then
        raise notice 'the indexes of texts were not created: %', sqlerrm;
      end $$;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index if exists signature_signers_by_name, signatures_cancelled_by_text;
      drop index signature_signers_by_address, signatures_by_status;
    `);
  }
}
