import { createHmac } from 'node:crypto';
import { type DomainEventType } from '../../src/platform/events/domain-events.js';
import { EventBus } from '../../src/platform/events/event-bus.service.js';
import { Transactions } from '../../src/platform/database/transactions.js';
import { JobQueue } from '../../src/platform/jobs/job-queue.service.js';
import { WebhookEndpointsService } from '../../src/webhooks/webhook-endpoints.service.js';
import { type SignaturePayload } from '../../src/signatures/signature-payload.mapper.js';
import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { publishEvent } from '../support/events.js';
import { answers, type Inbox, Receiver } from '../support/receiver.js';
import { until } from '../support/until.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
const HISTORY = '/api/v1/webhook-notifications';

/** A delivery record as the API returns it. */
interface DeliveryRecord {
  id: string;
  status: string;
  attempts: number;
  deliveredAt: string;
  nextRetryAt: string | null;
  requestBody: Record<string, unknown>;
}

describe('webhook deliveries', () => {
  let test: TestApp;
  let endpoints: WebhookEndpointsService;
  let receiver: Receiver;
  /** Each test has its own address. */
  let inbox: Inbox;

  beforeAll(async () => {
    receiver = await Receiver.start();
    test = await startTestApp({
      webhookAllowedCidrs: ['127.0.0.0/8', '::1/128'],
      webhookCaFile: receiver.caFile,
    });
    endpoints = test.app.get(WebhookEndpointsService);
  });
  beforeEach(() => {
    inbox = receiver.newInbox();
  });
  afterAll(async () => {
    await test?.close();
    await receiver.stop();
  });

  async function subscriber(events?: string[]): Promise<TestOrganization> {
    const made = await test.createOrganization();
    await endpoints.setUrl({ organizationId: made.organizationId, url: inbox.url, events });
    return made;
  }

  const publish = (org: TestOrganization, type?: DomainEventType, data?: Partial<SignaturePayload>) =>
    publishEvent(test, org, type, data);

  async function history({ api }: TestOrganization, query = ''): Promise<DeliveryRecord[]> {
    const { status, body } = await api.get(HISTORY + query);
    expect(status).toBe(200);
    return body.items;
  }

  async function recordWith(org: TestOrganization, wanted: Partial<DeliveryRecord>): Promise<DeliveryRecord> {
    const fits = (record: DeliveryRecord) =>
      Object.entries(wanted).every(([key, value]) => record[key as keyof DeliveryRecord] === value);
    const what = `a delivery has ${JSON.stringify(wanted)}`;
    return (await until(what, async () => (await history(org)).find(fits)))!;
  }

  async function moveClock(interval: string): Promise<void> {
    await test.database.moveClock(interval);
    test.app.get(JobQueue).ring();
  }

  const sign = (body: Buffer, secret: string) => createHmac('sha256', secret).update(body).digest('hex');

  it('delivers an event once it is committed, signed over the exact bytes', async () => {
    const org = await subscriber();
    inbox.answerNext(answers.status(202, { body: 'thanks', headers: { 'x-receiver': 'r1' } }));
    await publish(org, 'signature.completed', { id: 12, subject: 'Mietvertrag – Küche ✍' });
    const [request] = await inbox.waitFor(1);
    const record = await recordWith(org, { status: 'success' });

    const payload = JSON.parse(request!.body.toString());
    expect(payload).toEqual({
      webhookId: expect.stringMatching(UUID),
      event: 'signature.completed',
      createdAt: expect.stringMatching(TIMESTAMP),
      organizationId: org.organizationId,
      data: { id: 12, subject: 'Mietvertrag – Küche ✍' },
    });
    expect(request).toMatchObject({ method: 'POST', path: new URL(inbox.url).pathname });
    expect(request!.headers).toMatchObject({
      'content-type': 'application/json',
      'content-length': String(request!.body.length),
      'x-service-signature': sign(request!.body, org.webhookSecret),
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

  it('records nothing for a transaction that is rolled back', async () => {
    const org = await subscriber();
    const undone = test.app.get(Transactions).run(async (tx) => {
      const { organizationId } = org;
      const data = { id: 7 } as SignaturePayload;
      await test.app.get(EventBus).publish(tx, { type: 'signature.completed', organizationId, data });
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await history(org)).toEqual([]);
  });

  it('tries five times with the same bytes and the delays of the contract, then fails permanently', async () => {
    const org = await subscriber();
    inbox.answerAlways(answers.status(500, { body: 'broken' }));
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
    expect(inbox.requests).toHaveLength(5);
    expect(new Set(inbox.requests.map(({ body }) => body.toString())).size).toBe(1);
    expect(new Set(inbox.requests.map(({ headers }) => headers['x-service-webhook-id'])).size).toBe(1);
    expect(await attemptsOf(failed.id)).toEqual([1, 2, 3, 4, 5]);
  });

  it.each([
    ['answers 404', answers.status(404), 404, 'HTTP 404'],
    ['redirects', answers.redirect('https://example.com/'), 302, 'redirects are not followed (302)'],
    ['hangs up', answers.cutShort(), 200, 'the receiver closed the connection early'],
  ])('tries again after a receiver that %s', async (_what, answer, responseCode, failureReason) => {
    const org = await subscriber();
    inbox.answerNext(answer);
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

  it('lets Retry-After lengthen a delay by at most half', async () => {
    const org = await subscriber();
    inbox.answerNext(answers.status(429, { headers: { 'retry-after': '86400' } }));
    await publish(org);
    const record = await recordWith(org, { attempts: 1 });
    expect(Date.parse(record.nextRetryAt!) - Date.parse(record.deliveredAt)).toBe(450_000);
  });

  it('records events of an organization without an address as failed', async () => {
    const withEndpoint = await test.createOrganization();
    const without = await test.createOrganization();
    await test.dataSource.query('delete from webhook_endpoints where organization_id = $1', [
      without.organizationId,
    ]);
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

  it('delivers the selected events and records no others', async () => {
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

  it('keeps deliveries while the endpoint is paused and sends them when it is resumed', async () => {
    const org = await subscriber();
    inbox.answerNext(answers.status(503));
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
    expect(inbox.requests).toHaveLength(1);

    await endpoints.setPaused(org.organizationId, false);
    await inbox.waitFor(3);
    await until('both have arrived', async () => (await history(org, '?status=success')).length === 2);
  });

  it('signs with the current secret, rotated at once or in 24 hours', async () => {
    const org = await subscriber();
    const { organizationId } = org;
    const signatures = async () => {
      const count = inbox.requests.length + 1;
      await publish(org);
      const { headers, body } = (await inbox.waitFor(count)).at(-1)!;
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

  it('refuses invalid addresses, events and organizations', async () => {
    const { organizationId } = await test.createOrganization();
    const refusal = (input: object) => endpoints.setUrl({ organizationId, url: inbox.url, ...input });
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
