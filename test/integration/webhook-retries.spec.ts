import { listEndpoints } from '../../src/webhooks/webhook-endpoint.queries.js';
import { activityOf } from '../support/activity.js';
import { type TestOrganization } from '../support/app.js';
import { type DashboardMember, signedIn } from '../support/dashboard-member.js';
import { answers, type Inbox } from '../support/receiver.js';
import { until } from '../support/until.js';
import { type DeliveryRecord, WebhookSubscribers } from '../support/webhook-subscribers.js';

describe('deliveries that wait for another attempt', () => {
  let subscribers: WebhookSubscribers;
  let acme: TestOrganization;
  let owner: DashboardMember;
  let inbox: Inbox;

  beforeAll(async () => {
    subscribers = await WebhookSubscribers.start();
  });
  beforeEach(async () => {
    inbox = subscribers.receiver.newInbox();
    acme = await subscribers.subscriber(inbox);
    owner = await signedIn(subscribers.test, acme);
  });
  afterAll(() => subscribers?.stop());

  /** Publishes events whose first attempt fails. */
  async function failing(count = 1): Promise<DeliveryRecord[]> {
    inbox.answerAlways(answers.status(500, { body: 'out of order' }));
    for (let event = 0; event < count; event++) await subscribers.publish(acme, 'signature.completed');
    return (await until('all have failed once', async () => {
      const records = await subscribers.history(acme, '?limit=100');
      return records.filter(({ attempts }) => attempts === 1).length === count ? records : null;
    }))!;
  }
  const recordOf = async (id: string) =>
    (await subscribers.history(acme, '?limit=100')).find((record) => record.id === id)!;
  const retry = (id: string, fields = {}) => owner.send(`deliveries/${id}/retry`, fields, `deliveries/${id}`);
  const typesDone = async () =>
    (await activityOf(subscribers.test.dataSource, acme.organizationId)).map(({ type }) => type);

  it('shows an endpoint as failing, with its last answer and the deliveries that wait', async () => {
    const [record] = await failing(2);
    const pages = { list: 'endpoints', endpoint: 'endpoint', overview: '' };
    const { list, endpoint, overview } = Object.fromEntries(
      await Promise.all(
        Object.entries(pages).map(async ([name, page]) => [name, (await owner.get(page)).html]),
      ),
    ) as Record<keyof typeof pages, string>;
    for (const html of [list, endpoint]) {
      expect(html).toContain('Failing since');
      expect(html).toMatch(/href="\/dashboard\/deliveries\/[0-9a-f-]{36}">last answer 500<\/a>/);
      expect(html).toMatch(
        /href="\/dashboard\/deliveries\?endpoint=\d+&amp;status=retrying">2 retrying<\/a>/,
      );
      expect(html).not.toContain('Active');
    }
    // No delivery has ended, so there is a share of attempts alone.
    expect(list).toContain('0% of 2 attempts in 30 days succeeded');
    expect(endpoint).toContain('Share of 2 attempts');
    expect(endpoint).not.toContain('Share delivered');
    expect(overview).toMatch(/Deliveries being retried<\/dt>\s*<dd class="state pending">2/);
    const condition = new RegExp(
      `<a href="/dashboard/endpoint">[^<]+</a>: ` +
        `<a class="state failed" href="/dashboard/deliveries\\?endpoint=(\\d+)&amp;status=retrying">Failing since <time[^>]*>[^<]+</time></a>` +
        ` · <a href="/dashboard/deliveries/[0-9a-f-]+">[^<]*500</a> · <a href="/dashboard/deliveries\\?endpoint=\\1&amp;status=retrying">2 `,
    );
    expect(overview).toMatch(condition);
    expect(list).toMatch(
      /<a class="state failed" href="\/dashboard\/deliveries\?endpoint=\d+&amp;status=retrying">/,
    );
    for (const status of ['retrying', 'success', 'failed'])
      expect(endpoint).toMatch(
        new RegExp(`<dd[^>]*><a href="/dashboard/deliveries\\?endpoint=\\d+&amp;status=${status}">\\d`),
      );
    const retrying = await owner.get('deliveries?status=retrying');
    expect(retrying.html.replaceAll('&#x3D;', '=')).toContain(
      `/dashboard/deliveries/${record!.id}?status=retrying`,
    );
    const one = await owner.get(`deliveries/${record!.id}?status=retrying`);
    expect(one.html.replaceAll('&#x3D;', '=')).toContain('<a href="/dashboard/deliveries?status=retrying">');
    expect(one.html).toMatch(/<details class="more" data-key="answer" open>/);
  });

  it('attempts a waiting delivery at once, and only once, in place of the attempt that was due later', async () => {
    const [record] = await failing();
    expect((await owner.get(`deliveries/${record!.id}`)).html).toContain('Attempt 2 of 5 is waiting');
    const release = inbox.holdNext();
    const sent = await Promise.all([1, 2, 3].map(() => retry(record!.id)));
    expect(sent.map(({ status }) => status)).toEqual([303, 303, 303]);
    await inbox.waitFor(2);
    // Nothing more while it is under way.
    expect((await retry(record!.id)).status).toBe(303);
    release(answers.status(200));
    await until('it has arrived', async () => (await recordOf(record!.id)).status === 'success');
    expect(await recordOf(record!.id)).toMatchObject({ attempts: 2 });
    expect(inbox.requests).toHaveLength(2);
    expect(await subscribers.jobsLeft(acme)).toBe(0);
    expect((await typesDone()).filter((type) => type === 'delivery_retried')).toHaveLength(1);
    const ended = await retry(record!.id);
    expect([ended.status, ended.html]).toEqual([
      400,
      expect.stringContaining('does not wait for another attempt'),
    ]);
  });

  it('makes the last attempt only if the member agrees, and keeps the delay of each attempt', async () => {
    const [record] = await failing();
    for (const attempts of [2, 3, 4]) {
      await retry(record!.id);
      await until('it has failed again', async () => (await recordOf(record!.id)).attempts === attempts);
    }
    const wait = Date.parse((await recordOf(record!.id)).nextRetryAt!) - Date.now();
    expect(wait).toBeGreaterThan(2_400_000 * 0.85);
    const asked = await retry(record!.id);
    expect(asked.html).toContain('Make the last attempt now');
    expect(await recordOf(record!.id)).toMatchObject({ attempts: 4, status: 'pending' });
    inbox.answerAlways(answers.status(204));
    await retry(record!.id, { last: 'yes' });
    await until('it has arrived', async () => (await recordOf(record!.id)).status === 'success');
    expect(await recordOf(record!.id)).toMatchObject({ attempts: 5 });
  });

  it('offers to replay at once what failed for good since the endpoint began to fail', async () => {
    const [record] = await failing();
    for (const attempts of [2, 3, 4]) {
      await retry(record!.id);
      await until('it has failed again', async () => (await recordOf(record!.id)).attempts === attempts);
    }
    await retry(record!.id, { last: 'yes' });
    await until('it has failed', async () => (await recordOf(record!.id)).status === 'failed');
    const { html } = await owner.get('deliveries/replays/new');
    const preset = /href="\/dashboard\/([^"]*endpoint[^"]*)">[^<]*: since it began to fail/.exec(html);
    const chosen = await owner.get(preset![1]!.replaceAll('&#x3D;', '=').replaceAll('&amp;', '&'));
    expect(chosen.status).toBe(200);
    expect(chosen.html).toContain('1 event will be delivered again.');
    const stranger = await signedIn(subscribers.test, await subscribers.test.createOrganization());
    expect((await stranger.get('deliveries/replays/new')).html).not.toContain('since it began to fail');
  });

  it('refuses to attempt deliveries of a paused endpoint or of another organization', async () => {
    const [record] = await failing();
    await owner.send('endpoint/pause', {}, 'endpoint');
    const { html } = await owner.get(`deliveries/${record!.id}`);
    expect(html).toContain('action="/dashboard/endpoint/resume"');
    expect(html).not.toContain('Try now');
    const refused = await retry(record!.id);
    expect([refused.status, refused.html]).toEqual([400, expect.stringContaining('until they are resumed')]);
    const other = await signedIn(subscribers.test, await subscribers.test.createOrganization());
    expect((await other.send(`deliveries/${record!.id}/retry`, {}, 'endpoint')).status).toBe(404);
    expect(await recordOf(record!.id)).toMatchObject({ attempts: 1 });
  });

  it('attempts all waiting deliveries after a test event was delivered', async () => {
    const records = await failing(25);
    const all = () => owner.send('endpoint/retry', {}, 'endpoint');
    const untested = await all();
    expect([untested.status, untested.html]).toEqual([
      400,
      expect.stringContaining('Send a test event first'),
    ]);
    expect((await owner.get('endpoint')).html).not.toContain('Try all');
    inbox.answerAlways(answers.status(200));
    await owner.send('endpoint/test', {}, 'endpoint');
    await until('the test has arrived', async () =>
      (await owner.get('endpoint')).html.includes('Try all 25 now'),
    );
    await Promise.all([all(), all()]);
    await until('all have arrived', async () => {
      const seen = await subscribers.history(acme, '?limit=100&status=success');
      return seen.length === 26;
    });
    // The test, and two attempts of each.
    expect(inbox.requests).toHaveLength(1 + 2 * records.length);
    expect((await typesDone()).filter((type) => type === 'deliveries_retried')).toHaveLength(1);
    await until('no job is left', async () => (await subscribers.jobsLeft(acme)) === 0);
  });

  it('stops attempting the waiting deliveries after ten failures in a row', async () => {
    await failing(25);
    inbox.answerAlways(answers.status(200));
    await owner.send('endpoint/test', {}, 'endpoint');
    await until('the test has arrived', async () =>
      (await owner.get('endpoint')).html.includes('Try all 25 now'),
    );
    inbox.answerAlways(answers.status(503));
    await owner.send('endpoint/retry', {}, 'endpoint');
    await until('it has stopped', async () =>
      (await owner.get('endpoint')).html.includes('The last try stopped'),
    );
    const attempts = (await subscribers.history(acme, '?limit=100'))
      .filter(({ event }) => event !== 'webhook.test')
      .map((record) => record.attempts);
    expect(attempts.filter((number) => number === 2)).toHaveLength(10);
    expect(attempts.filter((number) => number === 1)).toHaveLength(15);
  });

  it('fails waiting deliveries when their endpoint is deleted with the password, and keeps them in the history', async () => {
    const archive = subscribers.receiver.newInbox();
    archive.answerAlways(answers.status(500));
    await owner.send('endpoints/new', [
      ['called', 'Archive'],
      ['url', archive.url],
      ['events', 'signature.completed'],
    ]);
    const { dataSource } = subscribers.test;
    const endpoints = () => listEndpoints(dataSource.manager, acme.organizationId);
    const id = (await endpoints()).at(-1)!.id;
    await subscribers.publish(acme, 'signature.completed');
    await until('it has failed once', async () =>
      (await subscribers.history(acme)).some((record) => record.endpointId === id && record.attempts === 1),
    );
    const page = `endpoints/${id}/delete`;
    expect((await owner.get(page)).html).toContain('1 delivery that waits for it fails.');
    expect((await owner.send(page)).location).toBe('/endpoints');
    expect(await endpoints()).toHaveLength(1);
    const failed = (await subscribers.history(acme)).find((record) => record.endpointId === id)!;
    expect(failed).toMatchObject({ status: 'failed', attempts: 1 });
    const { html } = await owner.get(`deliveries/${failed.id}`);
    expect(html).toContain('The endpoint was deleted before this could be sent.');
    expect(html).toContain('Archive');
    expect((await owner.get(`endpoints/${id}`)).status).toBe(404);
    // Its name is free again, and it receives nothing more.
    await subscribers.publish(acme, 'signature.completed');
    await inbox.waitFor(2);
    expect(archive.requests).toHaveLength(1);
    expect(await typesDone()).toContain('endpoint_deleted');
  });

  it('leaves a test event with the shape of another type out of the feed', async () => {
    await owner.send('endpoint/test', { event: 'signature.completed' }, 'endpoint');
    await owner.send('endpoint/test', { event: 'webhook.test' }, 'endpoint');
    const [typed] = await inbox.waitFor(2);
    const { event, data } = JSON.parse(typed!.body.toString());
    expect({ event, data }).toMatchObject({
      event: 'signature.completed',
      data: { id: Number.MAX_SAFE_INTEGER, organizationId: acme.organizationId, test: true },
    });
    expect((await acme.api.get(`/api/v1/signatures/${data.id}`)).status).toBe(404);
    const feed = await until('the test event is in the feed', async () => {
      const { body } = await acme.api.get('/api/v1/events');
      return body.items.length > 0 ? body.items : null;
    });
    expect(feed.map((each: { event: string }) => each.event)).toEqual(['webhook.test']);
    const unknown = await owner.send('endpoint/test', { event: 'signature.eaten' }, 'endpoint');
    expect(unknown.status).toBe(400);
  });
});
