import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** One process at a time looks for files without a row: it holds a lease, because it takes too long for a transaction. */
export class SweepFilesOnce1700000000081 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table file_sweeps (
        -- There is one row.
        id boolean primary key default true check (id),
        holder uuid not null,
        lease_until timestamptz(3) not null,
        ended_at timestamptz(3)
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table file_sweeps');
  }
}
