import { type MigrationInterface, type QueryRunner } from 'typeorm';

/**
 * People who were asked to sign before are found by how their names begin, as they are by how their addresses do. It
 * reads each signer once, and keeps them from being written until it ends.
 */
export class FindPastSigners1700000000136 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create index signature_signers_by_beginning_of_name on signature_signers
      (organization_id, lower(name) text_pattern_ops, signature_id) where name is not null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index signature_signers_by_beginning_of_name');
  }
}
