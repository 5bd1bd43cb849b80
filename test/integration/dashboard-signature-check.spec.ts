import { type TestOrganization } from '../support/app.js';
import { type DashboardMember, signedIn } from '../support/dashboard-member.js';
import { type Inbox, type ReceivedRequest } from '../support/receiver.js';
import { type Seen } from '../support/visitor.js';
import { signatureOf, WebhookSubscribers } from '../support/webhook-subscribers.js';

const PAGE = 'deliveries/check';
const RIGHT = 'The signature is right';
const REFUSED = 'A receiver must refuse this request';

describe('the signature check at the dashboard', () => {
  let subscribers: WebhookSubscribers;
  let inbox: Inbox;
  let acme: TestOrganization;
  let owner: DashboardMember;
  /** A webhook as the receiver got it. */
  let received: ReceivedRequest;
  let headers: string;
  let body: string;

  beforeAll(async () => {
    subscribers = await WebhookSubscribers.start();
    inbox = subscribers.receiver.newInbox();
    acme = await subscribers.subscriber(inbox);
    owner = await signedIn(subscribers.test, acme);
    await subscribers.publish(acme, 'signature.completed', { id: 41, subject: '</textarea><script>x' });
    [received] = (await inbox.waitFor(1)) as [ReceivedRequest];
    await subscribers.recordWith(acme, { status: 'success' });
    headers = Object.entries(received.headers)
      .map(([name, value]) => `${name}: ${String(value)}`)
      .join('\n');
    body = received.body.toString();
  });
  afterAll(() => subscribers?.stop());

  const check = (fields: { headers?: string; body?: string } = {}, member = owner) =>
    member.send(PAGE, { headers, body, ...fields });
  const headlineOf = ({ html }: Seen) => /<div class="notice \w+">.*?<h2>([^<]*)</s.exec(html)?.[1];

  it('confirms a correct delivery, and links to it', async () => {
    const seen = await check();
    expect(seen.status).toBe(200);
    expect(headlineOf(seen)).toBe(RIGHT);
    expect(seen.html).toContain('X-Service-Signature is right: signed with your current secret.');
    expect(seen.html).toMatch(/href="\/dashboard\/deliveries\/[0-9a-f-]{36}"/);
    // What was pasted stays text.
    expect(seen.html).not.toContain('<script>x');
    expect(seen.html).toContain('&lt;/textarea&gt;&lt;script&gt;x');
  });

  it('explains what is wrong with a signature', async () => {
    const altered = await check({ body: body.replace('"id":41', '"id":42') });
    expect(headlineOf(altered)).toBe(REFUSED);
    expect(altered.html).toContain(`it differs from byte ${body.indexOf('"id":41') + '"id":4'.length} on`);
    const written = await check({ body: JSON.stringify(JSON.parse(body), null, 2) });
    expect(headlineOf(written)).toBe(REFUSED);
    expect(written.html).toContain('parsed and written again');
    const missing = await check({ headers: 'Content-Type: application/json' });
    expect(missing.html).toContain('No signature header');
    const empty = await check({ body: ' \n' });
    expect(empty.status).toBe(400);
    expect(empty.html).toContain('Paste the body.');
  });

  it('finds no deliveries of other organizations', async () => {
    const stranger = await signedIn(subscribers.test, await subscribers.test.createOrganization());
    const seen = await check({}, stranger);
    expect(headlineOf(seen)).toBe(REFUSED);
    expect(seen.html).toContain('matches none of your secrets');
    expect(seen.html).not.toMatch(/href="\/dashboard\/deliveries\/[0-9a-f-]{36}"/);
    expect(seen.html).not.toContain('differs from byte');
  });

  it('refuses forms without a token, and reviewers', async () => {
    expect((await owner.post(PAGE, { headers, body })).status).toBe(403);
    expect((await owner.post(PAGE, { headers, body, formToken: '0'.repeat(64) })).status).toBe(403);
    const reviewer = await signedIn(subscribers.test, acme, 'reviewer');
    expect((await reviewer.get(PAGE)).status).toBe(403);
  });

  it('accepts both secrets during a rotation, and shows neither', async () => {
    const org = await subscribers.subscriber(inbox);
    const member = await signedIn(subscribers.test, org);
    const { webhookSecret } = await subscribers.endpoints.rotateSecret(org.organizationId, 'in_24_hours');
    const signed = (secret: string) => `x-service-signature: ${signatureOf(Buffer.from('{}'), secret)}`;
    const texts: (string | undefined)[] = [];
    const checkBoth = async (by: DashboardMember) => {
      for (const secret of [org.webhookSecret, webhookSecret]) {
        const { html } = await check({ headers: signed(secret), body: '{}' }, by);
        expect(html).not.toContain(org.webhookSecret);
        expect(html).not.toContain(webhookSecret);
        texts.push(/X-Service-Signature is right[^<]*/.exec(html)?.[0]);
      }
    };
    await checkBoth(member);
    await subscribers.moveClock('25 hours');
    await checkBoth(await signedIn(subscribers.test, org, 'admin'));
    expect(texts).toEqual([
      expect.stringContaining('your current secret'),
      expect.stringContaining('becomes valid after the rotation'),
      expect.stringContaining('before the last rotation'),
      expect.stringContaining('your current secret'),
    ]);
  });
});
