import { listEndpoints } from '../../src/webhooks/webhook-endpoint.queries.js';
import { findEndpointTotals } from '../../src/webhooks/webhook-health.queries.js';
import { activityOf } from '../support/activity.js';
import { type TestOrganization } from '../support/app.js';
import { type DashboardMember, signedIn } from '../support/dashboard-member.js';
import { inDepth } from '../support/in-depth.js';
import { answers, type Inbox } from '../support/receiver.js';
import { until } from '../support/until.js';
import { signatureOf, WebhookSubscribers } from '../support/webhook-subscribers.js';

describe('several endpoints at the dashboard', () => {
  let subscribers: WebhookSubscribers;
  let acme: TestOrganization;
  let owner: DashboardMember;
  let inbox: Inbox;

  beforeAll(async () => {
    subscribers = await WebhookSubscribers.start();
  });
  beforeEach(async () => {
    acme = await subscribers.subscriber(subscribers.receiver.newInbox());
    owner = await signedIn(subscribers.test, acme);
    inbox = subscribers.receiver.newInbox();
  });
  afterAll(() => subscribers?.stop());

  const recorded = () => activityOf(subscribers.test.dataSource, acme.organizationId);
  const all = () => listEndpoints(subscribers.test.dataSource.manager, acme.organizationId);
  const add = (called: string, url = inbox.url) =>
    owner.send('endpoints/new', [
      ['called', called],
      ['url', url],
      ['events', 'signature.completed'],
    ]);
  /** The number of deliveries to all endpoints that ended like this. */
  const ended = async (how: 'delivered' | 'failed') => {
    const totals = await findEndpointTotals(subscribers.test.dataSource.manager, acme.organizationId, 30);
    return totals.reduce((sum, total) => sum + total[how], 0);
  };
  const added = async () => {
    const seen = await add('Archive');
    const [, secret] = /data-secret>(sk_webhook_\w{43})</.exec(seen.html)!;
    return { id: (await all()).at(-1)!.id, secret: secret!, seen };
  };

  it('adds an endpoint with a secret that is shown once, in both forms', async () => {
    const { id, secret, seen } = await added();
    expect(seen.html.replaceAll('&#x3D;', '=')).toContain(
      `>whsec_${Buffer.from(secret).toString('base64')}<`,
    );
    await subscribers.publish(acme, 'signature.completed');
    const [request] = await inbox.waitFor(1);
    expect(request!.headers['x-service-signature']).toBe(signatureOf(request!.body, secret));
    const { html } = await owner.get('endpoints');
    expect(html).toContain('Archive');
    expect(html).toContain(`href="/dashboard/endpoints/${id}"`);
    expect(html).not.toContain('sk_webhook_');
    const { url } = subscribers.test;
    const published = await fetch(`${url}/.well-known/webhook-keys/${acme.organizationId}`);
    const { keys } = (await published.json()) as { keys: string[] };
    const page = (await owner.get(`endpoints/${id}`)).html.replaceAll('&#x3D;', '=');
    expect(page).toContain(`id="public-key">${keys[0]}<`);
    expect((await recorded()).at(-1)).toMatchObject({
      type: 'endpoint_added',
      subjectKind: 'webhook_endpoint',
      subjectId: id,
      data: { events: ['signature.completed'] },
    });
  });

  it('refuses an endpoint with a wrong address or name, or the name of another', async () => {
    expect((await add('Archive', 'http://10.0.0.1/')).html).toMatch(/id="url-error">[^<]+</);
    expect((await add('')).html).toMatch(/id="called-error">[^<]+</);
    await added();
    const again = await add('Archive');
    expect([again.status, /id="called-error">([^<]+)</.exec(again.html)?.[1]]).toEqual([
      400,
      'another endpoint is called Archive',
    ]);
    expect(await all()).toHaveLength(2);
  });

  it('renames, pauses, disables and tests each endpoint independently', async () => {
    const { id } = await added();
    const page = `endpoints/${id}`;
    const fields = { called: 'Ledger', url: inbox.url, events: 'signature.expired' };
    expect((await owner.send(page, fields)).location).toBe(`/${page}?saved=yes`);
    await owner.send(`${page}/pause`, {}, page);
    expect(await all()).toEqual([
      expect.objectContaining({ isFirst: true, label: '', paused: false, disabled: false }),
      expect.objectContaining({ id, label: 'Ledger', events: ['signature.expired'], paused: true }),
    ]);
    await owner.send(`${page}/resume`, {}, page);
    const { location } = await owner.send(`${page}/test`, {}, page);
    const [request] = await inbox.waitFor(1);
    expect(JSON.parse(request!.body.toString()).event).toBe('webhook.test');
    expect((await owner.get(location!.slice(1))).html).toContain('Ledger');

    await owner.send(`${page}/disable`, {}, page);
    const { html } = await owner.get(page);
    expect(html).toContain('The endpoint is disabled');
    const refused = await owner.send(`${page}/test`, {}, page);
    expect([refused.status, refused.html]).toEqual([
      400,
      expect.stringContaining('Enable the endpoint first'),
    ]);
    await owner.send(`${page}/enable`, {}, page);
    expect((await all()).map(({ disabled }) => disabled)).toEqual([false, false]);
    const types = (await recorded()).map(({ type, subjectId }) => [type, subjectId]);
    for (const type of ['paused', 'resumed', 'disabled', 'enabled'])
      expect(types).toContainEqual([`endpoint_${type}`, id]);
  });

  it('holds deliveries to an endpoint that is down if asked to, and shows since when, what waits and the next attempt', async () => {
    const { id } = await added();
    const page = `endpoints/${id}`;
    const fields = { called: 'Archive', url: inbox.url, events: 'signature.completed' };
    expect((await owner.get(page)).html).not.toMatch(/name="hold"[^>]*checked/);
    await owner.send(page, { ...fields, hold: 'yes' });
    expect((await owner.get(page)).html).toMatch(/name="hold"[^>]*checked/);
    expect((await recorded()).at(-1)).toMatchObject({
      type: 'endpoint_saved',
      subjectId: id,
      data: { events: ['signature.completed'], holdsWhenDown: true },
    });
    inbox.answerAlways(answers.status(503));
    for (let event = 0; event < 10; event++) await subscribers.publish(acme, 'signature.completed');
    await until('it is held', async () => (await all()).at(-1)!.held);
    const { html } = await owner.get(page);
    expect(html).toContain('Deliveries are on hold');
    expect(html).toMatch(/data-key="since"[^]*data-key="waiting"[^]*>10<[^]*data-countdown="2/);
    expect((await owner.get('endpoints')).html).toContain('On hold');
    expect((await owner.get()).html).toMatch(/>Archive<\/a>: <a class="state pending"[^>]*>On hold since/);
    const [waiting] = await subscribers.history(acme, '?limit=1');
    const { html: delivery } = await owner.get(`deliveries/${waiting!.id}`);
    expect(delivery).toContain(`action="/dashboard/${page}/resume"`);
    expect(delivery).not.toContain('Try now');
    await owner.send(`${page}/resume`, {}, page);
    expect((await all()).at(-1)!.held).toBe(false);
    expect((await recorded()).at(-1)).toMatchObject({ type: 'endpoint_resumed', subjectId: id });
    expect((await owner.get(page)).html).not.toContain('Deliveries are on hold');
    await owner.send(page, fields);
    expect((await owner.get(page)).html).not.toMatch(/name="hold"[^>]*checked/);
  });

  it('rotates the secrets of endpoints one by one', async () => {
    const { id, secret } = await added();
    const seen = await owner.send(`endpoints/${id}/secret`, { when: 'now' });
    const [, next] = /data-secret>(sk_webhook_\w{43})</.exec(seen.html)!;
    expect(next).not.toBe(secret);
    await subscribers.publish(acme, 'signature.completed');
    const [request] = await inbox.waitFor(1);
    expect(request!.headers['x-service-signature']).toBe(signatureOf(request!.body, next!));
  });

  inDepth(
    'shows the last 30 days of each endpoint, so one that is down does not hide among the others',
    async () => {
      const { id } = await added();
      inbox.answerAlways(answers.status(500));
      await subscribers.publish(acme, 'signature.completed');
      await subscribers.publish(acme, 'signature.expired');
      await until('all arrived that can', async () => (await ended('delivered')) === 2);
      for (let attempts = 1; attempts < 5; attempts++) {
        await subscribers.recordWith(acme, { endpointId: id, attempts });
        await subscribers.moveClock('1 hour');
      }
      await until('the rest has failed', async () => (await ended('failed')) === 1);

      const chart = async (page: string) => {
        const { html } = await owner.get(page);
        return /Attempts per day: (\d+ in all, \d+) of them/.exec(html)?.[1];
      };
      expect(await chart(`endpoints/${id}`)).toBe('5 in all, 0');
      expect(await chart('endpoint')).toBe('2 in all, 2');
      const { html } = await owner.get('endpoints');
      expect(html).toContain('0% of 5 attempts in 30 days succeeded');
      expect(html).toContain('0% of 1 delivery arrived');
    },
  );

  it('filters deliveries by endpoint, and names it on each', async () => {
    const { id } = await added();
    await subscribers.publish(acme, 'signature.completed');
    await subscribers.publish(acme, 'signature.expired');
    const [first] = await all();
    const listed = async (query: string) =>
      [...(await owner.get(`deliveries?${query}`)).html.matchAll(/deliveries\/([0-9a-f-]{36})[?"]/g)].length;
    expect(await listed('')).toBe(3);
    expect(await listed(`endpoint=${id}`)).toBe(1);
    expect(await listed(`endpoint=${first!.id}`)).toBe(2);
    // Named, so that nobody takes all of them for those of an endpoint.
    for (const page of ['deliveries', 'deliveries/replays/new']) {
      const unknown = await owner.get(`${page}?endpoint=999999&from=2026-01-01T00:00&to=2026-01-02T00:00`);
      expect([page, unknown.status, unknown.html]).toEqual([page, 400, expect.stringContaining('999999')]);
    }
    expect(await listed('endpoint=x')).toBe(0);
    expect((await owner.get(`deliveries?endpoint=${id}`)).html).toMatch(/class="under">[^<]*Archive/);
  });

  it('shows another organization no endpoint, and lets it change none', async () => {
    const { id } = await added();
    const before = await all();
    const stranger = await signedIn(subscribers.test, await subscribers.test.createOrganization());
    for (const page of [`endpoints/${id}`, `endpoints/${id}/secret`, 'endpoints/0', 'endpoints/x'])
      expect((await stranger.get(page)).status).toBe(404);
    const fields = { called: 'Mine', url: inbox.url };
    for (const page of ['', '/pause', '/resume', '/disable', '/enable', '/test', '/secret'])
      expect((await stranger.send(`endpoints/${id}${page}`, fields, 'endpoint')).status).toBe(404);
    expect((await stranger.get(`deliveries?endpoint=${id}`)).html).not.toContain('Archive');
    expect(await all()).toEqual(before);
  });
});
