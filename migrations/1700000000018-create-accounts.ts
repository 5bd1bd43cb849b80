import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** One account for a person, whatever the organizations; `users` keeps who has which role where. And how people sign in. */
export class CreateAccounts1700000000018 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table accounts (
        id bigint generated always as identity primary key,
        email text not null,
        email_key text not null unique,
        password_hash text,
        created_at timestamptz(3) not null default app_now()
      );

      -- Each organization gave its users passwords of its own, so one of several must not open all of them.
      insert into accounts (email, email_key, password_hash, created_at)
        select (array_agg(email order by id))[1], email_key,
          case when count(*) = 1 then min(password_hash) end, min(created_at)
        from users group by email_key;
      alter table users add account_id bigint references accounts, add removed_at timestamptz(3);
      update users set account_id = accounts.id from accounts where accounts.email_key = users.email_key;
      alter table users alter account_id set not null,
        drop email, drop email_key, drop password_hash,
        add unique (organization_id, account_id);
      create index users_by_account on users (account_id);

      create table account_links (
        id bigint generated always as identity primary key,
        account_id bigint not null references accounts,
        user_id bigint not null references users,
        token_hash bytea not null unique check (octet_length(token_hash) = 32),
        expires_at timestamptz(3) not null,
        used_at timestamptz(3)
      );
      create index account_links_by_account on account_links (account_id);

      create table dashboard_sessions (
        id bigint generated always as identity primary key,
        account_id bigint not null references accounts,
        user_id bigint not null references users,
        token_hash bytea not null unique check (octet_length(token_hash) = 32),
        address text not null,
        user_agent text not null,
        confirmed_at timestamptz(3) not null default app_now(),
        last_used_at timestamptz(3) not null default app_now(),
        created_at timestamptz(3) not null default app_now()
      );
      create index dashboard_sessions_by_account on dashboard_sessions (account_id);

      create table sign_in_failures (
        subject bytea primary key check (octet_length(subject) = 32),
        count integer not null,
        since timestamptz(3) not null default app_now()
      );

      alter table api_keys add last_used_at timestamptz(3), add last_used_address text;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table api_keys drop last_used_at, drop last_used_address;
      drop table sign_in_failures, dashboard_sessions, account_links;
      alter table users add email text, add email_key text, add password_hash text;
      update users set email = accounts.email, email_key = accounts.email_key,
        password_hash = coalesce(accounts.password_hash, '')
        from accounts where accounts.id = users.account_id;
      alter table users alter email set not null, alter email_key set not null, alter password_hash set not null,
        drop account_id, drop removed_at, add unique (organization_id, email_key);
      drop table accounts;
    `);
  }
}
