import { DataSource } from 'typeorm';
import { Random } from '../../scripts/mrz/random.js';
import { type Count } from '../../src/common/count.js';
import { dataSourceOptions } from '../../src/platform/database/data-source-options.js';
import { conditionsOfState, REQUEST_STATES } from '../../src/signatures/domain/request-state.js';
import { SIGNATURE_STATUSES, SIGNATURE_TYPES } from '../../src/signatures/domain/signature.state.js';
import {
  type ListOrder,
  type ListPlace,
  NEWEST_FIRST,
  placeOf,
  readListPlace,
  writeListPlace,
} from '../../src/signatures/lists/domain/list-order.js';
import { type RequestSearch } from '../../src/signatures/lists/request-lists.js';
import { listStatements, type SignatureSearch } from '../../src/signatures/lists/signature-list.queries.js';
import {
  SEARCH_LIMITS,
  type SearchLimits,
  SignatureSearchQueries,
} from '../../src/signatures/lists/signature-search.queries.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { inDepth } from '../support/in-depth.js';

const REQUESTS = 900;
const SEARCHES = 60;
const PAGE = 23;
const MOST = 60;
const PEOPLE = Array.from({ length: 40 }, (_, n) => `person${n}@signers.test`);
/**
 * Some of these differ in bytes between upper and lower case, or are no letters to the index: `K` is the Kelvin sign.
 */
const WORDS = [
  'Lease',
  'LEASE',
  '100%',
  'a_b',
  'aXb',
  'c\\d',
  "O'Neill",
  'École',
  'ÉCOLE',
  'ecole',
  'ß',
  'İ',
  '\u212Aelvin',
  '東京都',
  '👍',
  '--',
  'ab',
  'x',
];
const NEEDLES = [
  'lease',
  'EAS',
  '%',
  '_',
  'a_b',
  '\\',
  'c\\D',
  '0%',
  "o'n",
  'école',
  'ÉCO',
  'eco',
  'ß',
  'i',
  'kelvin',
  'elv',
  '東京',
  '京',
  '👍',
  '-',
  'b x',
  'x',
  'ab',
  ' ',
  'no such text',
  '%lease%',
  'lease 100%',
];

/** The meaning of the orders, expressed independently of the service. */
const TIMES = {
  createdAt: 's.created_at',
  updatedAt: 's.updated_at',
  dateSent: "coalesce(s.date_sent, '-infinity')",
};

/** The meaning of the filters, expressed independently of the service. The last says whether addresses are also those of recipients. */
const NAIVE = `
  with people as (select signature_id, email_key from signature_signers
    union all select signature_id, email_key from request_recipients where removed_at is null and $16)
  select s.id from signatures s
  where s.organization_id = $1 and (s.deleted_at is null or ($13::boolean is distinct from false
      and s.status <> 'draft' and s.contents_removed_at is null))
    and ($13::boolean is distinct from true or s.deleted_at is not null)
    and ($2::text[] is null or s.status = any($2)) and ($3::text is null or s.type = $3)
    and ($4::text is null or strpos(lower(s.subject), lower($4)) > 0)
    and ($5::text is null or strpos(lower(s.original_document_name), lower($5)) > 0)
    and ($6::text[] is null or exists (
      select from people g where g.signature_id = s.id and array[g.email_key] <@ $6))
    and ($7::date is null or (s.date_sent at time zone 'UTC')::date = $7)
    and ($8::date is null or (s.date_sent at time zone 'UTC')::date >= $8)
    and ($9::date is null or (s.date_sent at time zone 'UTC')::date <= $9)
    and ($14::timestamptz is null or s.date_sent >= $14) and ($15::timestamptz is null or s.date_sent < $15)
    and ($10::bigint is null or s.id = $10)
    and ($11::text is null or exists (
      select from people g where g.signature_id = s.id and starts_with(g.email_key, $11)))
    and ($12::text is null or strpos(lower(s.subject), lower($12)) > 0
      or strpos(lower(s.original_document_name), lower($12)) > 0 or exists (
        select from signature_signers g where g.signature_id = s.id and strpos(lower(g.name), lower($12)) > 0))`;

/** The ways a search may take: as usual, mixed, by the candidates of an index, along the order. */
const WAYS: Record<string, SearchLimits> = {
  'as usual': SEARCH_LIMITS,
  'one way or another': {
    recipients: 30,
    days: 120,
    statuses: 100,
    texts: { sample: 60, frequent: 8, counted: 200 },
    signers: { sample: 60, frequent: 8, counted: 200 },
    countedInIndex: 400,
  },
  'by the indexes': {
    recipients: REQUESTS,
    days: REQUESTS,
    statuses: REQUESTS,
    texts: { sample: 0, frequent: REQUESTS, counted: 0 },
    signers: { sample: 0, frequent: REQUESTS, counted: 0 },
    countedInIndex: 0,
  },
  'along the order': {
    recipients: -1,
    days: -1,
    statuses: -1,
    texts: { sample: REQUESTS, frequent: 1, counted: 100 },
    signers: { sample: REQUESTS, frequent: 1, counted: 100 },
    countedInIndex: 100,
  },
};

