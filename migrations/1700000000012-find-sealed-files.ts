import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** Finds a sealed file, and the organization behind a certificate, by their hashes, which are all that a check has. */
export class FindSealedFiles1700000000012 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index signature_documents_by_hash on signature_documents (sha256);
      create index organization_certificates_by_hash on organization_certificates (sha256(certificate));
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index signature_documents_by_hash, organization_certificates_by_hash');
  }
}
