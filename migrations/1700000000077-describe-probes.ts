import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** Failed probes keep where they went, with which headers, and where their time went, as attempts do. No row is rewritten. */
export class DescribeProbes1700000000077 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table webhook_probes add url text, add request_headers jsonb,
        add dns_ms integer, add connect_ms integer, add tls_ms integer, add first_byte_ms integer
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table webhook_probes drop url, drop request_headers,
        drop dns_ms, drop connect_ms, drop tls_ms, drop first_byte_ms
    `);
  }
}