/** Makes PostgreSQL use the index of texts although reading a small table takes less. */
const WITH_BITMAPS_ONLY = '-c enable_seqscan=off -c enable_indexscan=off -c enable_indexonlyscan=off';

class LimitedSearches extends SignatureSearchQueries {
  constructor(
    dataSource: DataSource,
    protected override readonly limits: SearchLimits,
  ) {
    super(dataSource);
  }
}

describe('searching requests', () => {
  const random = new Random(12);
  let database: TestDatabase;
  let dataSource: DataSource;
  let indexed: DataSource;
  let organizations: number[];

  beforeAll(async () => {
    database = await createTestDatabase();
    const options = dataSourceOptions(database.url);
    const extra = { ...(options.extra as object), options: WITH_BITMAPS_ONLY };
    dataSource = await new DataSource(options).initialize();
    indexed = await new DataSource({ ...options, extra }).initialize();
    const made = await dataSource.query<{ id: number }[]>(
      "insert into organizations (name) values ('Acme'), ('Other') returning id",
    );
    organizations = made.map(({ id }) => id);
    await seed();
  });
  afterAll(async () => {
    await dataSource?.destroy();
    await indexed?.destroy();
    await database.drop();
  });

  const words = () => Array.from({ length: 1 + random.below(3) }, () => random.pick(WORDS)).join(' ');
  const time = () => new Date(Date.UTC(2026, 0, 1, 0, 0, random.below(60 * 24 * 60) * 60));

  /** Requests of both organizations, many made at the same moment, with the same texts and signers. */
  async function seed(): Promise<void> {
    const rows = Array.from({ length: REQUESTS }, () => {
      const createdAt = random.chance(0.3) ? new Date('2026-02-01Z') : time();
      const sentAt = new Date(createdAt.getTime() + random.below(5 * 24 * 60) * 60_000);
      const status = random.pick(SIGNATURE_STATUSES);
      return {
        organization_id: organizations[random.chance(0.15) ? 1 : 0],
        type: random.pick(SIGNATURE_TYPES),
        status,
        subject: status === 'draft' ? '' : words(),
        original_document_name: `${words()}.pdf`,
        date_sent: status === 'draft' || status === 'scheduled' ? null : sentAt,
        created_at: createdAt,
        updated_at: random.chance(0.3) ? new Date('2026-02-02Z') : sentAt,
        deleted_at: random.chance(0.2) ? sentAt : null,
        contents_removed_at: random.chance(0.1) ? sentAt : null,
        people: [...new Set([random.pick(PEOPLE), random.pick(PEOPLE.slice(0, 3))])],
      };
    });
    await dataSource.query('set session_replication_role = replica');
    await dataSource.query(
      `with given as (select row_number() over () as n, * from jsonb_to_recordset($1) as given (organization_id bigint,
          type text, status text, subject text, original_document_name text, date_sent timestamptz,
          created_at timestamptz, updated_at timestamptz, deleted_at timestamptz, contents_removed_at timestamptz, people text[])),
        made as (insert into signatures (organization_id, created_by_user_id, type, status, sender_name, subject,
            original_document_name, original_document_type, original_document_extension, date_sent, created_at, updated_at, deleted_at,
            contents_removed_at)
          select organization_id, 1, type, status, 'Acme', subject, original_document_name, 'application/pdf', 'pdf',
            date_sent, created_at, updated_at, deleted_at, contents_removed_at from given order by n returning id, organization_id),
        numbered as (select row_number() over (order by id) as n, * from made)
      insert into signature_signers (organization_id, signature_id, email, email_key, name)
        select organization_id, numbered.id, person, person, (array['École Kelvin', 'a_b Lease', null, 'Zoë'])[1 + numbered.id % 4] from numbered join (select n, unnest(people) as person from given)
          signing using (n)`,
      [JSON.stringify(rows)],
    );
    await dataSource.query(
      `insert into request_recipients (organization_id, signature_id, email, email_key, action, required, separate_approver, told_when, removed_at)
        select organization_id, id, person, person, action, action = 'approve', false, 'turn',
          case when id % 7 = 0 then created_at end
        from (select *, ($1::text[])[1 + id % 40] as person, (array['approve', 'view', 'copy'])[1 + id % 3] as action
          from signatures where id % 3 > 0) made`,
      [PEOPLE.toReversed()],
    );
    await dataSource.query('analyze');
  }

  const maybe = <Value>(probability: number, value: () => Value) =>
    random.chance(probability) ? value() : undefined;

  /** What both members and the API search for. */
  const anyTexts = () => ({
    organizationId: random.chance(0.9) ? organizations[0]! : organizations[1]!,
    type: maybe(0.2, () => random.pick(SIGNATURE_TYPES)),
    subject: maybe(0.6, () => random.pick(NEEDLES)),
    fileName: maybe(0.2, () => random.pick(NEEDLES)),
    recipients: maybe(0.2, () => [random.pick(PEOPLE), random.pick(PEOPLE)]),
  });

  /** A search of the API. */
  function anyFilter(): SignatureSearch {
    const day = () => time().toISOString().slice(0, 10);
    const days = { date: maybe(0.05, day), dateFrom: maybe(0.2, day), dateTo: maybe(0.2, day) };
    return { ...anyTexts(), ...days, status: maybe(0.2, () => random.pick(SIGNATURE_STATUSES)) };
  }

  const anyOrder = (): ListOrder => ({
    sortBy: random.pick(['createdAt', 'createdAt', 'updatedAt', 'dateSent', 'dateSent'] as const),
    sortOrder: random.pick(['desc', 'asc'] as const),
  });

  /** A search of members. */
  function anySearch(): RequestSearch {
    return {
      ...anyTexts(),
      sentFrom: maybe(0.25, time),
      sentUntil: maybe(0.25, time),
      ...conditionsOfState(maybe(0.4, () => random.pick(REQUEST_STATES))),
      id: maybe(0.02, () => 1 + random.below(REQUESTS)),
      address: maybe(0.1, () => random.pick(PEOPLE).slice(0, 8 + random.below(12))),
      text: maybe(0.4, () => random.pick([...NEEDLES, 'zoë', 'ole kel'])),
    };
  }

  async function naively(
    search: RequestSearch & Pick<SignatureSearch, 'status' | 'date' | 'dateFrom' | 'dateTo'>,
    { sortBy, sortOrder }: ListOrder,
    { withRecipients = true } = {},
  ): Promise<number[]> {
    const { organizationId, status, type, subject, fileName, recipients, date, dateFrom, dateTo } = search;
    const { id, address, text, isCancelled, statuses = status === undefined ? undefined : [status] } = search;
    const inOrder = `${NAIVE} order by ${TIMES[sortBy]} ${sortOrder}, s.id ${sortOrder}`;
    const { sentFrom, sentUntil } = search;
    const first = [organizationId, statuses, type, subject, fileName, recipients, date, dateFrom, dateTo];
    const others = [id, address, text, isCancelled, sentFrom, sentUntil, withRecipients];
    const found = await dataSource.query<{ id: number }[]>(inOrder, [...first, ...others]);
    return found.map(({ id }) => id);
  }

  async function pageByPage(searches: SignatureSearchQueries, search: RequestSearch, order: ListOrder) {
    const ids: number[] = [];
    const counts: Count[] = [];
    let before: ListPlace | undefined;
    for (;;) {
      const { rows, matches } = await searches.page(search, { order, before, limit: PAGE }, MOST);
      ids.push(...rows.map(({ id }) => id));
      counts.push(matches);
      if (rows.length < PAGE) return { ids, counts };
      before = readListPlace(writeListPlace(placeOf(rows.at(-1)!, order)), order);
    }
  }

  inDepth.each(Object.keys(WAYS))('finds the same as a simple comparison, %s', async (way) => {
    const searches = new LimitedSearches(way === 'by the indexes' ? indexed : dataSource, WAYS[way]!);
    for (let n = 0; n < SEARCHES; n++) {
      const [search, order] = [anySearch(), anyOrder()];
      const expected = await naively(search, order);
      const { ids, counts } = await pageByPage(searches, search, order);
      expect({ search, order, found: ids }).toEqual({ search, order, found: expected });
      const wrong = counts.filter(({ count, isMore }) =>
        isMore ? count > 0 && count >= expected.length : count !== expected.length,
      );
      expect({ search, wrong }).toEqual({ search, wrong: [] });
      const browsed = await searches.browse(search, { order, limit: REQUESTS });
      expect(browsed.map(({ id }) => id)).toEqual(expected);
    }
  });

  it('finds the same in the list of the API', async () => {
    const listed = (search: SignatureSearch, order = NEWEST_FIRST) =>
      listStatements({ ...search, ...order, skip: 0, limit: REQUESTS });
    for (let n = 0; n < SEARCHES; n++) {
      const [search, order] = [anyFilter(), anyOrder()];
      const { page, total } = listed(search, order);
      const live = { ...search, isCancelled: false };
      const expected = await naively(live, order, { withRecipients: false });
      const rows = await indexed.query<{ id: number }[]>(page.text, page.values);
      expect({ search, order, found: rows.map(({ id }) => id) }).toEqual({ search, order, found: expected });
      expect(await indexed.query(total.text, total.values)).toEqual([{ total: expected.length }]);
    }
    const { page } = listed({ organizationId: organizations[0]!, subject: 'no such text' });
    const plan = await indexed.query<object[]>(`explain ${page.text}`, page.values);
    expect(JSON.stringify(plan)).toContain('signatures_by_organization_text');
  });
});
