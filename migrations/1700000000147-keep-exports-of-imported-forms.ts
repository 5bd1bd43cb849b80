import { type MigrationInterface, type QueryRunner } from 'typeorm';

/**
 * What an imported PDF form calls its fields and their values besides, and whether the document is another one since. A
 * process of the previous version leaves both as they are.
 */
export class KeepExportsOfImportedForms1700000000147 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table request_forms
        add column pdf_facts jsonb not null default '{}',
        add column document_replaced boolean not null default false;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table request_forms
        drop column document_replaced,
        drop column pdf_facts;
    `);
  }
}
