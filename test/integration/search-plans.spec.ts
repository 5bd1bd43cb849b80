import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { seedSignatures } from '../../bench/support/seed-signatures.js';
import { dataSourceOptions } from '../../src/platform/database/data-source-options.js';
import { conditionsOfState } from '../../src/signatures/domain/request-state.js';
import { SORT_FIELDS, SORT_ORDERS } from '../../src/signatures/lists/domain/list-order.js';
import { type RequestSearch } from '../../src/signatures/lists/request-lists.js';
import {
  SEARCH_LIMITS,
  SignatureSearchQueries,
} from '../../src/signatures/lists/signature-search.queries.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { type PlanNode, rowsRead } from '../support/plan-node.js';

const REQUESTS = 20_000;
const PAGE = 51;
/** Days in the middle of the year, with too many requests to sort all of them. */
const DAYS = { sentFrom: new Date('2026-05-01Z'), sentUntil: new Date('2026-08-01Z') };
/** Two of 52 weeks begin or end in the middle, and half of the rows read may have another status. */
const MOST_READ = 2_500;

class LimitedSearches extends SignatureSearchQueries {
  protected override readonly limits = {
    ...SEARCH_LIMITS,
    days: 500,
    texts: { ...SEARCH_LIMITS.texts, counted: 100 },
    countedInIndex: 100,
  };
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

  /** Searches, and returns how many requests the statement that reads the most reads. */
  async function mostRead(
    search: Partial<RequestSearch>,
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

  it('a search over many days reads a page of each week', async () => {
    const wasteful: object[] = [];
    for (const sortBy of SORT_FIELDS)
      for (const sortOrder of SORT_ORDERS)
        for (const status of [undefined, 'completed', 'cancelled'] as const) {
          const { shown, most } = await mostRead(
            { ...DAYS, ...conditionsOfState(status) },
            { sortBy, sortOrder },
          );
          expect({ sortBy, sortOrder, shown }).toEqual({ sortBy, sortOrder, shown: PAGE });
          if (most > MOST_READ) wasteful.push({ sortBy, sortOrder, status, most });
        }
    expect(wasteful).toEqual([]);
  });

  it('begins where something was sent, if the status requires that', async () => {
    for (const [status, sortOrder] of [
      ['completed', 'asc'],
      ['draft', 'desc'],
    ] as const) {
      const { most } = await mostRead(conditionsOfState(status), { sortBy: 'dateSent', sortOrder });
      expect([status, most <= MOST_READ]).toEqual([status, true]);
    }
  });

  it('finds at once that no unsent request was sent on any day', async () => {
    expect(
      await new LimitedSearches(dataSource).page(
        { ...DAYS, organizationId, ...conditionsOfState('draft') },
        { order: { sortBy: 'createdAt', sortOrder: 'desc' }, limit: PAGE },
        100,
      ),
    ).toEqual({ rows: [], matches: { count: 0, isMore: false } });
  });
});
