import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** The one clock, and who owns everything else: organizations, their users and their API keys. */
export class CreateBase1700000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table app_clock (
        singleton boolean primary key default true check (singleton),
        clock_offset interval not null default '0'
      );
      insert into app_clock default values;
      create function app_now() returns timestamptz stable parallel safe language plpgsql as $$
        begin return now() + (select clock_offset from app_clock); end $$;

      create table organizations (
        id bigint generated always as identity primary key,
        name text not null check (length(name) between 1 and 200),
        created_at timestamptz(3) not null default app_now()
      );

      create table users (
        id bigint generated always as identity primary key,
        organization_id bigint not null references organizations,
        email text not null,
        email_key text not null,
        role text not null check (role in ('owner', 'admin', 'reviewer')),
        password_hash text not null,
        created_at timestamptz(3) not null default app_now(),
        unique (organization_id, email_key)
      );

      create table api_keys (
        id bigint generated always as identity primary key,
        organization_id bigint not null references organizations,
        created_by_user_id bigint not null references users,
        key_hash bytea not null unique,
        display_prefix text not null,
        scopes text[] not null,
        created_at timestamptz(3) not null default app_now(),
        revoked_at timestamptz(3)
      );
      create unique index api_keys_one_active on api_keys (organization_id) where revoked_at is null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table api_keys, users, organizations;
      drop function app_now();
      drop table app_clock;
    `);
  }
}
