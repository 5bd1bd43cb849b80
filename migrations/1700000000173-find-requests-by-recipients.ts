import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** Members find requests by how the address of somebody begins who does not sign, as by those of signers, in any collation. */
export class FindRequestsByRecipients1700000000173 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index request_recipients_by_beginning on request_recipients
        (organization_id, email_key text_pattern_ops, signature_id) where removed_at is null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index request_recipients_by_beginning');
  }
}
