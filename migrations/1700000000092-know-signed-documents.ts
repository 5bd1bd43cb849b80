import { type MigrationInterface, type QueryRunner } from 'typeorm';

/**
 * Documents that carried signatures when they were uploaded take signature fields only. Told by the document's own hash,
 * because the version before replaces documents without this column. Null for what was uploaded before: the trial on send
 * looks into the file.
 */
export class KnowSignedDocuments1700000000092 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table signature_documents add column signed_sha256 bytea`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table signature_documents drop column signed_sha256`);
  }
}
