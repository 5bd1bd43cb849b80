import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** Passkeys, and the challenges that wait for one. */
export class CreatePasskeys1700000000025 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- What passkeys call the account: it must tell nothing about the person (Web Authentication, section 14.6.1).
      alter table accounts add passkey_handle uuid not null default gen_random_uuid();

      create table passkeys (
        id bigint generated always as identity primary key,
        account_id bigint not null references accounts,
        credential_id bytea not null unique check (octet_length(credential_id) between 1 and 1023),
        public_key bytea not null,
        counter bigint not null,
        transports text[] not null,
        name text not null,
        last_used_at timestamptz(3),
        created_at timestamptz(3) not null default app_now()
      );
      create index passkeys_by_account on passkeys (account_id);

      create table passkey_challenges (
        challenge_hash bytea primary key check (octet_length(challenge_hash) = 32),
        purpose text not null check (purpose in ('sign-in', 'confirm', 'register')),
        -- The page's browser or session: an answer from another one does not count.
        holder_hash bytea not null check (octet_length(holder_hash) = 32),
        created_at timestamptz(3) not null default app_now()
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table passkey_challenges, passkeys;
      alter table accounts drop passkey_handle;
    `);
  }
}
