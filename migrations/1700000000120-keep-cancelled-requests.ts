import { type MigrationInterface, type QueryRunner } from 'typeorm';

/**
 * Members see cancelled requests, other than drafts, until retention empties them, and can say why they cancelled. Each
 * order of the list has an index of them, beside that of the live ones, which is untouched.
 */
export class KeepCancelledRequests1700000000120 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table signatures
        add cancellation_reason text,
        add cancellation_reason_shown boolean not null default false;
      create index signatures_cancelled_by_created on signatures (organization_id, created_at, id)
        where deleted_at is not null and status <> 'draft' and contents_removed_at is null;
      create index signatures_cancelled_by_updated on signatures (organization_id, updated_at, id)
        where deleted_at is not null and status <> 'draft' and contents_removed_at is null;
      create index signatures_cancelled_by_sent on signatures (organization_id, date_sent desc nulls last, id desc)
        where deleted_at is not null and status <> 'draft' and contents_removed_at is null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index signatures_cancelled_by_created, signatures_cancelled_by_updated, signatures_cancelled_by_sent;
      alter table signatures drop cancellation_reason, drop cancellation_reason_shown;
    `);
  }
}
