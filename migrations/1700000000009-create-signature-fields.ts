import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** Places on documents' pages; documents on their way to the seal; the certificates that signers sign with. */
export class CreateSignatureFields1700000000009 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table signature_fields (
        id bigint generated always as identity primary key,
        organization_id bigint not null references organizations,
        signature_id bigint not null references signatures,
        signer_id bigint references signature_signers,
        signer_email text,
        signer_number integer check (signer_number between 1 and 100),
        kind text not null check (kind in ('signature', 'initials', 'date', 'name', 'text', 'checkbox')),
        page integer not null check (page >= 1),
        box jsonb not null,
        tag_box jsonb,
        label text not null default '',
        required boolean not null default true,
        value text,
        check ((signer_email is null) <> (signer_number is null)),
        check ((tag_box is null) = (signer_number is null))
      );
      create index signature_fields_by_signature on signature_fields (organization_id, signature_id, id);

      alter table signature_documents
        add column page_sizes jsonb,
        drop constraint signature_documents_kind_check,
        add constraint signature_documents_kind_check
          check (kind in ('original', 'presented', 'working', 'signed', 'certificate'));

      alter table signature_signers
        add column verified_name text,
        add column field_name text,
        add column field_certificate bytea,
        add column field_number integer,
        add check ((field_name is null) = (field_certificate is null) and (field_name is null) = (field_number is null)),
        add unique (signature_id, field_number);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      delete from signature_documents where kind = 'working';
      alter table signature_documents
        drop column page_sizes,
        drop constraint signature_documents_kind_check,
        add constraint signature_documents_kind_check check (kind in ('original', 'presented', 'signed', 'certificate'));
      alter table signature_signers
        drop column verified_name, drop column field_name, drop column field_certificate, drop column field_number;
      drop table signature_fields;
    `);
  }
}
