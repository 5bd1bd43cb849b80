import { Client } from 'pg';
import { feedStatement } from '../../src/webhooks/webhook-feed.queries.js';
import { createTestDatabase } from '../support/database.js';
import { type PlanNode, rowsRead } from '../support/plan-node.js';

const EVENTS = 20_000;
const LIMIT = 100;
const EVENT_TABLES = /^webhook_events/;
/** Over two months, each in its own partition, from transactions that have ended. */
const SEED = `
  insert into webhook_events (id, organization_id, era, xid, type, body, created_at)
  select gen_random_uuid(), $1, 1, (n / 100 + 3)::text::xid8, 'signature.created', '{}', app_now() + n * interval '2 minutes'
  from generate_series(1, ${EVENTS}) as n order by n`;

it('the feed reads no more events than it shows, wherever a page begins', async () => {
  const database = await createTestDatabase();
  const client = new Client({ connectionString: database.url });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string }>(
      "insert into organizations (name) values ('Acme') returning id",
    );
    const organizationId = Number(rows[0]!.id);
    await client.query(SEED, [organizationId]);
    await client.query('analyze webhook_events');
    for (const after of [undefined, { era: 1, xid: '93', seq: 9_000 }]) {
      const { text, values } = feedStatement({ organizationId, after, limit: LIMIT });
      const { rows: explained } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
        `explain (analyze, format json) ${text}`,
        values,
      );
      const plan = explained[0]!['QUERY PLAN'][0].Plan;
      // Once to examine it and once for its body.
      expect(rowsRead(plan, EVENT_TABLES)).toBeGreaterThanOrEqual(2 * LIMIT);
      expect(rowsRead(plan, EVENT_TABLES)).toBeLessThan(3 * LIMIT);
    }
  } finally {
    await client.end();
    await database.drop();
  }
});
