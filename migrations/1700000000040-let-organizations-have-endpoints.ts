import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** Several endpoints for an organization; the one that it had is the first. */
export class LetOrganizationsHaveEndpoints1700000000040 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table webhook_endpoints
        drop constraint webhook_endpoints_organization_id_key,
        add is_first boolean not null default false,
        -- What the organization's members call it.
        add label text not null default '',
        add disabled boolean not null default false;
      update webhook_endpoints set is_first = true;
      create unique index webhook_endpoints_first on webhook_endpoints (organization_id) where is_first;
      create index webhook_endpoints_by_organization on webhook_endpoints (organization_id, id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      delete from webhook_endpoints where not is_first;
      drop index webhook_endpoints_first, webhook_endpoints_by_organization;
      alter table webhook_endpoints drop is_first, drop label, drop disabled;
      alter table webhook_endpoints add unique (organization_id);
    `);
  }
}
