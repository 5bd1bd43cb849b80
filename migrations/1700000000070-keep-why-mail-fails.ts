import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** Why the mail server took no mail, for the operator, who cannot be told by mail. */
export class KeepWhyMailFails1700000000070 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- What was said last; null where nobody keeps it. Contains no email address.
      alter table disruptions add reason text;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table disruptions drop reason');
  }
}
