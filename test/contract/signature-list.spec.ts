import { type SharedTestApp, sharedTestApp, type TestOrganization } from '../support/app.js';
import { createDraft, sendRequest, SIGNATURES, TIMESTAMP } from '../support/samples.js';

describe('the signature list', () => {
  let test: SharedTestApp;
  let acme: TestOrganization;
  /** The organization has a draft, a sent 'Order 100%', a cancelled request and an advanced 'Plan_B' with two signers. */
  let draft: number;
  let order: number;
  let plan: number;

  beforeAll(async () => {
    test = await sharedTestApp();
    acme = await test.createOrganization();
    const stranger = await test.createOrganization();
    await sendRequest(stranger.api, { subject: 'Order 100%' });
    draft = await createDraft(acme.api);
    ({ id: order } = await sendRequest(acme.api, {
      draft: { originalDocumentName: 'Order 100%' },
      subject: 'Order 100%',
    }));
    const { id: cancelled } = await sendRequest(acme.api);
    await acme.api.delete(`${SIGNATURES}/${cancelled}`);
    ({ id: plan } = await sendRequest(acme.api, {
      draft: { type: 'advanced', originalDocumentName: 'Plan_B' },
      subject: 'Plan B',
      signers: [{ email: 'Bob@example.test', name: 'Bob' }, { email: 'eve@example.test' }],
    }));
    await test.dataSource.query("update signatures set date_sent = '2026-03-01T23:30:00Z' where id = $1", [
      order,
    ]);
    await test.dataSource.query("update signatures set date_sent = '2026-03-05T00:00:00Z' where id = $1", [
      plan,
    ]);
  });

  const list = (query = '') => acme.api.get(`${SIGNATURES}${query}`);
  const ids = async (query: string) => (await list(query)).body.items.map(({ id }: { id: number }) => id);

  it('lists the newest requests first, as both items and data', async () => {
    const { status, body } = await list();
    expect(status).toBe(200);
    const summary = {
      id: plan,
      type: 'advanced',
      status: 'created',
      subject: 'Plan B',
      senderName: 'Acme',
      dateSent: '2026-03-05T00:00:00.000Z',
      expiresDate: null,
      createdAt: TIMESTAMP,
      updatedAt: TIMESTAMP,
      signers: [
        { id: expect.any(Number), email: 'Bob@example.test', name: 'Bob', status: 'pending' },
        { id: expect.any(Number), email: 'eve@example.test', name: null, status: 'pending' },
      ],
    };
    expect(Object.keys(body).sort()).toEqual(['data', 'items', 'limit', 'skip', 'total']);
    expect(body).toMatchObject({ total: 3, skip: 0, limit: 20 });
    expect(body.items.map(({ id }: { id: number }) => id)).toEqual([plan, order, draft]);
    expect(body.items[0]).toEqual(summary);
    expect(body.data[0]).toEqual({ id: plan, subject: 'Plan B', status: 'created', type: 'advanced' });
  });

  it.each<[string, () => number[]]>([
    ['?status=draft', () => [draft]],
    ['?status=created', () => [plan, order]],
    ['?status=completed', () => []],
    ['?type=advanced', () => [plan]],
    ['?fileName=lease', () => [draft]],
    ['?fileName=100%25', () => [order]],
    ['?fileName=n_B', () => [plan]],
    ['?fileName=nxB', () => []],
    ['?subject=order', () => [order]],
    ['?subject=%25', () => [order]],
    ['?date=2026-03-01', () => [order]],
    ['?date=2026-03-02', () => []],
    ['?dateFrom=2026-03-02', () => [plan]],
    ['?dateTo=2026-03-04', () => [order]],
    ['?dateFrom=2026-03-01&dateTo=2026-03-05', () => [plan, order]],
    ['?recipients=BOB@example.test', () => [plan]],
    ['?recipients=nobody@example.test,%20ann@example.test', () => [order]],
    ['?recipients=eve@example.test,ann@example.test', () => [plan, order]],
    ['?sortBy=createdAt&sortOrder=asc', () => [draft, order, plan]],
    ['?sortBy=dateSent&sortOrder=desc', () => [plan, order, draft]],
    ['?sortBy=dateSent&sortOrder=asc', () => [draft, order, plan]],
    ['?sortBy=updatedAt', () => [plan, order, draft]],
    ['?skip=1&limit=1', () => [order]],
    ['?skip=99', () => []],
    ['?status=created&type=advanced&fileName=plan&recipients=eve@example.test', () => [plan]],
  ])('finds the requests that match %s', async (query, expected) => {
    expect(await ids(query)).toEqual(expected());
  });

  it('counts all matches on every page', async () => {
    expect((await list('?skip=1&limit=1')).body).toMatchObject({ total: 3, skip: 1, limit: 1 });
    expect((await list('?status=created&skip=50')).body).toMatchObject({ total: 2, items: [], data: [] });
  });

  it.each([
    ['?limit=0', 'limit'],
    ['?limit=1001', 'limit'],
    ['?limit=ten', 'limit'],
    ['?limit=1e2', 'limit'],
    ['?limit=5&limit=6', 'limit'],
    ['?skip=-1', 'skip'],
    ['?skip=1.5', 'skip'],
    ['?status=signed', 'status'],
    ['?type=slow', 'type'],
    ['?date=2026-02-30', 'date'],
    ['?dateFrom=03/01/2026', 'dateFrom'],
    ['?dateTo=2026-13-01', 'dateTo'],
    ['?sortBy=id', 'sortBy'],
    ['?sortOrder=down', 'sortOrder'],
    ['?subject=a%00b', 'subject'],
    [`?fileName=${'x'.repeat(201)}`, 'fileName'],
    ['?page=1', 'page'],
  ])('answers %s with a 400 that names %s', async (query, field) => {
    const { status, body } = await list(query);
    expect({ status, body }).toMatchObject({ status: 400, body: { statusCode: 400, error: 'Bad Request' } });
    expect(body.details.map((detail: { field: string }) => detail.field)).toEqual([field]);
  });

  it('accepts the largest limit of the list', async () => {
    expect((await list('?limit=1000')).body).toMatchObject({ limit: 1000, total: 3 });
  });
});
