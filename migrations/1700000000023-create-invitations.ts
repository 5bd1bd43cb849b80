import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** Invitations to an organization, and links for another password, both by mail. */
export class CreateInvitations1700000000023 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table invitations (
        id bigint generated always as identity primary key,
        organization_id bigint not null references organizations,
        invited_by_user_id bigint not null references users,
        email text not null,
        email_key text not null,
        role text not null check (role in ('owner', 'admin', 'reviewer')),
        token_hash bytea not null unique check (octet_length(token_hash) = 32),
        -- Until the mail has left.
        token_sealed text,
        -- Counts the mails with a link of their own.
        mailing integer not null default 1,
        mail_failure text,
        expires_at timestamptz(3) not null,
        -- Accepted or withdrawn.
        closed_at timestamptz(3),
        accepted_by_user_id bigint references users,
        created_at timestamptz(3) not null default app_now()
      );
      create unique index invitations_open on invitations (organization_id, email_key) where closed_at is null;

      alter table account_links add token_sealed text;

      -- One row for each request, whether or not anybody has this address.
      create table password_reset_requests (
        id bigint generated always as identity primary key,
        email_sealed text not null,
        created_at timestamptz(3) not null default app_now()
      );

      alter table sign_in_failures rename to hourly_counts;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table hourly_counts rename to sign_in_failures;
      drop table password_reset_requests;
      alter table account_links drop token_sealed;
      drop table invitations;
    `);
  }
}
