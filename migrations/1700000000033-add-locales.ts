import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** The language of each signer and verified person, and that of a request's papers; null for the organization's. */
export class AddLocales1700000000033 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table signatures add locale text check (locale ~ '^[a-z]{2}$');
      alter table signature_signers add locale text check (locale ~ '^[a-z]{2}$');
      alter table identity_verifications add locale text check (locale ~ '^[a-z]{2}$');
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table identity_verifications drop locale;
      alter table signature_signers drop locale;
      alter table signatures drop locale;
    `);
  }
}
