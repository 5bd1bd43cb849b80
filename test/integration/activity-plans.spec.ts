import { Client } from 'pg';
import { seedActivity } from '../../bench/support/seed-activity.js';
import { type ActivityFilter, activityStatement } from '../../src/activity/activity.queries.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { type PlanNode, rowsRead } from '../support/plan-node.js';

const ROWS = 20_000;
const LIMIT = 51;
const ACCOUNT =
  "insert into accounts (email, email_key) values ('owner@acme.test', 'owner@acme.test') returning id";
const MEMBER = "insert into users (organization_id, account_id, role) values ($1, $2, 'owner') returning id";

describe('the list of activity', () => {
  let database: TestDatabase;
  let client: Client;
  let organizationId: number;
  let owner: number;

  beforeAll(async () => {
    database = await createTestDatabase();
    client = new Client({ connectionString: database.url });
    await client.connect();
    const idOf = async (text: string, values: unknown[] = []) =>
      Number((await client.query<{ id: string }>(text, values)).rows[0]!.id);
    organizationId = await idOf("insert into organizations (name) values ('Acme') returning id");
    owner = await idOf(MEMBER, [organizationId, await idOf(ACCOUNT)]);
    await seedActivity(client, organizationId, ROWS);
  });
  afterAll(async () => {
    await client?.end();
    await database?.drop();
  });

  /** How many rows are read for each that is shown, at most: one for each index that is read, and to show it. */
  it.each<[what: string, filter: () => ActivityFilter & { before?: number }, most: number]>([
    ['no filter', () => ({}), 1],
    ['an action', () => ({ type: 'signer_reminded' }), 1],
    ['a kind of subject', () => ({ subjectKind: 'signature' }), 2],
    ['a subject', () => ({ subjectKind: 'signature', subjectId: 77 }), 1],
    ['the number of a subject', () => ({ subjectId: 77 }), 1],
    ['a number in the search box', () => ({ sought: { subjectId: 77 } }), 1],
    ['a person', () => ({ sought: { userIds: [owner], types: [] } }), 2],
    ['a person who did nothing', () => ({ sought: { userIds: [owner + 1], types: [] } }), 0],
    ['an action that never happened', () => ({ sought: { userIds: [], types: ['person_erased'] } }), 0],
    [
      'a person or two actions, from a place on',
      () => ({ sought: { userIds: [owner], types: ['signed_in', 'signature_sent'] }, before: ROWS / 2 }),
      6,
    ],
  ])('is read along indexes, with %s', async (_what, filter, most) => {
    const { text, values } = activityStatement(organizationId, filter(), `desc limit ${LIMIT}`);
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `explain (analyze, format json) ${text}`,
      values,
    );
    expect(rowsRead(rows[0]!['QUERY PLAN'][0].Plan, /^activity_events$/)).toBeLessThanOrEqual(most * LIMIT);
  });
});
