import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { activityOf } from '../support/activity.js';
import { type TestOrganization } from '../support/app.js';
import { type DashboardMember, signedIn } from '../support/dashboard-member.js';
import { inDepth } from '../support/in-depth.js';
import { collectLog } from '../support/log-lines.js';
import { answers, type Inbox } from '../support/receiver.js';
import { WebhookSubscribers } from '../support/webhook-subscribers.js';

const TOKEN = 'a-token-of-the-gateway';
const HEADERS = {
  'name-0': 'Authorization',
  'value-0': `Bearer ${TOKEN}`,
  'name-1': 'Cf-Access-Client-Id',
  'value-1': 'countersign.access',
};
const HISTORY = '/api/v1/webhook-notifications';

describe('headers of an endpoint', () => {
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

  const enter = (fields: Record<string, string> = HEADERS) => owner.send('endpoint/headers', fields);
  const address = (url: string) =>
    owner.send('endpoint', [
      ['called', ''],
      ['url', url],
      ['events', 'signature.completed'],
    ]);
  /** The headers of the next delivery. */
  const arrived = async () => {
    const before = inbox.requests.length;
    await subscribers.publish(acme, 'signature.completed');
    const { headers } = (await inbox.waitFor(before + 1)).at(-1)!;
    return [headers.authorization, headers['cf-access-client-id']];
  };

  inDepth('sends the headers with every delivery, and neither shows nor records them anywhere', async () => {
    const log = collectLog();
    expect((await enter()).location).toBe('/endpoint?saved=headers');
    // A receiver that echoes what it got.
    const echo = answers.status(500, {
      body: JSON.stringify(HEADERS),
      headers: { 'x-echo': HEADERS['value-0'] },
    });
    inbox.answerNext(echo);
    expect(await arrived()).toEqual([HEADERS['value-0'], HEADERS['value-1']]);
    const failed = await subscribers.recordWith(acme, { attempts: 1 });
    await owner.send('endpoint/test', {}, 'endpoint');
    const [, tested] = await inbox.waitFor(2);
    expect(tested!.headers.authorization).toBe(HEADERS['value-0']);
    await subscribers.recordWith(acme, { event: 'webhook.test', status: 'success' });
    const { body: history } = await acme.api.get(HISTORY);
    const pages = await Promise.all(
      ['endpoint', 'endpoint/headers', 'endpoints', 'deliveries', `deliveries/${failed.id}`, 'activity'].map(
        async (page) => (await owner.get(page)).html,
      ),
    );
    log.end();
    const { dataSource: db } = subscribers.test;
    const rows = await Promise.all(
      ['webhook_endpoints', 'webhook_attempts', 'webhook_deliveries', 'activity_events'].map((table) =>
        db.query(`select * from ${table} where organization_id = $1`, [acme.organizationId]),
      ),
    );
    const exported = (await owner.get('activity/export.json')).html;
    const everything = [JSON.stringify(history), ...pages, ...log.lines, JSON.stringify(rows), exported].join(
      '\n',
    );
    expect(everything).toContain('[hidden]');
    for (const secret of [TOKEN, HEADERS['value-1']]) expect(everything).not.toContain(secret);
    expect(pages[0]).toContain('2 headers are set');
    const [event] = (await activityOf(db, acme.organizationId)).filter(
      ({ type }) => type === 'endpoint_headers_set',
    );
    expect(event).toMatchObject({ subjectKind: 'webhook_endpoint', data: { count: 2 } });
  });

  it('keeps the headers for the same scheme, host and port, and removes them for another address', async () => {
    await enter();
    const { url } = inbox;
    expect((await address(`${url}?tenant=acme`)).location).toBe('/endpoint?saved=yes');
    expect(await arrived()).toEqual([HEADERS['value-0'], HEADERS['value-1']]);

    const elsewhere = url.replace('localhost', '127.0.0.1');
    expect((await address(elsewhere)).location).toBe('/endpoint?saved=without-headers');
    expect((await owner.get('endpoint?saved=without-headers')).html).toContain('of your own were removed');
    expect((await address(url)).location).toBe('/endpoint?saved=yes');
    expect(await arrived()).toEqual([undefined, undefined]);

    // The previous version changes addresses and knows nothing of headers.
    await enter();
    const change = 'update webhook_endpoints set url = $2 where organization_id = $1';
    const { dataSource: db } = subscribers.test;
    await db.query(change, [acme.organizationId, elsewhere.replace(`:${subscribers.receiver.port}`, ':1')]);
    expect((await owner.get('endpoint')).html).not.toContain('headers are set');
    await db.query(change, [acme.organizationId, url]);
    // Nor are headers saved for an address that was changed meanwhile.
    const outdated = await owner.post('endpoint/headers', [
      ['formToken', owner.formToken],
      ['origin', 'https://elsewhere.test'],
      ...Object.entries(HEADERS),
    ]);
    expect(outdated).toMatchObject({ status: 400 });
    expect(outdated.html).toContain('Nothing was changed');
  });

  it('asks for the password again, replaces all headers at once, and removes them with an empty form', async () => {
    await subscribers.test.database.moveClock('11 minutes');
    const asked = await owner.send(
      'endpoint/headers',
      { ...HEADERS, origin: new URL(inbox.url).origin },
      'endpoint',
    );
    expect(asked.location).toMatch(/^\/confirm/);
    expect((await owner.get('endpoint/headers')).location).toMatch(/^\/confirm/);
    expect((await owner.confirm(asked)).location).toBe('/endpoint?saved=headers');
    expect(await arrived()).toEqual([HEADERS['value-0'], HEADERS['value-1']]);
    await enter({ 'name-4': 'Cf-Access-Client-Id', 'value-4': 'another' });
    expect(await arrived()).toEqual([undefined, 'another']);
    expect((await enter({})).location).toBe('/endpoint?saved=no-headers');
    expect(await arrived()).toEqual([undefined, undefined]);
  });

  inDepth(
    'sends headers over http:// within the allowed networks if that is allowed, and nowhere else',
    async () => {
      const requests: unknown[] = [];
      const server = createServer((request, response) => {
        requests.push(request.headers['x-key']);
        response.end();
      });
      await once(server.listen(0, '127.0.0.1'), 'listening');
      const plain = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
      const refused = await address(plain);
      expect(refused).toMatchObject({ status: 400 });
      expect(refused.html).toContain('WEBHOOK_CA_FILE');
      const open = await WebhookSubscribers.start({ webhookAllowHttp: true });
      try {
        const other = await open.test.createOrganization();
        const admin = await signedIn(open.test, other);
        const fields: [string, string][] = [
          ['called', ''],
          ['url', plain],
          ['events', 'signature.completed'],
        ];
        expect((await admin.send('endpoint', fields)).location).toBe('/endpoint?saved=yes');
        await admin.send('endpoint/headers', { 'name-0': 'X-Key', 'value-0': 'in the clear' });
        await open.publish(other, 'signature.completed');
        await open.recordWith(other, { status: 'success' });
        expect(requests).toEqual(['in the clear']);
        const { html } = await admin.send('endpoint', [
          ['called', ''],
          ['url', 'http://8.8.8.8/'],
        ]);
        expect(html).toContain('8.8.8.8 is not within WEBHOOK_ALLOWED_CIDRS');
      } finally {
        await open.stop();
        server.close();
      }
    },
  );
});
