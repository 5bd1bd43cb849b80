import { Client } from 'pg';
import { FILTERS, SORTS } from '../../bench/support/list-cases.js';
import {
  type ExplainedRow,
  mostRead,
  nodeTypes,
  sequentiallyScanned,
} from '../../bench/support/plan-nodes.js';
import { seedSignatures } from '../../bench/support/seed-signatures.js';
import {
  type ListStatements,
  listStatements,
  type SignatureFilter,
} from '../../src/signatures/lists/signature-list.queries.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { inDepth } from '../support/in-depth.js';

/** All combinations of filters. */
const CHOICES = Object.entries(FILTERS).reduce<Partial<SignatureFilter>[]>(
  (choices, [name, value]) => [...choices, ...choices.map((choice) => ({ ...choice, [name]: value }))],
  [{}],
);

/** An organization with one row in a hundred, for which an index is faster than a table scan. */
const PLAN = { smallOrganizations: 100, smallSignatures: 30_000, bigSignatures: 0 };

describe('the query plans of the list of signatures', () => {
  let database: TestDatabase;
  let client: Client;
  let organizationId: number;

  beforeAll(async () => {
    database = await createTestDatabase();
    client = new Client({ connectionString: database.url });
    await client.connect();
    organizationId = (await seedSignatures(client, PLAN)).small[42]!;
  });
  afterAll(async () => {
    await client.end();
    await database.drop();
  });

  /** The tables that a statement scans sequentially, with a custom or a generic plan. */
  async function scansOf({ name, text, values }: ListStatements['page']): Promise<string[]> {
    const forValues = await client.query<ExplainedRow>(`explain (format json) ${text}`, values);
    // PostgreSQL may switch to a generic plan after a connection has run a statement five times.
    const forAll = await client.query<ExplainedRow>(`explain (format json, generic_plan) ${text}`);
    return [...forValues.rows, ...forAll.rows]
      .flatMap(sequentiallyScanned)
      .map((table) => `${name}: ${table}`);
  }

  const statements = (choice: Partial<SignatureFilter>, sort: (typeof SORTS)[number]) =>
    listStatements({ ...choice, ...sort, organizationId, skip: 0, limit: 20 });

  inDepth.each(SORTS)('no plan scans a table for a page sorted by $sortBy $sortOrder', async (sort) => {
    for (const choice of CHOICES) expect(await scansOf(statements(choice, sort).page)).toEqual([]);
  });

  it('no plan scans a table for the total', async () => {
    for (const choice of CHOICES) expect(await scansOf(statements(choice, SORTS[0]!).total)).toEqual([]);
  });

  it('the total without filters reads only an index', async () => {
    const { text, values } = statements({}, SORTS[0]!).total;
    const { rows } = await client.query<ExplainedRow>(`explain (format json) ${text}`, values);
    expect(nodeTypes(rows[0]!)).toEqual(['Aggregate', 'Index Only Scan']);
  });

  it.each(['fileName', 'subject'] as const)(
    'a plan reads no other organization’s requests for a %s',
    async (name) => {
      const { page, total } = statements({ [name]: FILTERS[name] }, SORTS[0]!);
      for (const { text, values } of [page, total]) {
        const { rows } = await client.query<ExplainedRow>(`explain (analyze, format json) ${text}`, values);
        expect(mostRead(rows[0]!)).toBeLessThanOrEqual(PLAN.smallSignatures / PLAN.smallOrganizations);
      }
    },
  );

  it('a table scan would be detected', async () => {
    const text = 'select subject from signatures union all select email from signature_signers';
    const scans = await scansOf({ name: 'all', text, values: [] });
    expect(new Set(scans)).toEqual(new Set(['all: signatures', 'all: signature_signers']));
  });
});
