import { Client } from 'pg';
import { type BrowsedFilter, browsingStatement } from '../../src/webhooks/webhook-browsing.queries.js';
import { FIND_DUE, RECORD_ATTEMPTS } from '../../src/webhooks/webhook-delivery.queries.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { type PlanNode, rowsRead } from '../support/plan-node.js';

const ROWS = 20_000;
const LIMIT = 51;
const DELIVERIES = /^webhook_deliveries$/;
/** No more than one filter finds any of the newest rows. */
const SEED = `
  with event as (
    insert into webhook_events (id, organization_id, era, xid, type, body, created_at)
    values (gen_random_uuid(), $1, 1, '3', 'signature.created', '', app_now()) returning seq)
  insert into webhook_deliveries (organization_id, webhook_id, event, event_seq, status, attempts, failure_reason,
    subject_kind, subject_id, created_at)
  select $1, md5(n::text)::uuid, case when n % 2 = 0 then 'signature.created' else 'signature.completed' end, seq,
    case when n % 2 = 0 then 'failed' else 'success' end, 1, case when n % 2 = 0 then 'HTTP 500' end,
    'signature', n / 4 + 1, timestamptz '2026-01-01Z' + n * interval '1 minute'
  from event, generate_series(1, ${ROWS}) as n`;
/** An endpoint that received only the oldest deliveries. */
const RARE_ENDPOINT = `
  with endpoint as (
    insert into webhook_endpoints (organization_id, label, events, secret_sealed) values ($1, 'Rare', '{}', '') returning id)
  update webhook_deliveries set endpoint_id = endpoint.id from endpoint
  where organization_id = $1 and created_at < timestamptz '2026-01-01Z' + interval '10 minutes'`;
const WEBHOOK_ID = 'c4ca4238-a0b9-2382-0dcc-509a6f75849b';

/** How each filter narrows the list; the last two together find nothing. */
const FILTERS: Partial<BrowsedFilter> = {
  event: 'signature.created',
  status: 'success',
  webhookId: WEBHOOK_ID,
  subject: { kind: 'signature', id: 77 },
  from: new Date('2026-01-03Z'),
  until: new Date('2026-01-05Z'),
  before: { createdAt: new Date('2026-01-04Z'), seq: 4_000 },
};

const COMBINATIONS = Object.entries(FILTERS).reduce<Partial<BrowsedFilter>[]>(
  (choices, [name, value]) => [...choices, ...choices.map((choice) => ({ ...choice, [name]: value }))],
  [{}],
);

/** The indexes through which a plan reads or changes deliveries, without the node that writes them. */
function waysTo(relation: string, node: PlanNode): (string | undefined)[] {
  const below = (node.Plans ?? []).flatMap((child) => waysTo(relation, child));
  return node['Relation Name'] === relation && !node.Plans ? [node['Index Name'], ...below] : below;
}

describe('the list of deliveries', () => {
  let database: TestDatabase;
  let client: Client;
  let organizationId: number;

  beforeAll(async () => {
    database = await createTestDatabase();
    client = new Client({ connectionString: database.url });
    await client.connect();
    const { rows } = await client.query<{ id: string }>(
      "insert into organizations (name) values ('Acme') returning id",
    );
    organizationId = Number(rows[0]!.id);
    await client.query(SEED, [organizationId]);
    await client.query(RARE_ENDPOINT, [organizationId]);
    await client.query('analyze webhook_deliveries');
  });
  afterAll(async () => {
    await client?.end();
    await database?.drop();
  });

  it('reads no more rows than it shows, whatever the filter', async () => {
    const wasteful: object[] = [];
    for (const choice of COMBINATIONS) {
      const { text, values } = browsingStatement({ ...choice, organizationId, limit: LIMIT });
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
        `explain (analyze, format json) ${text}`,
        values,
      );
      const read = rowsRead(rows[0]!['QUERY PLAN'][0].Plan, DELIVERIES);
      if (read > LIMIT) wasteful.push({ choice, read });
    }
    expect(wasteful).toEqual([]);
  });

  it('reads the deliveries of an endpoint without those of others', async () => {
    const { rows: endpoints } = await client.query<{ id: string }>(
      'select id from webhook_endpoints where organization_id = $1',
      [organizationId],
    );
    const endpointId = Number(endpoints[0]!.id);
    const { text, values } = browsingStatement({ endpointId, organizationId, limit: LIMIT });
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `explain (analyze, format json) ${text}`,
      values,
    );
    expect(rowsRead(rows[0]!['QUERY PLAN'][0].Plan, DELIVERIES)).toBe(9);
  });

  it.each([FIND_DUE, RECORD_ATTEMPTS])(
    'finds deliveries by their ids, not among all that are pending: $name',
    async ({ text }) => {
      // To the planner no delivery is pending.
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
        `explain (generic_plan, format json) ${text}`,
      );
      const ways = waysTo('webhook_deliveries', rows[0]!['QUERY PLAN'][0].Plan);
      expect(ways).toEqual(['webhook_deliveries_pkey']);
    },
  );
});
