import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** Members find verifications by the person's name and by how the address begins. */
export class FindVerificationsByPerson1700000000123 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index identity_verifications_by_address on identity_verifications
        (organization_id, lower(email) text_pattern_ops, created_at, id);
      do $$ begin
        create index identity_verifications_by_name on identity_verifications
          using gin (organization_id, lower(full_name) gin_trgm_ops) with (gin_pending_list_limit = 256);
      exception when feature_not_supported or undefined_file or undefined_object or insufficient_privilege then
        raise notice 'identity_verifications_by_name was not created: %', sqlerrm;
      end $$;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index if exists identity_verifications_by_name;
      drop index identity_verifications_by_address;
    `);
  }
}
