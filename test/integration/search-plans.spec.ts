import { DataSource } from 'typeorm';
import { seedSignatures } from '../../bench/support/seed-signatures.js';
import { dataSourceOptions } from '../../src/platform/database/data-source-options.js';
import { SORT_FIELDS, SORT_ORDERS } from '../../src/signatures/domain/list-order.js';
import { type SignatureSearch } from '../../src/signatures/signature-list.queries.js';
import { SEARCH_LIMITS, SignatureSearchQueries } from '../../src/signatures/signature-search.queries.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { type PlanNode, rowsRead } from '../support/plan-node.js';
import { Client } from 'pg';

const REQUESTS = 20_000;
const PAGE = 51;
/** Days in the middle of the year, of which there are too many requests to sort all of them. */
const DAYS = { dateFrom: '2026-05-01', dateTo: '2026-07-31' };
/** Two of 52 weeks begin or end in the middle, and half of what is read may be of another status. */
const MOST_READ = 2_500;

class LimitedSearches extends SignatureSearchQueries {
  protected override readonly limits = { ...SEARCH_LIMITS, days: 500, counted: 100, countedInIndex: 100 };
}

describe('searching many days in any order', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  let organizationId: number;

  beforeAll(async () => {
    database = await createTestDatabase();
    const client = new Client({ connectionString: database.url });
    await client.connect();
    const plan = { smallOrganizations: 0, smallSignatures: 0, bigSignatures: REQUESTS };
    organizationId = (await seedSignatures(client, plan)).big!;
    await client.end();
    dataSource = await new DataSource(dataSourceOptions(database.url)).initialize();
  });
  afterAll(async () => {
    await dataSource?.destroy();
    await database?.drop();
  });

  /** Searches, and says how many requests the statement that reads most of them reads. */
  async function mostRead(
    search: Partial<SignatureSearch>,
    order: Parameters<SignatureSearchQueries['page']>[1]['order'],
  ) {
    const statements: [string, unknown[]][] = [];
    const recording = new Proxy(dataSource, {
      get: (target, name) =>
        name === 'query'
          ? (text: string, values: unknown[]) => {
              statements.push([text, values]);
              return target.query(text, values);
            }
          : Reflect.get(target, name),
    });
    const { rows } = await new LimitedSearches(recording).page(
      { ...search, organizationId },
      { order, limit: PAGE },
      100,
    );
    const reads: number[] = [];
    for (const [text, values] of statements) {
      const [row] = await dataSource.query<[{ 'QUERY PLAN': [{ Plan: PlanNode }] }]>(
        `explain (analyze, format json) ${text}`,
        values,
      );
      reads.push(rowsRead(row['QUERY PLAN'][0].Plan, /^signatures$/));
    }
    return { shown: rows.length, most: Math.max(...reads) };
  }

  it('reads a page of each week', async () => {
    const wasteful: object[] = [];
    for (const sortBy of SORT_FIELDS)
      for (const sortOrder of SORT_ORDERS)
        for (const status of [undefined, 'completed'] as const) {
          const { shown, most } = await mostRead({ ...DAYS, status }, { sortBy, sortOrder });
          expect({ sortBy, sortOrder, shown }).toEqual({ sortBy, sortOrder, shown: PAGE });
          if (most > MOST_READ) wasteful.push({ sortBy, sortOrder, status, most });
        }
    expect(wasteful).toEqual([]);
  });

  it('begins where something was sent, if only that can have the status', async () => {
    for (const [status, sortOrder] of [
      ['completed', 'asc'],
      ['draft', 'desc'],
    ] as const) {
      const { most } = await mostRead({ status }, { sortBy: 'dateSent', sortOrder });
      expect([status, most <= MOST_READ]).toEqual([status, true]);
    }
  });

  it('finds at once that nothing unsent was sent in any days', async () => {
    expect(
      await new LimitedSearches(dataSource).page(
        { ...DAYS, organizationId, status: 'draft' },
        { order: { sortBy: 'createdAt', sortOrder: 'desc' }, limit: PAGE },
        100,
      ),
    ).toEqual({ rows: [], matches: { count: 0, isMore: false } });
  });
});
