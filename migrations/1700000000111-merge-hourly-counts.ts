import { type MigrationInterface, type QueryRunner } from 'typeorm';

/**
 * Counts of one-time codes move to the table of the other hourly counts. The previous version counts codes through a view of
 * that table under the old name, so that no limit is doubled while both versions run.
 */
export class MergeHourlyCounts1700000000111 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      lock table one_time_code_counts in access exclusive mode;
      insert into hourly_counts (subject, count, since) select subject, count, since from one_time_code_counts;
      drop table one_time_code_counts;
      create view one_time_code_counts as select subject, count, since from hourly_counts;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop view one_time_code_counts;
      create table one_time_code_counts (
        subject bytea primary key,
        count integer not null,
        since timestamptz(3) not null default app_now()
      );
      create index one_time_code_counts_by_age on one_time_code_counts (since);
    `);
  }
}
