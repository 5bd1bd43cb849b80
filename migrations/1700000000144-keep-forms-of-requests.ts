import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** Forms of requests, and what senders and signers filled in. Their places on pages are fields of a document. */
export class KeepFormsOfRequests1700000000144 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table request_forms (
        organization_id bigint not null references organizations,
        signature_id bigint not null references signatures,
        definition text,
        sha256 bytea not null check (length(sha256) = 32),
        role_emails jsonb,
        role_signers jsonb,
        pdf_names jsonb not null default '{}',
        primary key (organization_id, signature_id),
        check (role_emails is null or role_signers is null)
      );
      create table form_values (
        organization_id bigint not null,
        signature_id bigint not null,
        field_key text not null,
        origin text not null check (origin in ('sender', 'signer')),
        signer_id bigint references signature_signers,
        sealed bytea not null,
        primary key (organization_id, signature_id, field_key, origin),
        foreign key (organization_id, signature_id) references request_forms on delete cascade,
        check ((origin = 'signer') = (signer_id is not null))
      );

      alter table signature_fields
        add column field_key text,
        add column option text,
        drop constraint signature_fields_kind_check,
        add constraint signature_fields_kind_check check (kind in ('signature', 'initials', 'date', 'name', 'text',
          'checkbox', 'number', 'chosen_date', 'choice', 'radio', 'checkboxes', 'image', 'stamp', 'label', 'formula')),
        drop constraint signature_fields_check,
        add constraint signature_fields_check check (
          case when field_key is null then (signer_email is null) <> (signer_number is null) else signer_number is null end),
        add constraint signature_fields_of_forms check (field_key is not null or option is null);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      delete from signature_fields where field_key is not null;
      alter table signature_fields
        drop constraint signature_fields_of_forms,
        drop constraint signature_fields_check,
        add constraint signature_fields_check check ((signer_email is null) <> (signer_number is null)),
        drop constraint signature_fields_kind_check,
        add constraint signature_fields_kind_check
          check (kind in ('signature', 'initials', 'date', 'name', 'text', 'checkbox')),
        drop column option,
        drop column field_key;
      drop table form_values;
      drop table request_forms;
    `);
  }
}
