import { type MigrationInterface, type QueryRunner } from 'typeorm';

/**
 * The index of texts that does not begin with the organization stays only where the one that does could not be created. It goes
 * in a transaction of its own: together with the building of the other, dropping it could deadlock with those who write.
 */
export class RemoveTextsOfAllOrganizations1700000000076 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      do $$ begin
        if to_regclass('signatures_by_organization_text') is not null then
          drop index if exists signatures_by_text;
        end if;
      end $$;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      do $$ begin
        create index if not exists signatures_by_text on signatures
          using gin (lower(subject) gin_trgm_ops, lower(original_document_name) gin_trgm_ops)
          with (gin_pending_list_limit = 256) where deleted_at is null;
      exception when undefined_object then
        raise notice 'signatures_by_text was not created: %', sqlerrm;
      end $$;
    `);
  }
}
