import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** Identity verifications, their events, images, reports and audit trail. */
export class CreateIdentityVerifications1700000000003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table identity_verifications (
        id bigint generated always as identity primary key,
        organization_id bigint not null references organizations,
        session_id uuid not null unique default gen_random_uuid(),
        short_form boolean not null,
        email text not null,
        first_name text not null,
        last_name text not null,
        full_name text not null,
        document_type text check (document_type in ('passport', 'id_card', 'drivers_license')),
        verification_method text not null check (verification_method in ('document', 'liveness', 'combined')),
        state text not null default 'pending' check (state in
          ('pending', 'in_progress', 'reviewing', 'completed', 'failed', 'expired')),
        status text not null generated always as
          (case state when 'reviewing' then 'failed' else state end) stored,
        redirect_url text,
        return_url_sealed text,
        metadata json not null default '{}',
        signature_id bigint,
        signer_id bigint,
        token_hash bytea not null unique,
        token_sealed text not null,
        expires_at timestamptz(3) not null,
        consented_at timestamptz(3),
        submitted_at timestamptz(3),
        review_due_at timestamptz(3),
        created_at timestamptz(3) not null default app_now(),
        updated_at timestamptz(3) not null default app_now(),
        check (document_type is not null or short_form or signer_id is not null),
        check ((signature_id is null) = (signer_id is null)),
        check ((review_due_at is not null) = (state = 'reviewing')),
        check (submitted_at is not null or state not in ('reviewing', 'completed')),
        check (state <> 'expired' or submitted_at is null)
      );
      create index identity_verifications_by_created on identity_verifications (organization_id, created_at, id);
      create index identity_verifications_by_status on identity_verifications (organization_id, status, created_at, id);
      create index identity_verifications_by_signer on identity_verifications (organization_id, signer_id, id)
        where signer_id is not null;

      create table identity_verification_events (
        id bigint generated always as identity primary key,
        organization_id bigint not null references organizations,
        verification_id bigint not null references identity_verifications,
        type text not null check (type in (
          'identity_verification.created', 'identity_verification.started',
          'identity_verification.document_uploaded', 'identity_verification.completed',
          'identity_verification.failed')),
        created_at timestamptz(3) not null default app_now()
      );
      create index identity_verification_events_by_verification
        on identity_verification_events (organization_id, verification_id, id);

      create table identity_verification_audit_events (
        id bigint generated always as identity primary key,
        organization_id bigint not null references organizations,
        verification_id bigint not null references identity_verifications,
        type text not null,
        data jsonb not null default '{}',
        created_at timestamptz(3) not null default app_now()
      );
      create index identity_verification_audit_events_by_verification
        on identity_verification_audit_events (organization_id, verification_id, id);

      create table identity_verification_images (
        id bigint generated always as identity primary key,
        organization_id bigint not null references organizations,
        verification_id bigint not null references identity_verifications,
        side text not null check (side in ('front', 'back')),
        attempt integer not null check (attempt between 1 and 4),
        storage_key text not null,
        mime_type text not null,
        sha256 bytea not null,
        size_bytes bigint not null,
        analysis text not null default 'waiting' check (analysis in ('waiting', 'accepted', 'retake')),
        retake_reason text check ((retake_reason is not null) = (analysis = 'retake')),
        created_at timestamptz(3) not null default app_now(),
        unique (organization_id, verification_id, side, attempt)
      );

      create table document_reports (
        verification_id bigint primary key references identity_verifications,
        organization_id bigint not null references organizations,
        result text not null check (result in ('approved', 'rejected', 'manual_review')),
        document_type text,
        match_score double precision not null check (match_score between 0 and 1),
        extracted_data jsonb not null,
        liveness_result jsonb,
        checks jsonb not null,
        reasons text[] not null,
        completed_at timestamptz(3) not null default app_now()
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table document_reports, identity_verification_images,
      identity_verification_audit_events, identity_verification_events, identity_verifications`);
  }
}
