import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** The deliveries to one endpoint, newest first, however many went to others. */
export class ListDeliveriesByEndpoint1700000000043 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'create index webhook_deliveries_by_endpoint on webhook_deliveries (organization_id, endpoint_id, created_at, seq)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index webhook_deliveries_by_endpoint');
  }
}
