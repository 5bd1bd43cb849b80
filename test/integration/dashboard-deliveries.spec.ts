import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type TestOrganization } from '../support/app.js';
import { type DashboardMember, formTokenIn, hiddenIn, signedIn } from '../support/dashboard-member.js';
import { inDepth } from '../support/in-depth.js';
import { answers, type Inbox } from '../support/receiver.js';
import { signatureOf, WebhookSubscribers } from '../support/webhook-subscribers.js';

const run = promisify(execFile);
const SCRIPT = '</pre><script>alert(1)</script>';
/** Hostile to a shell, curl, JSON and HTML. */
const HOSTILE = `'; touch /tmp/x; ' "$(id)" \`id\` $HOME \\ \\' ! # @file %s {a,b} [1-2] \n\r\t Küche ✍ ${SCRIPT}`;

const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#x27': "'",
  '#x60': '`',
  '#x3D': '=',
};
/** The text of the element with this id. */
function textIn(html: string, id: string): string {
  const [, inner = ''] = new RegExp(`id="${id}"[^>]*>([^<]*)<`).exec(html) ?? [];
  return inner.replace(/&([#\w]+);/g, (entity, name: string) => ENTITIES[name] ?? entity);
}

describe('deliveries at the dashboard', () => {
  let subscribers: WebhookSubscribers;
  let inbox: Inbox;
  let acme: TestOrganization;
  let owner: DashboardMember;

  beforeAll(async () => {
    subscribers = await WebhookSubscribers.start();
    inbox = subscribers.receiver.newInbox();
    acme = await subscribers.subscriber(inbox, ['signature.created', 'signature.completed']);
    owner = await signedIn(subscribers.test, acme);
  });
  afterAll(() => subscribers?.stop());

  const listed = async (query = '') =>
    [...(await owner.get(`deliveries?${query}`)).html.matchAll(/deliveries\/([0-9a-f-]{36})[?"]/g)].map(
      ([, id]) => id!,
    );

  it('finds deliveries by event, status, time, webhookId and subject', async () => {
    inbox.answerNext(answers.status(200), answers.status(500));
    await subscribers.publish(acme, 'signature.created', { id: 41 });
    const first = await subscribers.recordWith(acme, { status: 'success' });
    await subscribers.publish(acme, 'signature.completed', { id: 42 });
    const second = await subscribers.recordWith(acme, { status: 'pending', attempts: 1 });
    expect(await listed()).toEqual([second.id, first.id]);
    expect(await listed('event=signature.created')).toEqual([first.id]);
    expect(await listed('status=pending')).toEqual([second.id]);
    expect(await listed('status=retrying')).toEqual([second.id]);
    expect(await listed('status=failed')).toEqual([]);
    expect(await listed('q=42')).toEqual([second.id]);
    expect(await listed('subject=signature&subjectId=42')).toEqual([second.id]);
    expect(await listed('subject=identity_verification&subjectId=42')).toEqual([]);
    expect(await listed('q=e.comp')).toEqual([second.id]);
    expect(await listed('q=Lease')).toEqual([]);
    expect((await owner.get('deliveries?q=Lease')).status).toBe(200);
    expect(await listed(`q=${String(first.requestBody.webhookId)}`)).toEqual([first.id]);
    const minute = (moved: number) => new Date(Date.now() + moved).toISOString().slice(0, 16);
    expect(await listed(`from=${minute(-120_000)}&to=${minute(0)}`)).toHaveLength(2);
    expect(await listed(`from=${minute(120_000)}`)).toEqual([]);
    expect(await listed(`to=${minute(-600_000)}`)).toEqual([]);

    const wrong = await owner.get(`deliveries?q=${'Lease'.repeat(61)}&status=lost&from=2026-02-30T10:00`);
    expect(wrong.status).toBe(400);
    expect(wrong.html).toMatch(/id="q-error">[^<]+</);
    expect(wrong.html).toMatch(/id="from-error">[^<]+</);
    expect(wrong.html).toMatch(/class="bad-words">[^<]*lost/);
    expect(wrong.html).toContain('value="LeaseLease');
    const stranger = await signedIn(subscribers.test, await subscribers.test.createOrganization());
    expect((await stranger.get(`deliveries/${first.id}`)).status).toBe(404);
    expect((await stranger.get(`deliveries/${first.id}/answers/1`)).status).toBe(404);
  });

  it('names the template or the bulk send that an event is about', async () => {
    const own = await subscribers.subscriber(subscribers.receiver.newInbox(), [
      'template.published',
      'bulk_send.finished',
    ]);
    const member = await signedIn(subscribers.test, own);
    await subscribers.publish(own, 'template.published', { id: 44 });
    await subscribers.publish(own, 'bulk_send.finished', { id: 45 });
    const { id } = await subscribers.recordWith(own, { event: 'bulk_send.finished' });
    const namesIn = async (page: string) =>
      (await member.get(page)).html.match(/(Template|Bulk send) \d+/g)?.toSorted();
    expect(await namesIn('deliveries')).toEqual(['Bulk send 45', 'Template 44']);
    expect(await namesIn('deliveries?q=45')).toEqual(['Bulk send 45']);
    expect(await namesIn('deliveries?subject=template&subjectId=44')).toEqual(['Template 44']);
    expect((await member.get(`deliveries/${id}`)).html).toContain('?subject=bulk_send&amp;subjectId=45');
  });

  it('says in the reader’s language why deliveries failed', async () => {
    const german = await signedIn(subscribers.test, acme, 'admin');
    await german.send('account/reading', { locale: 'de', timeZone: '' }, 'account');
    const record = await subscribers.recordWith(acme, { status: 'pending', attempts: 1 });
    await subscribers.test.dataSource.query(
      "update webhook_deliveries set failure_reason = 'certificate expired on 2026-01-31T23:30:00Z' where id = $1",
      [record.id],
    );
    for (const page of ['deliveries', 'endpoint']) {
      const { html } = await german.get(page);
      expect(html).toContain('Zertifikat abgelaufen');
      expect(html).not.toContain('2026-01-31T23:30');
    }
  });

  it('shows what was sent and received as text, and a command that sends the same bytes', async () => {
    const body = JSON.stringify({ said: SCRIPT, long: 'x'.repeat(20_000) });
    inbox.answerNext(answers.status(502, { body, headers: { 'x-said': SCRIPT } }));
    const before = inbox.requests.length;
    await subscribers.publish(acme, 'signature.created', { id: 43, subject: HOSTILE });
    const [sent] = (await inbox.waitFor(before + 1)).slice(-1);
    await subscribers.recordWith(acme, { status: 'pending', attempts: 1 });
    const [id] = await listed('subjectId=43');
    const { html } = await owner.get(`deliveries/${id}`);
    expect(html).not.toContain(SCRIPT);
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(html).toContain('The endpoint failed (502). Its own log says why.');
    expect(html).toMatch(/data-countdown="\d{4}-/);
    expect(textIn(html, 'payload')).toBe(JSON.stringify(JSON.parse(sent!.body.toString()), null, 2));
    const signature = sent!.headers['x-service-signature'] as string;
    expect(html).not.toContain(signature);
    const [row] = await subscribers.test.dataSource.query<{ url: string; headers: object }[]>(
      'select url, request_headers as headers from webhook_attempts where delivery_id = $1',
      [id],
    );
    expect(row).toEqual({
      url: inbox.url,
      headers: {
        'Content-Type': 'application/json',
        'User-Agent': sent!.headers['user-agent'],
        'X-Service-Webhook-Id': sent!.headers['x-service-webhook-id'],
        'webhook-id': sent!.headers['webhook-id'],
        'webhook-timestamp': sent!.headers['webhook-timestamp'],
      },
    });
    expect((await owner.get(`deliveries/${id}/answers/1`)).html).toBe(body);

    const env = { ...process.env, CURL_CA_BUNDLE: subscribers.receiver.caFile };
    await run('bash', ['-c', `${textIn(html, 'curl')} --silent --fail`], { env });
    const again = inbox.requests.at(-1)!;
    expect(again).not.toBe(sent);
    expect(again.body.equals(sent!.body)).toBe(true);
    for (const name of ['content-type', 'user-agent', 'x-service-webhook-id'])
      expect(again.headers[name]).toBe(sent!.headers[name]);
    expect(again.headers).not.toHaveProperty('x-service-signature');
  });

  it('counts attempts by day in a chart with a table behind it', async () => {
    const { html } = await owner.get('endpoint');
    expect(html).toMatch(/aria-label="Attempts per day: \d+ in all, \d+ of them successful/);
    expect(html.match(/<th scope="row">/g)).toHaveLength(30);
    expect(html).toMatch(/Share delivered<\/dt><dd>100%/);
    expect(html).not.toMatch(/Share of \d+ attempts<\/dt><dd>100%/);
  });

  it('sends one test event for a form that is sent twice', async () => {
    const seen = await owner.get('endpoint');
    const form: [string, string][] = [['formToken', formTokenIn(seen)!], ...hiddenIn(seen)];
    const count = async () => {
      const [row] = await subscribers.test.dataSource.query<{ count: number }[]>(
        'select count(*)::int as count from webhook_deliveries where organization_id = $1',
        [acme.organizationId],
      );
      return row!.count;
    };
    const before = await count();
    const answers = [await owner.post('endpoint/test', form), await owner.post('endpoint/test', form)];
    expect(answers[0]!.location).toMatch(/^\/deliveries\/[0-9a-f-]{36}$/);
    expect(answers[1]!.location).toBe(answers[0]!.location);
    expect(await count()).toBe(before + 1);
  });

  inDepth('sends test events, at most ten a minute', async () => {
    const next = subscribers.receiver.newInbox();
    const other = await subscribers.test.createOrganization();
    const admin = await signedIn(subscribers.test, other, 'admin');
    const test = () => admin.send('endpoint/test', {}, 'endpoint');
    const refused = await test();
    expect(refused.status).toBe(400);
    expect(refused.html).toContain('Save an address first.');
    const { organizationId } = other;
    await subscribers.endpoints.setUrl({ organizationId, url: next.url, events: [] });
    const sent = await test();
    expect(sent.location).toMatch(/^\/deliveries\/[0-9a-f-]{36}$/);
    const [request] = await next.waitFor(1);
    const payload = JSON.parse(request!.body.toString());
    expect(payload).toMatchObject({
      event: 'webhook.test',
      organizationId,
      data: { message: expect.any(String) },
    });
    expect(request!.headers['x-service-signature']).toBe(signatureOf(request!.body, other.webhookSecret));
    const record = await subscribers.recordWith(other, { status: 'success' });
    expect(record).toMatchObject({ event: 'webhook.test', requestBody: payload });
    const more = await Promise.all(Array.from({ length: 10 }, test));
    expect(more.map(({ status }) => status).sort()).toEqual([...Array<number>(9).fill(303), 429]);
    // No endpoint can subscribe to it.
    expect((await admin.get('endpoint')).html).not.toContain('name="events" value="webhook.test"');
  });
});
