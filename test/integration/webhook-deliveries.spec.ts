import { createHmac } from 'node:crypto';
import { DomainEvents } from '../../src/platform/events/domain-events.service.js';
import { Transactions } from '../../src/platform/database/transactions.js';
import { JobQueue } from '../../src/platform/jobs/job-queue.service.js';
import { WebhookEndpointsService } from '../../src/webhooks/webhook-endpoints.service.js';
import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { answers, Receiver } from '../support/receiver.js';
import { until } from '../support/until.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
const HISTORY = '/api/v1/webhook-notifications';

/** A delivery record, as a caller reads it. */
interface DeliveryRecord {
  id: string;
  status: string;
  attempts: number;
  deliveredAt: string;
  nextRetryAt: string | null;
  requestBody: Record<string, unknown>;
}

interface Subscriber extends TestOrganization {
  secret: string;
  receiver: Receiver;
}

describe('webhook deliveries', () => {
  let test: TestApp;
  let endpoints: WebhookEndpointsService;
  /** Its authority is the one that the service trusts; each test has a path of its own on it. */
  let receiver: Receiver;

  beforeAll(async () => {
    receiver = await Receiver.start();
    test = await startTestApp({
      webhookAllowedCidrs: ['127.0.0.0/8', '::1/128'],
      webhookCaFile: receiver.caFile,
    });
    endpoints = test.app.get(WebhookEndpointsService);
  });
  beforeEach(() => receiver.reset());
  afterAll(async () => {
    await test?.close();
    await receiver.stop();
  });

  const inTransaction = <Result>(work: Parameters<Transactions['run']>[0]) =>
    test.app.get(Transactions).run(work) as Promise<Result>;

  async function organization(): Promise<Subscriber> {
    const made = await test.createOrganization();
    const { webhookSecret } = await inTransaction<{ webhookSecret: string }>((tx) =>
      endpoints.createFor(tx, made.organizationId),
    );
    return { ...made, secret: webhookSecret, receiver };
  }

  async function subscriber(events?: string[]): Promise<Subscriber> {
    const made = await organization();
    await endpoints.setUrl({ organizationId: made.organizationId, url: receiver.url(), events });
    return made;
  }

  function publish(
    { organizationId }: TestOrganization,
    type = 'signature.completed',
    data: Record<string, unknown> = { id: 7 },
  ): Promise<void> {
    return inTransaction((tx) => test.app.get(DomainEvents).publish(tx, { type, organizationId, data }));
  }

  async function history({ api }: TestOrganization, query = ''): Promise<DeliveryRecord[]> {
    const { status, body } = await api.get(HISTORY + query);
    expect(status).toBe(200);
    return body.items;
  }

  const recordWith = (org: TestOrganization, wanted: Partial<DeliveryRecord>) =>
    until(`a delivery has ${JSON.stringify(wanted)}`, async () =>
      (await history(org)).find((record) =>
        Object.entries(wanted).every(([key, value]) => record[key as keyof DeliveryRecord] === value),
      ),
    );

  async function moveClock(interval: string): Promise<void> {
    await test.database.moveClock(interval);
    test.app.get(JobQueue).ring();
  }

  const sign = (body: Buffer, secret: string) => createHmac('sha256', secret).update(body).digest('hex');

  it('delivers an event once it is committed, signed over the exact bytes', async () => {
    const org = await subscriber();
    receiver.answerNext(answers.status(202, { body: 'thanks', headers: { 'x-receiver': 'r1' } }));
    await publish(org, 'signature.completed', { id: 12, subject: 'Mietvertrag – Küche ✍' });
    const [request] = await receiver.waitFor(1);
    const record = await recordWith(org, { status: 'success' });

    const payload = JSON.parse(request!.body.toString());
    expect(payload).toEqual({
      webhookId: expect.stringMatching(UUID),
      event: 'signature.completed',
      createdAt: expect.stringMatching(TIMESTAMP),
      organizationId: org.organizationId,
      data: { id: 12, subject: 'Mietvertrag – Küche ✍' },
    });
    expect(request).toMatchObject({ method: 'POST', path: '/hook' });
    expect(request!.headers).toMatchObject({
      'content-type': 'application/json',
      'content-length': String(request!.body.length),
      'x-service-signature': sign(request!.body, org.secret),
      'x-service-webhook-id': payload.webhookId,
      'user-agent': expect.stringMatching(/^Countersign\//),
    });
    expect(record).toEqual({
      id: expect.stringMatching(UUID),
      event: 'signature.completed',
      webhookId: payload.webhookId,
      organizationId: String(org.organizationId),
      status: 'success',
      requestBody: payload,
      responseCode: 202,
      responseBody: 'thanks',
      responseHeaders: expect.objectContaining({ 'x-receiver': 'r1' }),
      deliveredAt: expect.stringMatching(TIMESTAMP),
      nextRetryAt: null,
      failureReason: null,
      attempts: 1,
    });
  });

  it('records nothing of a change that was undone', async () => {
    const org = await subscriber();
    const undone = inTransaction(async (tx) => {
      await test.app
        .get(DomainEvents)
        .publish(tx, { type: 'signature.completed', organizationId: org.organizationId, data: {} });
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await history(org)).toEqual([]);
  });

  it('tries five times with the same bytes and the delays of the contract, then fails for good', async () => {
    const org = await subscriber();
    receiver.answerAlways(answers.status(500, { body: 'broken' }));
    await publish(org);
    for (const [index, minutes] of [5, 10, 20, 40].entries()) {
      const record = await recordWith(org, { attempts: index + 1 });
      expect(record).toMatchObject({ status: 'pending', responseCode: 500, failureReason: 'HTTP 500' });
      const delay = (Date.parse(record.nextRetryAt!) - Date.parse(record.deliveredAt)) / 60_000;
      expect(delay).toBeGreaterThanOrEqual(minutes * 0.9 - 0.01);
      expect(delay).toBeLessThanOrEqual(minutes * 1.1 + 0.01);
      await moveClock(`${minutes * 1.2} minutes`);
    }
    const failed = await recordWith(org, { attempts: 5 });
    expect(failed).toMatchObject({
      status: 'failed',
      nextRetryAt: null,
      responseBody: 'broken',
      failureReason: 'HTTP 500',
    });
    await moveClock('1 day');
    expect(await jobsLeft(org)).toBe(0);
    expect(receiver.requests).toHaveLength(5);
    expect(new Set(receiver.requests.map(({ body }) => body.toString())).size).toBe(1);
    expect(new Set(receiver.requests.map(({ headers }) => headers['x-service-webhook-id'])).size).toBe(1);
    expect(await attemptsOf(failed.id)).toEqual([1, 2, 3, 4, 5]);
  });

  it.each([
    ['answers 404', answers.status(404), 404, 'HTTP 404'],
    ['redirects', answers.redirect('https://example.com/'), 302, 'redirects are not followed (302)'],
    ['hangs up', answers.cutShort(), 200, 'the receiver closed the connection early'],
  ])('comes again to a receiver that %s', async (_what, answer, responseCode, failureReason) => {
    const org = await subscriber();
    receiver.answerNext(answer);
    await publish(org);
    expect(await recordWith(org, { attempts: 1 })).toMatchObject({
      status: 'pending',
      responseCode,
      failureReason,
    });
    await moveClock('6 minutes');
    expect(await recordWith(org, { attempts: 2 })).toMatchObject({
      status: 'success',
      responseCode: 200,
      failureReason: null,
      nextRetryAt: null,
    });
  });

  it('lets Retry-After lengthen a delay, half as long again at most', async () => {
    const org = await subscriber();
    receiver.answerNext(answers.status(429, { headers: { 'retry-after': '86400' } }));
    await publish(org);
    const record = await recordWith(org, { attempts: 1 });
    expect(Date.parse(record.nextRetryAt!) - Date.parse(record.deliveredAt)).toBe(450_000);
  });

  it('records events of an organization without an address as failed', async () => {
    const withEndpoint = await organization();
    const without = await test.createOrganization();
    for (const org of [withEndpoint, without]) {
      await publish(org);
      expect(await history(org)).toEqual([
        expect.objectContaining({
          status: 'failed',
          attempts: 0,
          failureReason: 'no webhook address set',
          deliveredAt: null,
          responseCode: null,
          responseBody: '',
          responseHeaders: {},
          nextRetryAt: null,
        }),
      ]);
      expect(await jobsLeft(org)).toBe(0);
    }
  });

  it('sends what is ticked and records nothing else', async () => {
    const usual = await subscriber();
    await publish(usual, 'identity_verification.started');
    await publish(usual, 'identity_verification.failed');
    const picky = await subscriber(['identity_verification.started']);
    await publish(picky, 'identity_verification.started');
    await publish(picky, 'identity_verification.failed');
    expect((await history(usual)).map(({ requestBody }) => requestBody.event)).toEqual([
      'identity_verification.failed',
    ]);
    expect((await history(picky)).map(({ requestBody }) => requestBody.event)).toEqual([
      'identity_verification.started',
    ]);
  });

  it('keeps deliveries while the endpoint is paused, and sends them when it is resumed', async () => {
    const org = await subscriber();
    receiver.answerNext(answers.status(503));
    await publish(org, 'signature.created');
    await recordWith(org, { attempts: 1 });

    await endpoints.setPaused(org.organizationId, true);
    await publish(org, 'signature.completed');
    await moveClock('1 hour');
    await until('nothing is under way', async () => (await jobsLeft(org)) === 0);
    const waiting = { status: 'pending', nextRetryAt: null };
    expect(await history(org)).toEqual([
      expect.objectContaining({ ...waiting, attempts: 0 }),
      expect.objectContaining({ ...waiting, attempts: 1 }),
    ]);
    expect(receiver.requests).toHaveLength(1);

    await endpoints.setPaused(org.organizationId, false);
    await receiver.waitFor(3);
    await until('both have arrived', async () => (await history(org, '?status=success')).length === 2);
  });

  it('signs with the current secret, when rotated at once or in a day', async () => {
    const org = await subscriber();
    const { organizationId } = org;
    const signatures = async () => {
      const count = receiver.requests.length + 1;
      await publish(org);
      const { headers, body } = (await receiver.waitFor(count)).at(-1)!;
      return { given: headers['x-service-signature'], by: (secret: string) => sign(body, secret) };
    };
    const second = await endpoints.rotateSecret(organizationId, 'now');
    expect(second.webhookSecret).toMatch(/^sk_webhook_[0-9A-Za-z]{43}$/);
    let signature = await signatures();
    expect(signature.given).toBe(signature.by(second.webhookSecret));

    const third = await endpoints.rotateSecret(organizationId, 'in_24_hours');
    signature = await signatures();
    expect(signature.given).toBe(signature.by(second.webhookSecret));
    await moveClock('25 hours');
    signature = await signatures();
    expect(signature.given).toBe(signature.by(third.webhookSecret));

    const fourth = await endpoints.rotateSecret(organizationId, 'in_24_hours');
    signature = await signatures();
    expect(signature.given).toBe(signature.by(third.webhookSecret));
    expect(fourth.validFrom.getTime()).toBeGreaterThan(third.validFrom.getTime());
  });

  it('refuses addresses, events and organizations that cannot be', async () => {
    const { organizationId } = await organization();
    const refusal = (input: object) => endpoints.setUrl({ organizationId, url: receiver.url(), ...input });
    await expect(refusal({ url: 'http://localhost/' })).rejects.toMatchObject({
      statusCode: 400,
      code: 'url_not_deliverable',
    });
    await expect(refusal({ url: 'https://10.0.0.1/' })).rejects.toMatchObject({
      statusCode: 400,
      code: 'url_not_deliverable',
    });
    await expect(refusal({ events: ['signature.created', 'signature.eaten'] })).rejects.toMatchObject({
      statusCode: 400,
    });
    await expect(refusal({ organizationId: 999_999 })).rejects.toMatchObject({ statusCode: 404 });
    await expect(endpoints.rotateSecret(999_999, 'now')).rejects.toMatchObject({ statusCode: 404 });
  });

  it('shows an organization its own deliveries only, by page and filter, newest first', async () => {
    const [org, other] = [await subscriber(), await subscriber()];
    for (let id = 1; id <= 5; id++)
      await publish(org, id % 2 ? 'signature.created' : 'signature.completed', { id });
    await publish(other);
    await until('all have arrived', async () => (await history(org, '?status=success')).length === 5);
    const page = async (query: string) => {
      const { body } = await org.api.get(HISTORY + query);
      const ids = body.items.map((item: DeliveryRecord) => (item.requestBody.data as { id: number }).id);
      return { ids, total: body.total, limit: body.limit, offset: body.offset };
    };
    expect(await page('')).toEqual({ ids: [5, 4, 3, 2, 1], total: 5, limit: 50, offset: 0 });
    expect(await page('?limit=2&offset=1')).toEqual({ ids: [4, 3], total: 5, limit: 2, offset: 1 });
    expect(await page('?event=signature.completed')).toEqual({ ids: [4, 2], total: 2, limit: 50, offset: 0 });
    expect(await page('?event=signature.created&status=success&limit=1')).toEqual({
      ids: [5],
      total: 3,
      limit: 1,
      offset: 0,
    });
    expect(await page('?status=failed')).toEqual({ ids: [], total: 0, limit: 50, offset: 0 });
    expect(await page('?offset=9007199254740991')).toEqual({
      ids: [],
      total: 5,
      limit: 50,
      offset: 9007199254740991,
    });
    expect(await page('?event=nothing.of.the.sort')).toEqual({ ids: [], total: 0, limit: 50, offset: 0 });
  });

  it.each([
    'limit=0',
    'limit=101',
    'limit=1e1',
    'offset=-1',
    'status=done',
    `event=${'e'.repeat(101)}`,
    'event=%00',
    'page=2',
  ])('answers 400 to ?%s, naming the parameter', async (query) => {
    const { api } = await test.createOrganization();
    const { status, body } = await api.get(`${HISTORY}?${query}`);
    expect({ status, field: body.details?.[0]?.field }).toEqual({ status: 400, field: query.split('=')[0] });
  });

  async function jobsLeft({ organizationId }: TestOrganization): Promise<number> {
    const [row] = await test.dataSource.query(
      "select count(*)::integer as left from jobs where payload->>'organizationId' = $1",
      [String(organizationId)],
    );
    return row.left;
  }

  async function attemptsOf(deliveryId: string): Promise<number[]> {
    const rows = await test.dataSource.query(
      'select attempt from webhook_attempts where delivery_id = $1 order by attempt',
      [deliveryId],
    );
    return rows.map(({ attempt }: { attempt: number }) => attempt);
  }
});
