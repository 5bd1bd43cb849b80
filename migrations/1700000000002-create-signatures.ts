import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** Signature requests, their signers, documents, one-time codes and audit trail. */
export class CreateSignatures1700000000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table signatures (
        id bigint generated always as identity primary key,
        organization_id bigint not null references organizations,
        created_by_user_id bigint not null references users,
        type text not null check (type in ('advanced', 'fast', 'self_signed', 'in_person')),
        status text not null default 'draft' check (status in
          ('draft', 'created', 'scheduled', 'expired', 'partially_signed', 'completed', 'rejected')),
        document_status text not null default 'draft' check (document_status in ('draft', 'ready')),
        sender_name text not null,
        subject text not null default '',
        message_content text not null default '',
        original_document_name text not null,
        original_document_type text not null,
        original_document_extension text not null,
        date_sent timestamptz(3),
        expires_date timestamptz(3),
        scheduled_date timestamptz(3),
        require_verification boolean not null default false,
        cc_on_complete text[] not null default '{}',
        category_id bigint,
        created_at timestamptz(3) not null default app_now(),
        updated_at timestamptz(3) not null default app_now(),
        deleted_at timestamptz(3),
        check (status in ('draft', 'scheduled', 'expired') or date_sent is not null)
      );
      -- The order that lists have by default; with what they filter by, so that pages and totals are read from it alone.
      create index signatures_by_created on signatures (organization_id, created_at, id)
        include (status, type, date_sent) where deleted_at is null;
      create index signatures_by_sent on signatures (organization_id, date_sent desc nulls last, id desc)
        where deleted_at is null;
      create index signatures_by_updated on signatures (organization_id, updated_at, id) where deleted_at is null;

      create table signature_signers (
        id bigint generated always as identity primary key,
        organization_id bigint not null references organizations,
        signature_id bigint not null references signatures,
        email text not null,
        email_key text not null,
        name text,
        signing_order integer not null default 0,
        status text not null default 'pending' check (status in ('pending', 'signed', 'rejected')),
        opened_at timestamptz(3),
        code_verified_at timestamptz(3),
        signed_at timestamptz(3),
        rejected_at timestamptz(3),
        rejection_reason text,
        mark jsonb,
        witness_name text,
        unique (signature_id, email_key),
        check ((status = 'signed') = (signed_at is not null)),
        check ((status = 'rejected') = (rejected_at is not null))
      );
      create index signature_signers_by_email on signature_signers (organization_id, email_key, signature_id);

      create table signer_links (
        id bigint generated always as identity primary key,
        token_hash bytea not null unique,
        organization_id bigint not null references organizations,
        signature_id bigint not null references signatures,
        signer_id bigint not null references signature_signers,
        token_sealed text not null,
        created_at timestamptz(3) not null default app_now(),
        voided_at timestamptz(3),
        void_reason text check (void_reason in ('cancelled', 'replaced', 'completed')),
        check ((voided_at is null) = (void_reason is null))
      );
      create unique index signer_links_one_valid on signer_links (signer_id) where voided_at is null;
      create index signer_links_by_signature on signer_links (signature_id);

      create table signature_documents (
        signature_id bigint not null references signatures,
        organization_id bigint not null references organizations,
        kind text not null check (kind in ('original', 'presented', 'signed')),
        storage_key text not null,
        mime_type text not null,
        sha256 bytea not null,
        size_bytes bigint not null,
        pages integer not null,
        created_at timestamptz(3) not null default app_now(),
        primary key (signature_id, kind)
      );

      create table signer_codes (
        signer_id bigint primary key references signature_signers,
        organization_id bigint not null references organizations,
        request integer not null default 1,
        requested_at timestamptz(3) not null default app_now(),
        code_hash bytea,
        expires_at timestamptz(3),
        tries integer not null default 0,
        browser_hash bytea,
        check ((code_hash is null) = (expires_at is null))
      );

      create table signature_audit_events (
        id bigint generated always as identity primary key,
        organization_id bigint not null references organizations,
        signature_id bigint not null references signatures,
        signer_id bigint,
        type text not null,
        data jsonb not null default '{}',
        created_at timestamptz(3) not null default app_now()
      );
      create index signature_audit_events_by_signature on signature_audit_events (organization_id, signature_id, id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'drop table signature_audit_events, signer_codes, signature_documents, signer_links, signature_signers, signatures',
    );
  }
}
