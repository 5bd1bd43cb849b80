import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type DataSource } from 'typeorm';
import { ApiKeysService } from '../../src/organizations/api-keys.service.js';
import { Transactions } from '../../src/platform/database/transactions.js';
import { recordEvent } from '../../src/webhooks/webhook-event.queries.js';
import { WebhookFeed } from '../../src/webhooks/webhook-feed.js';
import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { whileCollecting } from '../support/collect-garbage.js';
import { publishEvent } from '../support/events.js';
import { inDepth } from '../support/in-depth.js';
import { until } from '../support/until.js';

const FEED = '/api/v1/events';

interface Page {
  items: { webhookId: string; event: string; data: { id: number } }[];
  next: string;
  hasMore: boolean;
}

describe('the feed of events', () => {
  let test: TestApp;
  let dataSource: DataSource;
  let org: TestOrganization;

  beforeAll(async () => {
    test = await startTestApp();
    dataSource = test.dataSource;
  });
  beforeEach(async () => {
    org = await test.createOrganization();
  });
  afterAll(() => test?.close());

  async function read(query: Record<string, string | number> = {}, from = org): Promise<Page> {
    const text = new URLSearchParams(query as Record<string, string>).toString();
    const { status, body } = await from.api.get(`${FEED}?${text}`);
    expect({ status, body }).toMatchObject({ status: 200 });
    return body;
  }
  const idsOf = ({ items }: Page) => items.map(({ data }) => data.id);

  /** The page with these events. Transactions of other tests on this server may delay them for a moment. */
  async function pageWith(
    ids: number[],
    query: Record<string, string | number> = {},
    from = org,
  ): Promise<Page> {
    const what = `the feed shows ${ids.join(', ')}`;
    return (await until(what, async () => {
      const page = await read(query, from);
      return isDeepStrictEqual(idsOf(page), ids) && page;
    })) as Page;
  }

  const eventAbout = (id: number) => ({
    id: randomUUID(),
    organizationId: org.organizationId,
    type: 'signature.created',
    subject: null,
    data: JSON.stringify({ id }),
    endpointId: null,
    isTest: false,
  });

  /** Records an event in a transaction that stays open until it is committed or rolled back. */
  async function openTransaction(id: number) {
    const runner = dataSource.createQueryRunner();
    await runner.startTransaction();
    await recordEvent(runner.manager, eventAbout(id));
    const end = async (work: Promise<void>) => {
      await work;
      await runner.release();
    };
    return {
      commit: () => end(runner.commitTransaction()),
      rollback: () => end(runner.rollbackTransaction()),
    };
  }

  it('shows an organization its own events in order, page by page, with the bytes of its history', async () => {
    const other = await test.createOrganization();
    for (let id = 1; id <= 5; id++) await publishEvent(test, org, 'signature.completed', { id });
    await publishEvent(test, other, 'signature.completed', { id: 99 });
    await pageWith([1, 2, 3, 4, 5]);
    const one = await read({ limit: 2 });
    const two = await read({ limit: 2, after: one.next });
    const three = await read({ limit: 2, after: two.next });
    const four = await read({ limit: 2, after: three.next });
    expect([one, two, three, four].map(idsOf)).toEqual([[1, 2], [3, 4], [5], []]);
    expect([one, two, three, four].map(({ hasMore }) => hasMore)).toEqual([true, true, false, false]);
    const { body: history } = await org.api.get('/api/v1/webhook-notifications');
    const recorded = history.items.map(({ requestBody }: { requestBody: object }) => requestBody).reverse();
    expect((await read()).items).toEqual(recorded);
    await pageWith([99], {}, other);
    expect(await other.api.get(`${FEED}?after=${one.next}`)).toMatchObject({
      status: 410,
      body: { code: 'cursor_expired' },
    });
  });

  it('returns exactly the bytes that are stored', async () => {
    await publishEvent(test, org, 'signature.completed', { id: 1, subject: 'Küche ✍ \u2028' });
    await pageWith([1]);
    const response = await fetch(test.url + FEED, { headers: { 'x-api-key': org.apiKey } });
    const bytes = Buffer.from(await response.arrayBuffer());
    const [{ body }] = await dataSource.query<[{ body: Buffer }]>(
      'select body from webhook_events where organization_id = $1',
      [org.organizationId],
    );
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(bytes.indexOf(body)).toBe('{"items":['.length);
  });

  it('never passes a transaction that commits later, nor waits for one that was rolled back', async () => {
    const late = await openTransaction(1);
    await publishEvent(test, org, 'signature.created', { id: 2 });
    const before = await read();
    expect(idsOf(before)).toEqual([]);
    await late.commit();
    const after = await pageWith([1, 2], { after: before.next });

    const undone = await openTransaction(3);
    await publishEvent(test, org, 'signature.created', { id: 4 });
    const meanwhile = await read({ after: after.next });
    expect(idsOf(meanwhile)).toEqual([]);
    await undone.rollback();
    await pageWith([4], { after: meanwhile.next });
  });

  it('misses and repeats nothing while many write at once', async () => {
    const WRITERS = 8;
    const EACH = 25;
    const seen: number[] = [];
    let after = (await read()).next;
    let writing = true;
    const writers = Promise.all(
      Array.from({ length: WRITERS }, async (_, writer) => {
        for (let n = 0; n < EACH; n++) {
          const transaction = await openTransaction(writer * EACH + n);
          await (n % 5 === 4 ? transaction.rollback() : transaction.commit());
        }
      }),
    ).then(() => (writing = false));
    const committed = Array.from({ length: WRITERS * EACH }, (_, n) => n).filter((n) => n % 5 !== 4);
    // Transactions in other databases of the server can delay the last ones.
    await until(
      'all that was committed has been read',
      async () => {
        const page = await read({ after, limit: 7 });
        seen.push(...idsOf(page));
        after = page.next;
        return !writing && !page.hasMore && seen.length >= committed.length;
      },
      { lookMs: 0 },
    );
    await writers;
    expect(seen.toSorted((a, b) => a - b)).toEqual(committed);
  });

  it('continues after its last event when the database was restored into another cluster', async () => {
    await publishEvent(test, org, 'signature.created', { id: 1 });
    const { next } = await pageWith([1]);
    // In that cluster, transactions have smaller numbers.
    await dataSource.query("update webhook_events set xid = '999999999999' where organization_id = $1", [
      org.organizationId,
    ]);
    await dataSource.query('update webhook_event_eras set system_identifier = system_identifier + 1');
    await publishEvent(test, org, 'signature.created', { id: 2 });
    const last = await pageWith([1, 2]);
    await pageWith([1, 2], { after: next });
    expect(await dataSource.query('select era from webhook_event_eras order by era')).toEqual([
      { era: 1 },
      { era: 2 },
    ]);
    await publishEvent(test, org, 'signature.created', { id: 3 });
    await pageWith([3], { after: last.next });
  });

  it('reports that a cursor has expired once the database was set back', async () => {
    const ahead = Buffer.from('9.12.0').toString('base64url');
    const { status, body } = await org.api.get(`${FEED}?after=${ahead}`);
    expect({ status, code: body.code }).toEqual({ status: 410, code: 'cursor_expired' });
  });

  it('shows only the requested types, and reads on past the others', async () => {
    for (let id = 1; id <= 4; id++)
      await publishEvent(test, org, id % 2 ? 'signature.created' : 'identity_verification.started', { id });
    await pageWith([1, 2, 3, 4]);
    await pageWith([1, 3], { types: 'signature.created, signature.expired' });
    const one = await pageWith([2], { types: 'identity_verification.started', limit: 1 });
    expect(one.hasMore).toBe(true);
    await pageWith([4], { types: 'identity_verification.started', after: one.next });
    const none = await read({ types: 'signature.expired' });
    expect(none).toMatchObject({ items: [], hasMore: false });
  });

  it('hides events of verifications from keys without their scope', async () => {
    org = await test.createOrganization({ scopes: [] });
    for (const query of ['', '?types=signature.created,identity_verification.failed']) {
      const { status, body } = await org.api.get(FEED + query);
      expect({ status, code: body.code }).toEqual({ status: 403, code: 'missing_scope' });
    }
    expect(await read({ types: 'signature.created' })).toMatchObject({ items: [] });
  });

  it.each([
    'limit=0',
    'limit=1001',
    'wait=31',
    'wait=-1',
    'types=signature.eaten',
    'types=',
    'after=nothing',
    `after=${Buffer.from('1.2.3').toString('base64url')}A`,
    'offset=1',
  ])('answers 400 to ?%s and names the parameter', async (query) => {
    const { status, body } = await org.api.get(`${FEED}?${query}`);
    expect({ status, field: body.details?.[0]?.field }).toEqual({ status: 400, field: query.split('=')[0] });
  });

  describe('with wait', () => {
    const waiting = () => test.app.get(WebhookFeed, { strict: false }).waitingCalls;

    inDepth('a waiting call ends in time, however often garbage is collected', async () => {
      const page = await whileCollecting(() => read({ wait: 1 }));
      expect(page).toMatchObject({ items: [], hasMore: false });
    });

    inDepth(
      'answers as soon as an event is committed, even by a transaction that was open for long',
      async () => {
        const { next } = await read();
        const held = read({ after: next, wait: 30 });
        await until('the call waits', async () => waiting() === 1);
        await publishEvent(test, org, 'signature.created', { id: 1 });
        const page = await held;
        expect(idsOf(page)).toEqual([1]);

        const late = await openTransaction(2);
        const second = read({ after: page.next, wait: 30 });
        await until('the call waits', async () => waiting() === 1);
        await late.commit();
        expect(idsOf(await second)).toEqual([2]);
        expect(waiting()).toBe(0);
      },
    );

    inDepth('answers without events when the wait is over', async () => {
      expect(await read({ wait: 1 })).toMatchObject({ items: [], hasMore: false });
    });

    it('holds ten calls of an organization, and none whose caller has disconnected', async () => {
      const { next } = await read();
      const callers = Array.from({ length: 10 }, () => new AbortController());
      const calls = callers.map(({ signal }) =>
        fetch(`${test.url}${FEED}?after=${next}&wait=30`, {
          headers: { 'x-api-key': org.apiKey },
          signal,
        }).catch(() => undefined),
      );
      await until('all wait', async () => waiting() === 10);
      expect((await org.api.get(`${FEED}?after=${next}&wait=30`)).status).toBe(429);
      expect(await read({ after: next })).toMatchObject({ items: [] });
      for (const caller of callers) caller.abort();
      await Promise.all(calls);
      await until('nobody waits', async () => waiting() === 0);
    });

    it('ends a waiting call when the key is revoked, without anything that came after', async () => {
      const { next } = await read();
      const held = org.api.get(`${FEED}?after=${next}&wait=30`);
      await until('the call waits', async () => waiting() === 1);
      await test.app
        .get(Transactions)
        .run((tx) => test.app.get(ApiKeysService, { strict: false }).revoke(tx, org.organizationId));
      await publishEvent(test, org, 'signature.created', { id: 1 });
      const { status, body } = await held;
      expect({ status, message: body.message }).toEqual({ status: 401, message: 'API key revoked' });
      expect(waiting()).toBe(0);
    });

    inDepth('lets no organization wait for another’s events', async () => {
      const other = await test.createOrganization();
      const held = read({ wait: 1 });
      await until('the call waits', async () => waiting() === 1);
      await publishEvent(test, other);
      expect(await held).toMatchObject({ items: [] });
    });
  });

  inDepth('records several events of a transaction in their order', async () => {
    await test.app.get(Transactions).run(async (tx) => {
      for (const id of [1, 2, 3]) await recordEvent(tx, eventAbout(id));
    });
    await pageWith([1, 2, 3]);
  });
});
