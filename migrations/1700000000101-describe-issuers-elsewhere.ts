import { type MigrationInterface, type QueryRunner } from 'typeorm';

/**
 * Issuers that describe themselves at another address than their own. An address counts for the issuer for which it was
 * entered only, because the version before replaces issuers without these columns.
 */
export class DescribeIssuersElsewhere1700000000101 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table sign_ons add column description text, add column described_issuer text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table sign_ons drop column description, drop column described_issuer');
  }
}
