import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** Failed attempts to sign in within the last hour, and the browsers in which each account has signed in. */
export class LimitGuesses1700000000084 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table sign_in_guesses (
        subject bytea primary key check (octet_length(subject) = 32),
        -- Of those that failed or are under way. As many as the limit of the subject, at most.
        times timestamptz(3)[] not null
      );

      create table known_browsers (
        id bigint generated always as identity primary key,
        account_id bigint not null references accounts,
        secret_hash bytea not null check (octet_length(secret_hash) = 32),
        last_used_at timestamptz(3) not null default app_now(),
        unique (account_id, secret_hash)
      );

      -- Null for a session that came by single sign-on, or was opened by the version before.
      alter table dashboard_sessions add browser_id bigint references known_browsers on delete set null;
      create index dashboard_sessions_by_browser on dashboard_sessions (browser_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table dashboard_sessions drop browser_id;
      drop table known_browsers, sign_in_guesses;
    `);
  }
}
