import { Client } from 'pg';
import { findParts } from '../../src/webhooks/webhook-partition.queries.js';
import { WebhookRetention } from '../../src/webhooks/webhook-retention.js';
import { type TestOrganization } from '../support/app.js';
import { databaseBefore, undoMigrations } from '../support/migrations.js';
import { answers, type Inbox } from '../support/receiver.js';
import { until } from '../support/until.js';
import { WebhookSubscribers } from '../support/webhook-subscribers.js';

const FEED = '/api/v1/events';
/** Makes the rows of an organization look as if they had been recorded earlier. */
const AGE = [
  'update webhook_events set created_at = created_at - $2::interval where organization_id = $1',
  'update webhook_deliveries set created_at = created_at - $2::interval where organization_id = $1',
  'update webhook_attempts set attempted_at = attempted_at - $2::interval where organization_id = $1',
];

describe('the retention of events', () => {
  let subscribers: WebhookSubscribers;
  let retention: WebhookRetention;
  let inbox: Inbox;
  let org: TestOrganization;

  beforeEach(async () => {
    subscribers = await WebhookSubscribers.start({ webhookRetentionDays: 90 });
    retention = subscribers.test.app.get(WebhookRetention);
    inbox = subscribers.receiver.newInbox();
    org = await subscribers.subscriber(inbox);
  });
  afterEach(() => subscribers?.stop());

  const query = <Row>(sql: string, values: unknown[] = []) =>
    subscribers.test.dataSource.query<Row[]>(sql, values);
  const rowsOf = async (table: string) => {
    const sql = `select count(*)::integer as rows from ${table} where organization_id = $1`;
    return (await query<{ rows: number }>(sql, [org.organizationId]))[0]!.rows;
  };
  const left = async () =>
    Promise.all(['webhook_events', 'webhook_deliveries', 'webhook_attempts'].map((table) => rowsOf(table)));
  const partNames = async () =>
    (await findParts(subscribers.test.dataSource.manager, 'webhook_events')).map(({ name }) => name);
  const age = async (interval: string) => {
    for (const sql of AGE) await query(sql, [org.organizationId, interval]);
  };
  const deliver = async (id: number) => {
    const arrived = inbox.requests.length;
    await subscribers.publish(org, 'signature.completed', { id });
    await inbox.waitFor(arrived + 1);
    await until('it is recorded', async () => (await subscribers.jobsLeft(org)) === 0);
  };
  const read = (after?: string) => org.api.get(after === undefined ? FEED : `${FEED}?after=${after}`);
  const shown = async () =>
    (await read()).body.items.map(({ data }: { data: { id: number } }) => data.id) as number[];

  it('creates the tables of months before the months begin', async () => {
    const [first, ...ahead] = await partNames();
    expect(first).toMatch(/_until_/);
    expect(ahead).toHaveLength(3);
    await retention.keep();
    expect(await partNames()).toHaveLength(4);
    await subscribers.moveClock('62 days');
    await deliver(1);
    const [{ part }] = (await query<{ part: string }>(
      'select tableoid::regclass::text as part from webhook_events where organization_id = $1',
      [org.organizationId],
    )) as [{ part: string }];
    expect(ahead).toContain(part);
    await retention.keep();
    expect((await partNames()).length).toBeGreaterThan(5);
  });

  it('keeps rows outside the months if there is no table for them, until they are too old', async () => {
    await subscribers.moveClock('400 days');
    await deliver(1);
    expect(await rowsOf('webhook_events_rest')).toBe(1);
    await retention.keep();
    expect(await left()).toEqual([1, 1, 1]);
    await subscribers.moveClock('130 days');
    await retention.keep();
    expect(await left()).toEqual([0, 0, 0]);
  });

  it('removes events with their month, and reports it for an earlier cursor', async () => {
    const beginning = (await read()).body.next as string;
    await deliver(1);
    await until('the feed shows it', async () => (await shown()).length === 1);
    const other = await subscribers.test.createOrganization();
    const quiet = (await other.api.get(FEED)).body.next as string;
    const [first] = await partNames();
    await subscribers.moveClock('130 days');
    await retention.prepare();
    await deliver(2);
    await retention.sweep();
    expect(await partNames()).not.toContain(first);
    expect(await left()).toEqual([1, 1, 1]);
    expect((await subscribers.history(org)).map(({ requestBody }) => requestBody.data)).toEqual([{ id: 2 }]);
    await until('the feed shows the other', async () => (await shown()).join() === '2');
    const { status, body } = await read(beginning);
    expect({ status, body }).toEqual({
      status: 410,
      body: expect.objectContaining({
        code: 'events_removed',
        message: expect.stringContaining('continue without a cursor'),
      }),
    });
    const { next } = (await read()).body;
    expect((await read(next)).status).toBe(200);
    expect((await other.api.get(`${FEED}?after=${quiet}`)).status).toBe(200);
  });

  it('removes events row by row where there are no months, as before an upgrade', async () => {
    const beginning = (await read()).body.next as string;
    for (const id of [1, 2]) await deliver(id);
    await age('200 days');
    await deliver(3);
    await retention.sweep();
    expect(await left()).toEqual([1, 1, 1]);
    expect(await partNames()).toHaveLength(4);
    expect((await read(beginning)).body).toMatchObject({ statusCode: 410, code: 'events_removed' });
  });

  it('also removes the probes sent with a delivery while its endpoint was held', async () => {
    await deliver(1);
    await query(
      `insert into webhook_probes (organization_id, delivery_id, failure_reason, duration_ms)
       select organization_id, id, 'HTTP 503', 7 from webhook_deliveries where organization_id = $1`,
      [org.organizationId],
    );
    await retention.sweep();
    expect(await rowsOf('webhook_probes')).toBe(1);
    await subscribers.moveClock('140 days');
    await retention.sweep();
    expect([await rowsOf('webhook_deliveries'), await rowsOf('webhook_probes')]).toEqual([0, 0]);
  });

  it('also removes replays of its events, and waiting deliveries', async () => {
    await deliver(1);
    const [record] = await subscribers.history(org);
    await age('200 days');
    await org.api.post(`/api/v1/webhook-notifications/${record!.id}/replay`);
    await inbox.waitFor(2);
    await until('it is recorded', async () => (await subscribers.jobsLeft(org)) === 0);
    await subscribers.endpoints.setPaused(org.organizationId, true);
    await subscribers.publish(org, 'signature.completed', { id: 2 });
    await query("update webhook_deliveries set created_at = created_at - interval '200 days' where parked");
    await query("update webhook_events set created_at = created_at - interval '200 days'");
    await retention.sweep();
    expect(await left()).toEqual([0, 0, 0]);
    await subscribers.endpoints.setPaused(org.organizationId, false);
    expect(await subscribers.jobsLeft(org)).toBe(0);
  });

  it('removes events while deliveries go on, and waits for a reader without making them wait', async () => {
    await deliver(1);
    const [first] = await partNames();
    await subscribers.moveClock('130 days');
    await retention.prepare();
    const reader = new Client({ connectionString: subscribers.test.database.url });
    await reader.connect();
    await reader.query('begin');
    await reader.query('select count(*) from webhook_events');
    await reader.query('select count(*) from webhook_attempts');
    const sweep = retention.sweep();
    inbox.answerAlways(answers.status(200));
    for (let id = 2; id <= 12; id++) await deliver(id);
    expect(await partNames()).toContain(first);
    await reader.query('commit');
    await reader.end();
    const others = Promise.all(
      Array.from({ length: 20 }, (_, index) => subscribers.publish(org, undefined, { id: 100 + index })),
    );
    await Promise.all([sweep, others]);
    expect(await partNames()).not.toContain(first);
    await until('all have arrived', async () => (await subscribers.jobsLeft(org)) === 0);
    const all = await subscribers.history(org, '?limit=100');
    expect(all.map(({ status, attempts }) => [status, attempts])).toEqual(all.map(() => ['success', 1]));
    expect(all).toHaveLength(31);
  });

  it('drops a table that an interrupted removal has left', async () => {
    const [first] = await partNames();
    await query(`alter table webhook_events detach partition ${first}`);
    await retention.sweep();
    expect(await partNames()).not.toContain(first);
  });
});

