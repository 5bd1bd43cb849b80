import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** Which processes of the service are running, and the oldest version of the data format that may run. */
export class ReportLiveProcesses1700000000143 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table data_format (
        singleton boolean primary key default true check (singleton),
        minimum_version integer not null default 1 check (minimum_version > 0)
      );
      insert into data_format default values;
      create table live_processes (
        id uuid primary key,
        host text not null,
        pid integer not null,
        role text not null,
        data_version integer not null check (data_version > 0),
        started_at timestamptz(3) not null default app_now(),
        seen_at timestamptz(3) not null default app_now()
      );
      create function after_restore_live_processes() returns void language sql as 'delete from live_processes';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop function after_restore_live_processes();
      drop table live_processes;
      drop table data_format;
    `);
  }
}
