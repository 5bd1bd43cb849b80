import { type MigrationInterface, type QueryRunner } from 'typeorm';

const TABLES = ['webhook_events', 'webhook_deliveries'];
const FORMER = "'signature', 'identity_verification'";

const allow = (kinds: string) =>
  TABLES.map(
    (table) => `
      alter table ${table} drop constraint ${table}_subject_kind_check,
        add constraint ${table}_subject_kind_check check (subject_kind in (${kinds}));`,
  ).join('');

/** Events about templates and bulk sends name them, as those about requests and verifications do. */
export class NameSubjectsOfEvents1700000000158 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(allow(`${FORMER}, 'template', 'bulk_send'`));
  }

  async down(runner: QueryRunner): Promise<void> {
    const forget = TABLES.map(
      (table) =>
        `update ${table} set subject_kind = null, subject_id = null where subject_kind not in (${FORMER});`,
    );
    await runner.query(forget.join('') + allow(FORMER));
  }
}
