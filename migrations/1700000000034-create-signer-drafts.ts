import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** What signers have entered and not signed yet. `browser_hash` is of the browser that wrote it, where no code is asked for. */
export class CreateSignerDrafts1700000000034 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table signer_drafts (
        signer_id bigint primary key references signature_signers,
        organization_id bigint not null references organizations,
        sealed bytea not null,
        browser_hash bytea,
        updated_at timestamptz(3) not null default app_now()
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table signer_drafts');
  }
}
