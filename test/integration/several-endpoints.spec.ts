import { listEndpoints } from '../../src/webhooks/webhook-endpoint.queries.js';
import { type TestOrganization } from '../support/app.js';
import { feedWith } from '../support/event-feed.js';
import { type Inbox } from '../support/receiver.js';
import { until } from '../support/until.js';
import { signatureOf, WebhookSubscribers } from '../support/webhook-subscribers.js';

describe('an organization with several endpoints', () => {
  let subscribers: WebhookSubscribers;
  let first: Inbox;
  let second: Inbox;
  let org: TestOrganization;
  /** The second endpoint. */
  let added: { endpointId: number; webhookSecret: string };

  beforeAll(async () => {
    subscribers = await WebhookSubscribers.start();
  });
  beforeEach(async () => {
    [first, second] = [subscribers.receiver.newInbox(), subscribers.receiver.newInbox()];
    org = await subscribers.subscriber(first);
    const { organizationId } = org;
    added = await subscribers.endpoints.add({ organizationId, label: 'Archive', url: second.url });
  });
  afterAll(() => subscribers?.stop());

  it('delivers an event to each endpoint under its own id and secret, with the same data', async () => {
    await subscribers.publish(org, 'signature.completed', { subject: 'Küche ✍' });
    const [[one], [two]] = [await first.waitFor(1), await second.waitFor(1)];
    const bodies = [one, two].map((request) => JSON.parse(request!.body.toString()));
    expect(bodies[1]).toEqual({ ...bodies[0], webhookId: expect.any(String) });
    expect(bodies[1].webhookId).not.toBe(bodies[0].webhookId);
    expect(two!.headers).toMatchObject({
      'x-service-webhook-id': bodies[1].webhookId,
      'x-service-signature': signatureOf(two!.body, added.webhookSecret),
    });
    expect(one!.headers['x-service-signature']).toBe(signatureOf(one!.body, org.webhookSecret));
    await until(
      'both have arrived',
      async () => (await subscribers.history(org, '?status=success')).length === 2,
    );
    const records = await subscribers.history(org);
    const [firstEndpoint] = await listEndpoints(subscribers.test.dataSource.manager, org.organizationId);
    expect(new Map(records.map((record) => [record.endpointId, record.requestBody]))).toEqual(
      new Map([
        [firstEndpoint!.id, bodies[0]],
        [added.endpointId, bodies[1]],
      ]),
    );
    expect(await feedWith(org, 1)).toEqual([bodies[0]]);
  });

  it('delivers to each endpoint the events it selected', async () => {
    const { organizationId } = org;
    const { endpointId } = added;
    const events = ['signature.expired'];
    await subscribers.endpoints.setUrl({ organizationId, endpointId, url: second.url, events });
    await subscribers.publish(org, 'signature.completed');
    await first.waitFor(1);
    await subscribers.publish(org, 'signature.expired');
    await second.waitFor(1);
    expect(
      (await subscribers.history(org)).map((record) => [record.endpointId === endpointId, record.event]),
    ).toEqual(
      expect.arrayContaining([
        [false, 'signature.completed'],
        [false, 'signature.expired'],
        [true, 'signature.expired'],
      ]),
    );
    expect(await subscribers.history(org)).toHaveLength(3);
  });

  it('pauses one endpoint and goes on with the others', async () => {
    await subscribers.endpoints.setPaused(org.organizationId, true, added.endpointId);
    await subscribers.publish(org);
    await first.waitFor(1);
    await until('the other is done', async () => (await subscribers.jobsLeft(org)) === 0);
    expect(second.requests).toHaveLength(0);
    await subscribers.endpoints.setPaused(org.organizationId, false, added.endpointId);
    await second.waitFor(1);
    expect(first.requests).toHaveLength(1);
  });

  it('sends nothing more to a disabled endpoint, and records nothing for it', async () => {
    const { organizationId } = org;
    await subscribers.endpoints.setPaused(organizationId, true, added.endpointId);
    await subscribers.publish(org);
    await subscribers.endpoints.setDisabled(organizationId, true, added.endpointId);
    await subscribers.endpoints.setPaused(organizationId, false, added.endpointId);
    await subscribers.publish(org);
    await first.waitFor(2);
    await until('all is done', async () => (await subscribers.jobsLeft(org)) === 0);
    expect(second.requests).toHaveLength(0);
    const records = (await subscribers.history(org)).filter(
      ({ endpointId }) => endpointId === added.endpointId,
    );
    expect(records).toEqual([
      expect.objectContaining({ status: 'failed', failureReason: 'the endpoint is disabled', attempts: 0 }),
    ]);
    await subscribers.endpoints.setDisabled(organizationId, false, added.endpointId);
    await subscribers.publish(org);
    await second.waitFor(1);
  });

  it('rotates the secret of one endpoint only', async () => {
    const { webhookSecret } = await subscribers.endpoints.rotateSecret(
      org.organizationId,
      'now',
      undefined,
      added.endpointId,
    );
    await subscribers.publish(org);
    const [[one], [two]] = [await first.waitFor(1), await second.waitFor(1)];
    expect(one!.headers['x-service-signature']).toBe(signatureOf(one!.body, org.webhookSecret));
    expect(two!.headers['x-service-signature']).toBe(signatureOf(two!.body, webhookSecret));
  });

  it("leaves another organization's endpoints alone", async () => {
    const stranger = await subscribers.test.createOrganization();
    const { organizationId } = stranger;
    const { endpointId } = added;
    const { endpoints } = subscribers;
    const notFound = { statusCode: 404 };
    await expect(endpoints.setUrl({ organizationId, endpointId, url: first.url })).rejects.toMatchObject(
      notFound,
    );
    await expect(endpoints.rotateSecret(organizationId, 'now', undefined, endpointId)).rejects.toMatchObject(
      notFound,
    );
    await expect(endpoints.setPaused(organizationId, true, endpointId)).rejects.toMatchObject(notFound);
    await expect(endpoints.setDisabled(organizationId, true, endpointId)).rejects.toMatchObject(notFound);
  });
});
