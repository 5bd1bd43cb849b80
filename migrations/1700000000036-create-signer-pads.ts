import { type MigrationInterface, type QueryRunner } from 'typeorm';

/**
 * Where a signature is drawn on a phone for a browser at a desk: one for each signer, opened by a token of its own.
 * `desk_hash` is of that browser, `sealed` the drawing once there is one.
 */
export class CreateSignerPads1700000000036 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table signer_pads (
        signer_id bigint primary key references signature_signers,
        organization_id bigint not null references organizations,
        token_hash bytea not null unique,
        desk_hash bytea not null,
        expires_at timestamptz(3) not null,
        sealed bytea
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table signer_pads');
  }
}
