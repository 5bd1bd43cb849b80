import { type MigrationInterface, type QueryRunner } from 'typeorm';

/**
 * The requests that were sent in a week, in the orders of creation and of change: a list of many days that is sorted by one
 * of these reads a page of each week. `date_bin`, unlike `date_trunc`, depends on no setting, so an index may have it.
 *
 * Drafts are in neither index, so making one costs nothing more. It reads each request twice, and keeps requests from being
 * written until it ends.
 */
export class IndexWeeksOfSending1700000000038 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index signatures_by_week_and_creation on signatures
        (organization_id, date_bin('7 days', date_sent, timestamptz '2000-01-01Z'), created_at, id)
        include (status, type, date_sent) where deleted_at is null and date_sent is not null;
      create index signatures_by_week_and_change on signatures
        (organization_id, date_bin('7 days', date_sent, timestamptz '2000-01-01Z'), updated_at, id)
        include (status, type, date_sent) where deleted_at is null and date_sent is not null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index signatures_by_week_and_change, signatures_by_week_and_creation');
  }
}