describe('events and attempts from before they were divided by month', () => {
  const ROWS = `
    select v.*, a.* from webhook_events v join webhook_deliveries d on d.event_seq = v.seq
      join webhook_attempts a on a.organization_id = d.organization_id and a.delivery_id = d.id order by v.seq`;
  const RECORD = `
    with event as (
      insert into webhook_events (id, organization_id, era, xid, type, body, created_at)
      values (gen_random_uuid(), $1, 1, pg_current_xact_id(), 'signature.created', '{}', app_now() - $2::interval)
      returning seq, id, created_at),
    delivery as (
      insert into webhook_deliveries (organization_id, event_seq, webhook_id, event, created_at)
      select $1, seq, id, 'signature.created', created_at from event returning id, created_at)
    insert into webhook_attempts (organization_id, delivery_id, attempt, response_body, response_headers, duration_ms, attempted_at)
    select $1, id, 1, '', '{}', 5, created_at from delivery`;

  it('keeps earlier rows, and the statements of the earlier version still work', async () => {
    const { dataSource, drop } = await databaseBefore(52);
    try {
      const [{ id }] = await dataSource.query<[{ id: number }]>(
        "insert into organizations (name) values ('Acme') returning id",
      );
      for (const ago of ['1 year', '1 day']) await dataSource.query(RECORD, [id, ago]);
      const before = await dataSource.query<{ seq: number }[]>(ROWS);
      await dataSource.runMigrations();
      expect(await dataSource.query<object[]>(ROWS)).toMatchObject(before);
      await dataSource.query(RECORD, [id, '0']);
      const after = await dataSource.query<{ seq: number }[]>(ROWS);
      expect(after.map(({ seq }) => seq)).toEqual([1, 2, 3]);
      await undoMigrations(dataSource, 52);
      expect((await dataSource.query<object[]>(ROWS)).slice(0, 2)).toEqual(before);
      await dataSource.query(RECORD, [id, '0']);
      await dataSource.runMigrations();
    } finally {
      await drop();
    }
  });
});
