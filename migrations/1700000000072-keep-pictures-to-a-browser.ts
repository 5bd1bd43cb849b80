import { type MigrationInterface, type QueryRunner } from 'typeorm';

/**
 * Where no code is asked for, the link alone does not show who holds it, so a picture of a signature is for the browser that
 * uploaded it. Earlier ones are for none and are uploaded again, except where a code guards them.
 */
export class KeepPicturesToABrowser1700000000072 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table signer_pictures add column browser_hash bytea');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table signer_pictures drop column browser_hash');
  }
}
