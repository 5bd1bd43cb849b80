import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** The keys of requests that may be repeated, with their answers for 24 hours. */
export class CreateIdempotencyKeys1700000000016 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table idempotency_keys (
        organization_id bigint not null references organizations,
        key_hash bytea not null check (octet_length(key_hash) = 32),
        claim uuid not null,
        request_hash bytea check (octet_length(request_hash) = 32),
        status smallint check (status between 200 and 299),
        answer_sealed bytea,
        expires_at timestamptz(3) not null,
        primary key (organization_id, key_hash),
        check (num_nulls(request_hash, status, answer_sealed) in (0, 3))
      );
      create index idempotency_keys_by_expiry on idempotency_keys (expires_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table idempotency_keys');
  }
}
