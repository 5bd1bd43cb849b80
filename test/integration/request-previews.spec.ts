import { type SharedTestApp, sharedTestApp, type TestOrganization } from '../support/app.js';
import { type DashboardMember, signedIn } from '../support/dashboard-member.js';
import { inDepth } from '../support/in-depth.js';
import { textPdf } from '../support/pdf-samples.js';
import { ANNA, JONAS } from '../support/signing-requests.js';
import { trailOf } from '../support/trails.js';

const HOSTILE = '"><script>alert(1)</script>{{title}}';
const BOX = { page: 1, x: 72, width: 180, height: 48, required: true };
const FIELDS = [
  { ...BOX, kind: 'signature', label: '', signerEmail: ANNA.email, y: 600 },
  { ...BOX, kind: 'text', label: 'Keys', signerEmail: JONAS.email, y: 400 },
];
const ENTERED = {
  'email-0': ANNA.email,
  'person-0': ANNA.name!,
  'order-0': '1',
  'email-1': JONAS.email,
  'order-1': '2',
  subject: 'Your lease',
  message: `Dear both,\r\n${HOSTILE}`,
  requireVerification: 'yes',
  expires: '2099-02-03',
  expiresTime: '17:00',
  remindEvery: '3',
  allowHandOver: 'yes',
  copies: 'legal@acme.test\r\n\r\nLegal@acme.test',
  senderName: 'Acme Legal',
  scheduled: '2099-01-02T09:30',
};

describe('a request made by hand with all its options', () => {
  let test: SharedTestApp;
  let acme: TestOrganization;
  let owner: DashboardMember;
  let id: number;
  let page: string;

  beforeAll(async () => {
    test = await sharedTestApp();
    acme = await test.createOrganization({ name: 'Acme' });
    owner = await signedIn(test, acme);
    const lease = { name: 'Lease.pdf', bytes: await textPdf(2) };
    const { location } = await owner.upload('signatures/new', { type: 'advanced' }, lease);
    id = Number(/(\d+)\/signers$/.exec(location!)![1]);
    page = `signatures/${id}`;
    await owner.send(`${page}/signers`, ENTERED);
    await owner.send(`${page}/fields`, { fields: JSON.stringify(FIELDS) });
  });

  it('keeps the options in their form', async () => {
    const { html } = await owner.get(`${page}/signers`);
    for (const shown of ['2099-02-03', '17:00', '3', 'Acme Legal', '2099-01-02T09:30'])
      expect(html).toContain(` value="${shown}"`);
    expect(html).toContain('>legal@acme.test\nLegal@acme.test</textarea>');
    expect(html).toContain('name="allowHandOver" value="yes" checked');
  });

  it('shows the request as each signer will see it, with nothing to act on', async () => {
    const first = await owner.get(`${page}/preview/1`);
    expect(first.html).toContain(`src="/dashboard/${page}/preview/1/invitation"`);
    expect(first.html).toMatch(/Acme Legal<[\s\S]*Anna[\s\S]*<dd>Your lease<\/dd>/);
    expect(first.headers.get('content-security-policy')).toContain("frame-src 'self'");
    const seen = async (place: number, screen: string) => {
      const { status, html, headers } = await owner.get(`${page}/preview/${place}/${screen}`);
      expect(status).toBe(200);
      expect(headers.get('content-security-policy')).toMatch(
        /form-action 'none'.*sandbox(?!.*allow-(forms|top-navigation|popups))/,
      );
      expect(html).not.toMatch(
        /(href|action|data-picture|data-phone|data-document-read)="\/(?!assets|brand)|formToken/,
      );
      expect(html).not.toContain('<script>alert');
      return html;
    };
    const invitation = await seen(1, 'invitation');
    expect(invitation).toContain('Dear both,\n');
    expect(invitation).not.toContain('Others need to sign before you');
    expect(await seen(1, 'landing')).toMatch(/Acme Legal[\s\S]*February 3, 2099/);
    expect(await seen(1, 'code')).toContain('Code from the email');
    const drawn = await seen(1, 'document');
    expect(drawn).toContain(`data-document="/dashboard/${page}/presented"`);
    expect(drawn).toContain('&quot;y&quot;:600');
    expect(drawn).not.toContain('Keys');
    expect(await seen(1, 'identity')).toContain('Confirm your identity');
    expect(await seen(2, 'invitation')).toContain('Others need to sign before you');
    expect(await seen(2, 'your-turn')).toContain('Acme Legal');
    expect(await seen(2, 'document')).toContain('Keys');
    const consent = await seen(2, 'consent');
    expect(consent).toContain('>Keys</label>');
    expect(consent).not.toContain('id="name"');
    const waiting = await seen(2, 'not-your-turn');
    expect(waiting).toMatch(/not your turn yet[\s\S]*Still to sign[\s\S]*Anna/);
    expect(waiting).not.toContain('j•');
    expect(await seen(1, 'done')).toMatch(/Still to sign[\s\S]*j•/);
    const last = await seen(2, 'done');
    expect(last).toContain('You have signed');
    expect(last).not.toContain('Still to sign');
    for (const none of ['1/your-turn', '1/not-your-turn', '1/x', '3/landing'])
      expect((await owner.get(`${page}/preview/${none}`)).status).toBe(404);
    const stranger = await signedIn(test, await test.createOrganization({ name: 'Other' }));
    expect((await stranger.get(`${page}/preview/1/landing`)).status).toBe(404);
    const links = 'select count(*)::integer from signer_links where signature_id = $1';
    expect(await test.dataSource.query(links, [id])).toEqual([{ count: 0 }]);
    expect((await trailOf(test.dataSource, id)).map(({ type }) => type)).not.toContain('opened');
  });

  inDepth('checks the request again when it is sent, and sends it at its time', async () => {
    const setPlan = (day: string) =>
      test.dataSource.query(
        `update send_plans set plan = jsonb_set(plan, '{expiresDate}', to_jsonb($2::text)) where signature_id = $1`,
        [id, day],
      );
    await setPlan('2001-01-01');
    const missed = await owner.send(`${page}/send`, {}, `${page}/check`);
    expect([missed.status, missed.html]).toEqual([400, expect.stringContaining('The deadline has passed.')]);
    await setPlan('2099-02-03T17:00');
    const check = await owner.get(`${page}/check`);
    for (const shown of [
      'Acme Legal',
      '2099-01-02T09:30:00.000Z',
      '2099-02-03T17:00:00.000Z',
      'Every 3 days',
    ])
      expect(check.html).toContain(shown);
    const sent = await owner.send(`${page}/send`, {}, `${page}/check`);
    expect(sent.location).toBe(`/${page}?done=scheduled`);
    expect((await owner.get(page)).html).toContain('2099-01-02T09:30:00.000Z');
    expect((await acme.api.get(`/api/v1/signatures/${id}`)).body).toMatchObject({
      status: 'scheduled',
      senderName: 'Acme Legal',
      expiresDate: '2099-02-03T17:00:00.000Z',
      ccOnComplete: ['Legal@acme.test'],
      requireVerification: true,
    });
    const stored = 'select remind_every as every, scheduled_date as at from signatures where id = $1';
    expect(await test.dataSource.query(stored, [id])).toEqual([
      { every: 3, at: new Date('2099-01-02T09:30:00.000Z') },
    ]);
  });
});
