import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** People choose the language and time zone of their dashboard, and organizations the zone of their mails. */
export class ChooseTimesAndLanguage1700000000113 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table accounts add locale text, add time_zone text');
    await runner.query('alter table organizations add time_zone text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table organizations drop time_zone');
    await runner.query('alter table accounts drop time_zone, drop locale');
  }
}
