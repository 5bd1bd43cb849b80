import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** A sign-in that comes back with a wrong answer is found by the browser that began it. */
export class FindSignOnsByBrowser1700000000031 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create index sign_on_flows_by_holder on sign_on_flows (holder_hash)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index sign_on_flows_by_holder');
  }
}
