import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** Single sign-on: the issuer of an organization, whom it signs in, and sign-ins that are under way. */
export class CreateSignOns1700000000026 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table sign_ons (
        organization_id bigint primary key references organizations,
        -- In the address at which members sign in.
        code text not null unique,
        name text not null,
        -- As the issuer writes it itself: it is compared with what tokens say.
        issuer text not null,
        client_id text not null,
        client_secret_sealed text not null,
        created_at timestamptz(3) not null default app_now()
      );

      create table sign_on_identities (
        id bigint generated always as identity primary key,
        organization_id bigint not null references sign_ons on delete cascade,
        user_id bigint not null references users unique,
        issuer text not null,
        subject text not null,
        last_used_at timestamptz(3),
        created_at timestamptz(3) not null default app_now(),
        unique (organization_id, issuer, subject)
      );

      -- A session that came by single sign-on ends with the identity.
      alter table dashboard_sessions
        add identity_id bigint references sign_on_identities on delete cascade,
        alter confirmed_at drop not null;
      create index dashboard_sessions_by_identity on dashboard_sessions (identity_id)
        where identity_id is not null;

      create table sign_on_flows (
        state_hash bytea primary key check (octet_length(state_hash) = 32),
        -- The browser that started it: an answer that comes by another one does not count.
        holder_hash bytea not null check (octet_length(holder_hash) = 32),
        organization_id bigint not null references sign_ons on delete cascade,
        -- Who connects an identity: someone who is signed in, or who was invited.
        session_id bigint references dashboard_sessions on delete cascade,
        invitation_hash bytea check (octet_length(invitation_hash) = 32),
        next text not null,
        created_at timestamptz(3) not null default app_now(),
        check (session_id is null or invitation_hash is null)
      );
      create index sign_on_flows_by_organization on sign_on_flows (organization_id);
      create index sign_on_flows_by_session on sign_on_flows (session_id) where session_id is not null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table sign_on_flows;
      delete from dashboard_sessions where identity_id is not null or confirmed_at is null;
      alter table dashboard_sessions drop identity_id, alter confirmed_at set not null;
      drop table sign_on_identities, sign_ons;
    `);
  }
}
