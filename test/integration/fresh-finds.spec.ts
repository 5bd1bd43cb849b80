import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../src/platform/database/data-source-options.js';
import { NEWEST_FIRST } from '../../src/signatures/lists/domain/list-order.js';
import { listStatements } from '../../src/signatures/lists/signature-list.queries.js';
import {
  type SearchLimits,
  SignatureSearchQueries,
} from '../../src/signatures/lists/signature-search.queries.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

/** Makes PostgreSQL use the index of texts although reading a small table takes less. */
const WITH_BITMAPS_ONLY = '-c enable_seqscan=off -c enable_indexscan=off -c enable_indexonlyscan=off';
const MADE = 20;
const OTHERS = 2_000;

class SearchesByIndex extends SignatureSearchQueries {
  protected override readonly limits: SearchLimits = {
    recipients: MADE,
    days: MADE,
    statuses: MADE,
    texts: { sample: 0, frequent: MADE, counted: 0 },
    signers: { sample: 0, frequent: MADE, counted: 0 },
    countedInIndex: 0,
  };
}

describe('a request that was just made', () => {
  let database: TestDatabase;
  let dataSource: DataSource;

  beforeAll(async () => {
    database = await createTestDatabase();
    const options = dataSourceOptions(database.url);
    const extra = { ...(options.extra as object), options: WITH_BITMAPS_ONLY };
    dataSource = await new DataSource({ ...options, extra }).initialize();
  });
  afterAll(async () => {
    await dataSource?.destroy();
    await database?.drop();
  });

  /** Makes one request of each subject, without users and documents. @returns their ids */
  const make = (organizationId: number, subjects: string[]) =>
    dataSource.transaction(async (tx) => {
      await tx.query('set local session_replication_role = replica');
      const made = await tx.query<{ id: number }[]>(
        `insert into signatures (organization_id, created_by_user_id, type, status, sender_name, subject,
          original_document_name, original_document_type, original_document_extension, date_sent)
        select $1, 1, 'fast', 'created', 'Acme', subject, 'New.pdf', 'application/pdf', 'pdf', now()
        from unnest($2::text[]) as subject returning id`,
        [organizationId, subjects],
      );
      return made.map(({ id }) => id);
    });

  it('finds a new request at once by a part of its subject, at the dashboard and by the API, through the index', async () => {
    const [organization] = await dataSource.query<{ id: number }[]>(
      "insert into organizations (name) values ('Acme') returning id",
    );
    const organizationId = organization!.id;
    // Enough rows to make the index of texts the cheapest.
    await make(
      organizationId,
      Array.from({ length: OTHERS }, (_, n) => `Lease ${n}`),
    );
    await dataSource.query('analyze signatures');
    const searches = new SearchesByIndex(dataSource);
    for (let n = 0; n < MADE; n++) {
      const ids = await make(organizationId, [`The brand-new Zwölfender ${n}.`]);
      const search = { organizationId, subject: `zwölfender ${n}.` };
      const { rows } = await searches.page(search, { order: NEWEST_FIRST, limit: MADE }, MADE);
      expect(rows.map((row) => row.id)).toEqual(ids);
      const { page } = listStatements({ ...search, ...NEWEST_FIRST, skip: 0, limit: MADE });
      const listed = await dataSource.query<{ id: number }[]>(page.text, page.values);
      expect(listed.map((row) => row.id)).toEqual(ids);
      const plan = await dataSource.query<object[]>(`explain ${page.text}`, page.values);
      expect(JSON.stringify(plan)).toContain('signatures_by_organization_text');
    }
  });
});
