import { type MigrationInterface, type QueryRunner } from 'typeorm';

/**
 * Signers may hand over to somebody else where the sender allows it. The link that they gave up names the event of the audit
 * trail in which they did.
 */
export class LetSignersHandOver1700000000035 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table signatures add allow_hand_over boolean not null default false;
      alter table signer_links add handed_over_in integer check (handed_over_in > 0);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table signer_links drop handed_over_in;
      alter table signatures drop allow_hand_over;
    `);
  }
}
