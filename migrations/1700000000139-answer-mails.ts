import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** An organization has an address for answers to mails that its programs send. */
export class AnswerMails1700000000139 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table organizations add contact_email text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table organizations drop contact_email');
  }
}
