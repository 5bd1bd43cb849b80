import { Members } from '../../src/accounts/members.js';
import { operatorOf } from '../../src/activity/domain/activity-event.js';
import { activityOf } from '../support/activity.js';
import { ApiClient } from '../support/api-client.js';
import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { type DashboardMember, signedIn } from '../support/dashboard-member.js';
import { sendRequest } from '../support/signing-requests.js';
import { until } from '../support/until.js';

const secretIn = (html: string) => /data-secret>([^<]+)</.exec(html)?.[1];

describe('keys and the endpoint at the dashboard', () => {
  let test: TestApp;
  let acme: TestOrganization;
  let owner: DashboardMember;

  beforeAll(async () => {
    test = await startTestApp({ webhookAllowedCidrs: ['127.0.0.0/8'] });
  });
  beforeEach(async () => {
    acme = await test.createOrganization();
    owner = await signedIn(test, acme);
  });
  afterAll(() => test?.close());

  const answers = async (key: string) =>
    (await new ApiClient(test.url, key).get('/api/v1/signatures')).status;

  describe('the API key', () => {
    it('replaces the API key, shows it once, and accepts it at once', async () => {
      const made = await owner.send('api-key/new', { scopes: 'identity:read' });
      const key = secretIn(made.html)!;
      expect(await answers(key)).toBe(200);
      expect(await answers(acme.apiKey)).toBe(401);
      const page = await owner.get('api-key');
      expect(page.html).not.toContain(key);
      expect(page.html).toContain(`${key.slice(0, 8)}…`);
      expect(page.html).toContain('<code>identity:read</code>');
      expect(page.html).not.toContain('<code>identity:write</code>');
      const [, reference] = /<a href="([^"]+)">API reference<\/a>/.exec(page.html)!;
      expect(await (await fetch(test.url + reference)).text()).toContain('<h1');
    });

    it('makes one API key for a form that is sent twice', async () => {
      const form = await owner.get('api-key/new');
      const [, formToken] = /name="formToken" value="(\w+)"/.exec(form.html)!;
      const [, replaces] = /name="replaces" value="(\d+)"/.exec(form.html)!;
      const send = () => owner.post('api-key/new', { formToken: formToken!, replaces: replaces! });
      const seen = await Promise.all([send(), send(), send()]);
      const keys = seen.map(({ html }) => secretIn(html)).filter(Boolean);
      expect(keys).toHaveLength(1);
      expect(await answers(keys[0]!)).toBe(200);
      expect((await send()).html).toContain('Nothing was changed');
      expect(await answers(keys[0]!)).toBe(200);
    });

    it('revokes the API key', async () => {
      expect((await owner.send('api-key/revoke')).location).toBe('/api-key');
      expect(await answers(acme.apiKey)).toBe(401);
      expect((await owner.get('api-key')).html).toContain('There is no API key');
      const made = await owner.send('api-key/new');
      expect(await answers(secretIn(made.html)!)).toBe(200);
    });

    it('shows when and from where the API key was used, and that it is old', async () => {
      expect((await owner.get('api-key')).html).toContain('never');
      await acme.api.get('/api/v1/signatures');
      const used = () => owner.get('api-key').then(({ html }) => html.includes('from 127.0.0.1'));
      await until('the use is recorded', used);
      await test.database.moveClock('90 days');
      owner = await signedIn(test, acme);
      expect((await owner.get('api-key')).html).toContain('This key is 90 days old');
    });

    it('asks for the password again after ten minutes', async () => {
      await test.database.moveClock('11 minutes');
      const asked = await owner.get('api-key/new');
      expect(asked.location).toBe('/confirm?next=%2Fdashboard%2Fapi-key%2Fnew');
      const refused = await owner.send('api-key/new', {}, 'account');
      expect(refused.location).toMatch(/^\/confirm/);
      expect(await answers(acme.apiKey)).toBe(200);
      const wrong = await owner.send(
        'confirm',
        { password: 'wrong' },
        'confirm?next=%2Fdashboard%2Fapi-key%2Fnew',
      );
      expect(wrong).toMatchObject({ status: 400 });
      expect((await owner.confirm()).location).toBe('');
      expect((await owner.get('api-key/new')).status).toBe(200);
    });
  });

  describe('the endpoint', () => {
    const save = (url: string, events = ['signature.created']) =>
      owner.send('endpoint', [['url', url], ...events.map((event): [string, string] => ['events', event])]);

    it('saves an endpoint and delivers its events to it', async () => {
      expect((await save('https://127.0.0.1:1/hook')).location).toBe('/endpoint?saved=yes');
      const page = await owner.get('endpoint');
      expect(page.html).toContain('value="https://127.0.0.1:1/hook"');
      expect(page.html).toMatch(/value="signature.created" checked/);
      expect(page.html).not.toMatch(/value="signature.completed" checked/);
      await sendRequest(test, acme, 'fast');
      const list = await owner.get('deliveries');
      expect(list.html).toContain('signature.created');
      const [, id] = /href="\/dashboard\/deliveries\/([0-9a-f-]{36})"/.exec(list.html)!;
      const delivery = async () => (await owner.get(`deliveries/${id}`)).html;
      await until('an attempt was made', async () => (await delivery()).includes('Attempt 1'));
      expect(await delivery()).toContain('&quot;event&quot;');
      expect(await delivery()).toContain('Next attempt');
      const stranger = await signedIn(test, await test.createOrganization());
      expect((await stranger.get(`deliveries/${id}`)).status).toBe(404);
      expect((await stranger.get('deliveries')).html).not.toContain(id);
    });

    it.each([
      'http://169.254.169.254/latest',
      'ftp://acme.test',
      'no address',
      'https://user:secret@acme.test/',
    ])('refuses an endpoint at %s, beside the field and with what was typed', async (url) => {
      const refused = await save(url);
      expect(refused.status).toBe(400);
      expect(refused.html).toMatch(/id="url-error">[^<]+</);
      expect(refused.html).toContain(`value="${url}"`);
      expect(refused.html).toMatch(/value="signature.created" checked/);
    });

    it('holds deliveries while the endpoint is paused', async () => {
      expect((await owner.send('endpoint/pause', {}, 'endpoint')).location).toBe('/endpoint');
      expect((await owner.get('endpoint')).html).toContain('Deliveries are paused');
      expect((await owner.send('endpoint/resume', {}, 'endpoint')).location).toBe('/endpoint');
      expect((await owner.get('endpoint')).html).not.toContain('Deliveries are paused');
    });

    it('gives the endpoint another secret, shown once, and one only for a form that is sent twice', async () => {
      const form = await owner.get('endpoint/secret');
      const [, formToken] = /name="formToken" value="(\w+)"/.exec(form.html)!;
      const since = /name="since" value="([^"]+)"/.exec(form.html)![1]!;
      const send = () => owner.post('endpoint/secret', { formToken: formToken!, since, when: 'later' });
      const seen = await Promise.all([send(), send(), send()]);
      const secrets = seen.map(({ html }) => secretIn(html)).filter(Boolean);
      expect(secrets).toEqual([expect.stringMatching(/^sk_webhook_/)]);
      const [secret] = secrets;
      expect((await send()).html).toContain('Nothing was changed');
      const page = await owner.get('endpoint');
      expect(page.html).not.toContain(secret);
      expect(page.html).toContain('The new secret takes effect on');
    });
  });

  describe('people', () => {
    it('changes the role of a member, and removes them', async () => {
      const { email } = await signedIn(test, acme, 'reviewer');
      const page = await owner.get('people');
      const [, id] = new RegExp(`for="role-(\\d+)">Role of ${email}<`).exec(page.html)!;
      expect((await owner.send(`people/${id}/role`, { role: 'admin' }, 'people')).location).toBe('/people');
      expect((await owner.send(`people/${id}/remove`, {}, 'people')).location).toBe('/people');
      expect((await owner.get('people')).html).not.toContain(email);
    });

    it('removing members signs them out, even if they are added again, and names the operator', async () => {
      const person = await signedIn(test, acme, 'reviewer');
      const { organizationId } = acme;
      const [members, operator] = [test.app.get(Members), operatorOf(organizationId)];
      const all = await members.list(organizationId);
      const { id } = all.find(({ email }) => email === person.email)!;
      const before = (await activityOf(test.dataSource, organizationId)).length;
      await members.remove(operator, id);
      expect((await person.get()).location).toMatch(/^\/sign-in/);
      await members.add(operator, { email: person.email, role: 'admin' });
      expect((await person.get()).location).toMatch(/^\/sign-in/);
      expect(await activityOf(test.dataSource, organizationId, before)).toMatchObject([
        { type: 'member_removed', userId: null, subjectId: id, data: { role: 'reviewer' } },
        { type: 'member_added', userId: null, subjectId: id, data: { role: 'admin' } },
      ]);
    });

    it('keeps at least one owner, even when two leave at once', async () => {
      const second = await signedIn(test, acme, 'admin');
      const page = await owner.get('people');
      const ids = [...page.html.matchAll(/people\/(\d+)\/remove/g)].map(([, id]) => id!);
      expect((await owner.send(`people/${ids[0]}/role`, { role: 'admin' }, 'people')).status).toBe(400);
      await owner.send(`people/${ids[1]}/role`, { role: 'owner' }, 'people');
      const leaving = [owner, second].map((member, index) =>
        member.send(`people/${ids[index]}/remove`, {}, 'people'),
      );
      const seen = await Promise.all(leaving);
      expect(seen.map(({ status }) => status).sort()).toEqual([303, 400]);
    });
  });
});
