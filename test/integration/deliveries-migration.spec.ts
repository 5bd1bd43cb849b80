import { randomUUID } from 'node:crypto';
import { type DataSource } from 'typeorm';
import { DELIVERED_BODY, type NewEvent, recordEvent } from '../../src/webhooks/webhook-event.queries.js';
import { readFeed } from '../../src/webhooks/webhook-feed.queries.js';
import { databaseBefore, undoMigrations } from '../support/migrations.js';
import { until } from '../support/until.js';

const DELIVERY = `
  insert into webhook_deliveries (organization_id, webhook_id, event, body, status, attempts, failure_reason, created_at)
  values ($1, gen_random_uuid(), $2, $3, $4, 1, case when $4 = 'failed' then 'HTTP 500' end, app_now()) returning id`;
const ATTEMPT = `
  insert into webhook_attempts
    (organization_id, delivery_id, attempt, response_body, response_headers, duration_ms, attempted_at)
  values ($1, $2, 1, '', '{}', 5, app_now() - $3 * interval '1 day')`;

describe('the migration of deliveries without subjects', () => {
  let database: Awaited<ReturnType<typeof databaseBefore>>;
  let dataSource: DataSource;

  beforeAll(async () => {
    database = await databaseBefore(22);
    dataSource = database.dataSource;
  });
  afterAll(() => database?.drop());

  it('gives deliveries the subjects in their payloads, and counts them on the days they ended', async () => {
    const [{ id: organizationId }] = await dataSource.query<[{ id: number }]>(
      "insert into organizations (name) values ('Acme') returning id",
    );
    await dataSource.query(
      "insert into webhook_endpoints (organization_id, events, secret_sealed) values ($1, '{}', '')",
      [organizationId],
    );
    const add = async (event: string, data: object, status = 'success', daysAgo = 0) => {
      const createdAt = new Date().toISOString();
      const body = Buffer.from(JSON.stringify({ webhookId: 'w', event, createdAt, organizationId, data }));
      const [{ id }] = await dataSource.query<[{ id: string }]>(DELIVERY, [
        organizationId,
        event,
        body,
        status,
      ]);
      await dataSource.query(ATTEMPT, [organizationId, id, daysAgo]);
    };
    await add('signature.completed', { id: 7, subject: 'NUL \0, half \ud800, "data":{"id":8}' });
    await add('identity_verification.failed', { id: 9 }, 'failed', 1);
    await add('signature.completed', { id: 'seven' });
    await add('signature.completed', { id: 1e20 }, 'failed', 40);
    await add('other.happened', { id: 3 }, 'pending');

    await dataSource.runMigrations();
    const subjects = await dataSource.query<{ kind: string | null; id: number | null }[]>(
      'select subject_kind as kind, subject_id as id from webhook_deliveries order by seq',
    );
    const none = { kind: null, id: null };
    expect(subjects).toEqual([
      { kind: 'signature', id: 7 },
      { kind: 'identity_verification', id: 9 },
      none,
      none,
      none,
    ]);
    const days = await dataSource.query<object[]>(
      'select delivered, failed from webhook_endpoint_days order by day',
    );
    expect(days).toEqual([
      { delivered: 0, failed: 1 },
      { delivered: 2, failed: 0 },
    ]);
    await undoMigrations(dataSource, 22);
    await dataSource.runMigrations();
  });
});

describe('the migration of deliveries without events', () => {
  let database: Awaited<ReturnType<typeof databaseBefore>>;
  let dataSource: DataSource;

  beforeAll(async () => {
    database = await databaseBefore(40);
    dataSource = database.dataSource;
  });
  afterAll(() => database?.drop());

  it('keeps the bytes of deliveries, assigns the organization’s endpoint, and starts its feed with them', async () => {
    const [{ id: organizationId }] = await dataSource.query<[{ id: number }]>(
      "insert into organizations (name) values ('Acme') returning id",
    );
    const [{ id: endpointId }] = await dataSource.query<[{ id: number }]>(
      "insert into webhook_endpoints (organization_id, events, secret_sealed) values ($1, '{}', '') returning id",
      [organizationId],
    );
    const bodies = ['{"one":1}', '{"two":"\u0000"}'].map((text) => Buffer.from(text));
    for (const body of bodies)
      await dataSource.query(DELIVERY, [organizationId, 'signature.completed', body, 'success']);
    const before = await dataSource.query<object[]>('select * from webhook_deliveries order by seq');

    await dataSource.runMigrations();
    const page = await readFeed(dataSource.manager, { organizationId, limit: 10 });
    expect(page).toMatchObject({ bodies, hasMore: false });
    const sent = await dataSource.query<object[]>(
      `select ${DELIVERED_BODY} as body, d.endpoint_id from webhook_deliveries d join webhook_events v on v.seq = d.event_seq
       order by d.seq`,
    );
    expect(sent).toEqual(bodies.map((body) => ({ body, endpoint_id: endpointId })));
    const event: NewEvent = {
      id: randomUUID(),
      organizationId,
      type: 'signature.created',
      subject: { kind: 'signature', id: 3 },
      data: '{"id":3}',
      endpointId: null,
      isTest: false,
    };
    await dataSource.transaction((tx) => recordEvent(tx, event));
    // The feed waits for earlier transactions, including those of other tests on this server.
    const next = await until('the event is in the feed', async () => {
      const more = await readFeed(dataSource.manager, { organizationId, limit: 10, after: page!.next });
      return more!.bodies.length > 0 ? more! : null;
    });
    expect(next!.bodies.map((body) => JSON.parse(body.toString()).data)).toEqual([{ id: 3 }]);

    await undoMigrations(dataSource, 40);
    expect(await dataSource.query('select * from webhook_deliveries order by seq')).toEqual(before);
    await dataSource.runMigrations();
  });
});
