import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** Headers that an organization adds to what is delivered to an endpoint, sealed with the origin that they are for. */
export class AddEndpointHeaders1700000000102 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table webhook_endpoints add column headers_sealed text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table webhook_endpoints drop column headers_sealed');
  }
}
