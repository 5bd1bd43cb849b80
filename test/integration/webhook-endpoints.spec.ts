import { answers, type Inbox } from '../support/receiver.js';
import { until } from '../support/until.js';
import { signatureOf, WebhookSubscribers } from '../support/webhook-subscribers.js';

describe('webhook endpoints', () => {
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

  it('keeps deliveries while the endpoint is paused and sends them when it is resumed', async () => {
    const org = await subscribers.subscriber(inbox);
    inbox.answerNext(answers.status(503));
    await subscribers.publish(org, 'signature.created');
    await subscribers.recordWith(org, { attempts: 1 });

    await subscribers.endpoints.setPaused(org.organizationId, true);
    const waiting = { status: 'pending', nextRetryAt: null };
    expect(await subscribers.history(org)).toEqual([expect.objectContaining({ ...waiting, attempts: 1 })]);
    await subscribers.publish(org, 'signature.completed');
    await subscribers.moveClock('1 hour');
    await until('nothing is under way', async () => (await subscribers.jobsLeft(org)) === 0);
    expect(await subscribers.history(org)).toEqual([
      expect.objectContaining({ ...waiting, attempts: 0 }),
      expect.objectContaining({ ...waiting, attempts: 1 }),
    ]);
    expect(inbox.requests).toHaveLength(1);

    await subscribers.endpoints.setPaused(org.organizationId, false);
    await inbox.waitFor(3);
    await until(
      'both have arrived',
      async () => (await subscribers.history(org, '?status=success')).length === 2,
    );
  });

  it('signs with the current secret, rotated at once or in 24 hours', async () => {
    const org = await subscribers.subscriber(inbox);
    const { organizationId } = org;
    const signatures = async () => {
      const count = inbox.requests.length + 1;
      await subscribers.publish(org);
      const { headers, body } = (await inbox.waitFor(count)).at(-1)!;
      return { given: headers['x-service-signature'], by: (secret: string) => signatureOf(body, secret) };
    };
    const second = await subscribers.endpoints.rotateSecret(organizationId, 'now');
    expect(second.webhookSecret).toMatch(/^sk_webhook_[0-9A-Za-z]{43}$/);
    let signature = await signatures();
    expect(signature.given).toBe(signature.by(second.webhookSecret));

    const third = await subscribers.endpoints.rotateSecret(organizationId, 'in_24_hours');
    signature = await signatures();
    expect(signature.given).toBe(signature.by(second.webhookSecret));
    await subscribers.moveClock('25 hours');
    signature = await signatures();
    expect(signature.given).toBe(signature.by(third.webhookSecret));

    const fourth = await subscribers.endpoints.rotateSecret(organizationId, 'in_24_hours');
    signature = await signatures();
    expect(signature.given).toBe(signature.by(third.webhookSecret));
    expect(fourth.validFrom.getTime()).toBeGreaterThan(third.validFrom.getTime());
  });

  it('refuses invalid addresses, events and organizations', async () => {
    const { organizationId } = await subscribers.test.createOrganization();
    const refusal = (input: object) =>
      subscribers.endpoints.setUrl({ organizationId, url: inbox.url, ...input });
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
    await expect(subscribers.endpoints.rotateSecret(999_999, 'now')).rejects.toMatchObject({
      statusCode: 404,
    });
  });
});
