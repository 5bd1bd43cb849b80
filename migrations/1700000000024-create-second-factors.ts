import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** Codes of an authenticator app, recovery codes, and sign-ins that wait for one. */
export class CreateSecondFactors1700000000024 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table authenticators (
        account_id bigint primary key references accounts,
        secret_sealed text not null,
        -- The time step of the last code that was accepted: no code is accepted twice.
        last_step bigint not null default 0,
        -- Null while it is being set up.
        confirmed_at timestamptz(3),
        created_at timestamptz(3) not null default app_now()
      );

      create table recovery_codes (
        account_id bigint not null references accounts,
        code_hash bytea not null check (octet_length(code_hash) = 32),
        used_at timestamptz(3),
        primary key (account_id, code_hash)
      );

      -- The password was right; these open nothing.
      create table half_open_sign_ins (
        id bigint generated always as identity primary key,
        account_id bigint not null references accounts,
        token_hash bytea not null unique check (octet_length(token_hash) = 32),
        tries integer not null default 0,
        created_at timestamptz(3) not null default app_now()
      );
      create index half_open_sign_ins_by_account on half_open_sign_ins (account_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table half_open_sign_ins, recovery_codes, authenticators');
  }
}
