import { type MigrationInterface, type QueryRunner } from 'typeorm';

/**
 * Signed documents whose form is drawn anew by programs take no places at all. Told by the document's own hash, as
 * `signed_sha256`; null for what was uploaded before, which the trial on send finds.
 */
export class KnowRedrawnDocuments1700000000160 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table signature_documents add column redrawn_sha256 bytea`);
    await runner.query(`alter table template_documents add column is_redrawn boolean`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table template_documents drop column is_redrawn`);
    await runner.query(`alter table signature_documents drop column redrawn_sha256`);
  }
}
