import { findDays } from '../../src/oversight/day-count.queries.js';
import { databaseBefore, undoMigrations } from '../support/migrations.js';

const SEED = `
  with org as (insert into organizations (name) values ('Acme') returning id),
  account as (insert into accounts (email, email_key) values ('o@acme.test', 'o@acme.test') returning id),
  owner as (
    insert into users (organization_id, account_id, role) select org.id, account.id, 'owner' from org, account
    returning id, organization_id)
  insert into signatures (organization_id, created_by_user_id, type, status, document_status, sender_name,
    original_document_name, original_document_type, original_document_extension, date_sent, updated_at)
  select organization_id, id, 'fast', status, 'ready', '', '', '', '', app_now() - sent * interval '1 day', app_now()
  from owner, (values ('completed', 1), ('created', 1), ('completed', 40)) as sent_requests (status, sent)
  returning organization_id as "organizationId"`;

describe('the migration to daily counts', () => {
  it('counts what was sent and completed on earlier days', async () => {
    const { dataSource, drop } = await databaseBefore(28);
    try {
      const [row] = await dataSource.query<{ organizationId: number }[]>(SEED);
      await dataSource.runMigrations();
      const days = await findDays(dataSource.manager, row!.organizationId, 2);
      expect(days).toMatchObject([
        { sent: 2, completed: 0 },
        { sent: 0, completed: 2 },
      ]);
      await undoMigrations(dataSource, 28);
      await dataSource.runMigrations();
    } finally {
      await drop();
    }
  });
});
