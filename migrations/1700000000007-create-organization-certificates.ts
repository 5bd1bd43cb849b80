import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** Each organization's certificate authority and the certificate that seals its documents, their keys encrypted. */
export class CreateOrganizationCertificates1700000000007 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table organization_certificates (
        id bigint generated always as identity primary key,
        organization_id bigint not null references organizations,
        purpose text not null check (purpose in ('authority', 'seal')),
        certificate bytea not null,
        private_key_sealed bytea not null,
        issued_by_id bigint references organization_certificates,
        not_after timestamptz(3) not null,
        created_at timestamptz(3) not null default app_now(),
        retired_at timestamptz(3),
        check ((purpose = 'seal') = (issued_by_id is not null))
      );
      create unique index organization_certificates_one_in_use
        on organization_certificates (organization_id, purpose) where retired_at is null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table organization_certificates');
  }
}
