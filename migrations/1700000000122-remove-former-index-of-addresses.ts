import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** In a transaction of its own: together with the building of its successor, dropping it could deadlock with those who write. */
export class RemoveFormerIndexOfAddresses1700000000122 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('drop index signature_signers_by_email');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'create index signature_signers_by_email on signature_signers (organization_id, email_key, signature_id)',
    );
  }
}
