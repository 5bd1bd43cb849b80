import { type MigrationInterface, type QueryRunner } from 'typeorm';

/**
 * Organizations may limit how long they keep drafts and the contents of requests that have ended. The index has those that
 * may be due, so that a request costs one entry more at its end, and none before.
 */
export class KeepDocumentsForATime1700000000071 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table organizations
        add column document_retention_days integer check (document_retention_days between 30 and 36500),
        add column draft_retention_days integer check (draft_retention_days between 1 and 3650),
        -- When it was last looked for what is due.
        add column retention_looked_at timestamptz(3);
      alter table signatures add column contents_removed_at timestamptz(3);
      create index signatures_with_contents on signatures (organization_id, created_at, id)
        where contents_removed_at is null
          and (deleted_at is not null or status in ('completed', 'rejected', 'expired'));
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index signatures_with_contents;
      alter table signatures drop column contents_removed_at;
      alter table organizations
        drop column document_retention_days, drop column draft_retention_days, drop column retention_looked_at;
    `);
  }
}
