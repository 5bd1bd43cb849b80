import { Transactions } from '../../src/platform/database/transactions.js';
import { EventBus } from '../../src/platform/events/event-bus.js';
import { type SignaturePayload } from '../../src/signatures/signature-payload.mapper.js';
import { answers, type Inbox } from '../support/receiver.js';
import { until } from '../support/until.js';
import { signatureOf, WebhookSubscribers } from '../support/webhook-subscribers.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

describe('webhook deliveries', () => {
  let subscribers: WebhookSubscribers;
  /** Each test has its own address. */
  let inbox: Inbox;

  beforeAll(async () => {
    subscribers = await WebhookSubscribers.start();
  });
  beforeEach(() => {
    inbox = subscribers.receiver.newInbox();
  });
  afterAll(() => subscribers?.stop());

  it('delivers an event once it is committed, signed over the exact bytes', async () => {
    const org = await subscribers.subscriber(inbox);
    inbox.answerNext(answers.status(202, { body: 'thanks', headers: { 'x-receiver': 'r1' } }));
    await subscribers.publish(org, 'signature.completed', { id: 12, subject: 'Mietvertrag – Küche ✍' });
    const [request] = await inbox.waitFor(1);
    const record = await subscribers.recordWith(org, { status: 'success' });

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
      'x-service-signature': signatureOf(request!.body, org.webhookSecret),
      'x-service-webhook-id': payload.webhookId,
      'user-agent': expect.stringMatching(/^Countersign\//),
    });
    expect(record).toEqual({
      id: expect.stringMatching(UUID),
      event: 'signature.completed',
      webhookId: payload.webhookId,
      organizationId: String(org.organizationId),
      endpointId: expect.any(Number),
      replayOf: null,
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

  it('records where the time of each attempt went', async () => {
    const org = await subscribers.subscriber(inbox);
    await subscribers.publish(org);
    const { id } = await subscribers.recordWith(org, { status: 'success' });
    const [row] = await subscribers.test.dataSource.query(
      'select duration_ms, dns_ms, connect_ms, tls_ms, first_byte_ms from webhook_attempts where delivery_id = $1',
      [id],
    );
    expect(row.first_byte_ms).toBeLessThanOrEqual(row.duration_ms + 1);
    expect(row.dns_ms === null).toBe(row.tls_ms === null);
    expect(row.connect_ms === null).toBe(row.tls_ms === null);
    // The first attempt at this receiver had to connect, whichever test made it.
    const [{ whole }] = await subscribers.test.dataSource.query(
      `select count(*) as whole from webhook_attempts
       where dns_ms >= 0 and connect_ms >= 0 and tls_ms > 0 and first_byte_ms >= 0`,
    );
    expect(whole).toBeGreaterThan(0);
  });

  it('records nothing for a transaction that is rolled back', async () => {
    const org = await subscribers.subscriber(inbox);
    const undone = subscribers.test.app.get(Transactions).run(async (tx) => {
      const { organizationId } = org;
      const data = { id: 7 } as SignaturePayload;
      await subscribers.test.app
        .get(EventBus)
        .publish(tx, { type: 'signature.completed', organizationId, data });
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await subscribers.history(org)).toEqual([]);
  });

  it('tries five times with the same bytes and the documented delays, then fails permanently', async () => {
    const org = await subscribers.subscriber(inbox);
    inbox.answerAlways(answers.status(500, { body: 'broken' }));
    await subscribers.publish(org);
    for (const [index, minutes] of [5, 10, 20, 40].entries()) {
      const record = await subscribers.recordWith(org, { attempts: index + 1 });
      expect(record).toMatchObject({ status: 'pending', responseCode: 500, failureReason: 'HTTP 500' });
      const delay = (Date.parse(record.nextRetryAt!) - Date.parse(record.deliveredAt)) / 60_000;
      expect(delay).toBeGreaterThanOrEqual(minutes * 0.9 - 0.01);
      expect(delay).toBeLessThanOrEqual(minutes * 1.1 + 0.01);
      await subscribers.moveClock(`${minutes * 1.2} minutes`);
    }
    const failed = await subscribers.recordWith(org, { attempts: 5 });
    expect(failed).toMatchObject({
      status: 'failed',
      nextRetryAt: null,
      responseBody: 'broken',
      failureReason: 'HTTP 500',
    });
    await subscribers.moveClock('1 day');
    expect(await subscribers.jobsLeft(org)).toBe(0);
    expect(inbox.requests).toHaveLength(5);
    expect(new Set(inbox.requests.map(({ body }) => body.toString())).size).toBe(1);
    expect(new Set(inbox.requests.map(({ headers }) => headers['x-service-webhook-id'])).size).toBe(1);
    expect(await attemptsOf(failed.id)).toEqual([1, 2, 3, 4, 5]);
  });

  it('an event that nobody received can be read from the last cursor of the feed', async () => {
    const org = await subscribers.subscriber(inbox);
    const { body: before } = await org.api.get('/api/v1/events');
    inbox.answerAlways(answers.status(503));
    await subscribers.publish(org);
    for (const attempts of [1, 2, 3, 4]) {
      await subscribers.recordWith(org, { attempts });
      await subscribers.moveClock('1 hour');
    }
    await subscribers.recordWith(org, { status: 'failed', attempts: 5 });
    const after = `?after=${before.next}`;
    const page = await until('the feed shows it', async () => {
      const { body } = await org.api.get(`/api/v1/events${after}`);
      return body.items.length > 0 && body;
    });
    expect(page.items.map((item: object) => JSON.stringify(item))).toEqual([String(inbox.requests[0]!.body)]);
  });

  it.each([
    ['answers 404', answers.status(404), 404, 'HTTP 404'],
    ['redirects', answers.redirect('https://example.com/'), 302, 'answered 302, which is not followed'],
    ['hangs up', answers.cutShort(), 200, 'answer cut off'],
  ])('tries again after a receiver that %s', async (_what, answer, responseCode, failureReason) => {
    const org = await subscribers.subscriber(inbox);
    inbox.answerNext(answer);
    await subscribers.publish(org);
    expect(await subscribers.recordWith(org, { attempts: 1 })).toMatchObject({
      status: 'pending',
      responseCode,
      failureReason,
    });
    await subscribers.moveClock('6 minutes');
    expect(await subscribers.recordWith(org, { attempts: 2 })).toMatchObject({
      status: 'success',
      responseCode: 200,
      failureReason: null,
      nextRetryAt: null,
    });
  });

  it('sends one request to an endpoint until it answers, then up to eight, and others do not wait', async () => {
    const org = await subscribers.subscriber(inbox);
    const releases = Array.from({ length: 14 }, () => inbox.holdNext());
    for (let event = 0; event < releases.length; event++) await subscribers.publish(org);
    const other = await subscribers.subscriber(subscribers.receiver.newInbox());
    for (const [answered, open] of [1, 2, 4, 8].entries()) {
      await inbox.waitFor(answered + open);
      await subscribers.publish(other);
      await subscribers.recordWith(other, { status: 'success' });
      expect(inbox.requests).toHaveLength(answered + open);
      releases[answered]!(answers.status(200));
    }
    for (const release of releases) release(answers.status(200));
    await inbox.waitFor(releases.length);
    await until('all are recorded', async () => (await subscribers.jobsLeft(org)) === 0);
  });

  it('lets Retry-After lengthen a delay by at most half', async () => {
    const org = await subscribers.subscriber(inbox);
    inbox.answerNext(answers.status(429, { headers: { 'retry-after': '86400' } }));
    await subscribers.publish(org);
    const record = await subscribers.recordWith(org, { attempts: 1 });
    expect(Date.parse(record.nextRetryAt!) - Date.parse(record.deliveredAt)).toBe(450_000);
  });

  it('records events of an organization without an address as failed', async () => {
    const org = await subscribers.test.createOrganization();
    await subscribers.publish(org);
    expect(await subscribers.history(org)).toEqual([
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
    expect(await subscribers.jobsLeft(org)).toBe(0);
  });

  it('delivers the selected events and records no others', async () => {
    const usual = await subscribers.subscriber(inbox);
    await subscribers.publish(usual, 'identity_verification.started');
    await subscribers.publish(usual, 'identity_verification.failed');
    const picky = await subscribers.subscriber(inbox, ['identity_verification.started']);
    await subscribers.publish(picky, 'identity_verification.started');
    await subscribers.publish(picky, 'identity_verification.failed');
    expect((await subscribers.history(usual)).map(({ requestBody }) => requestBody.event)).toEqual([
      'identity_verification.failed',
    ]);
    expect((await subscribers.history(picky)).map(({ requestBody }) => requestBody.event)).toEqual([
      'identity_verification.started',
    ]);
  });

  async function attemptsOf(deliveryId: string): Promise<number[]> {
    const rows = await subscribers.test.dataSource.query(
      'select attempt from webhook_attempts where delivery_id = $1 order by attempt',
      [deliveryId],
    );
    return rows.map(({ attempt }: { attempt: number }) => attempt);
  }
});
