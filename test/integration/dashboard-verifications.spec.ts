import { type SharedTestApp, sharedTestApp, type TestOrganization } from '../support/app.js';
import { type DashboardMember, signedIn } from '../support/dashboard-member.js';

const HOSTILE = '"><script>alert(1)</script>{{title}}';

const minutesOf = ({ createdAt, expiresAt }: Record<string, unknown>) =>
  (Date.parse(String(expiresAt)) - Date.parse(String(createdAt))) / 60_000;

describe('verifications at the dashboard', () => {
  let test: SharedTestApp;
  let acme: TestOrganization;
  let owner: DashboardMember;

  beforeAll(async () => {
    test = await sharedTestApp();
    acme = await test.createOrganization({ name: 'Acme' });
    owner = await signedIn(test, acme);
  });

  it('creates links that work for as long as the member chooses', async () => {
    const person = { person: 'Anna Eriksson', email: 'anna@example.com' };
    for (const [minutes, expected] of [
      ['60', 60],
      ['10080', 10_080],
      ['7', 24 * 60],
    ] as const) {
      const { location } = await owner.send('verifications/new', { ...person, minutes });
      const { body } = await acme.api.get(`/api/v1/identity-verifications/${location!.split('/')[2]}`);
      expect(minutesOf(body)).toBe(expected);
    }
  });

  it('tells what happened to one in sentences, with who did it and from where', async () => {
    const { location } = await owner.send('verifications/new', {
      person: 'Anna Eriksson',
      email: 'anna@example.com',
      minutes: '60',
    });
    const page = location!.slice(1);
    const by = `</time>, <bdi>${owner.email}</bdi>, 127.0.0.1</span>`;
    await owner.send(`${page}/link`, {}, page);
    await owner.send(`${page}/resend`, {}, page);
    const { body } = await acme.api.get(`/api/v1/${page.replace('verifications', 'identity-verifications')}`);
    await fetch(body.sessionUrl as string);
    await owner.send(`${page}/cancel`, {}, page);
    const { html } = await owner.get(page);
    const told = [...html.matchAll(/<li>(.*?) <span class="soft small"><time[^>]*>[^<]*(.*?)<\/li>/g)];
    const rows = told.map(([, words, rest]) => [words, rest]);
    expect(rows.filter(([words]) => !words!.startsWith('Link emailed'))).toEqual([
      ['Verification cancelled', by],
      ['Link opened · <bdi>Anna Eriksson</bdi>', '</time></span>'],
      ['Link sent again', by],
      ['Link shown to a member of the organization', by],
      ['Verification created', by],
    ]);
    expect(html).not.toContain('identity_verification.');
  });

  it('starts a verification by hand, shows its report, and lets an owner erase it', async () => {
    const problems = await owner.send('verifications/new', { person: ' ', email: HOSTILE, language: 'xx' });
    expect(problems.status).toBe(400);
    expect(problems.html).toContain('Choose one of the languages.');
    expect(problems.html).toContain('Enter a name of at most 200 characters.');
    expect(problems.html).toContain('Enter an email address such as name@example.com');
    expect(problems.html).not.toContain('<script>alert');
    const started = await owner.send('verifications/new', {
      person: 'Anna Maria Eriksson',
      email: 'anna@example.com',
      language: 'de',
    });
    const page = started.location!.slice(1);
    expect((await owner.get(page)).html).toMatch(/Not opened[\s\S]*<dd>Deutsch</);
    const id = Number(page.split('/')[1]);
    const { body } = await acme.api.get(`/api/v1/identity-verifications/${id}`);
    expect(body).toMatchObject({ email: 'anna@example.com', lastName: 'Eriksson', status: 'pending' });
    expect(minutesOf(body)).toBe(24 * 60);

    expect((await owner.send(`${page}/erase`, {}, page)).status).toBe(400);
    const person = body.sessionUrl as string;
    expect(await (await fetch(person)).text()).toContain('<html lang="de"');
    await fetch(`${person}/cancel`, { method: 'POST' });
    const ended = await owner.get(page);
    expect(ended.html).toContain('The person cancelled');
    const csv = (await owner.get('verifications/export.csv?state=failed')).html;
    expect(csv).toContain(`${id},"anna@example.com","Anna Maria Eriksson",`);
    expect((await owner.get('verifications/export.csv?state=reviewing')).html).not.toContain('anna@');
    expect((await owner.get('verifications?state=failed')).html).toContain(`/dashboard/${page}?`);
    expect((await owner.get('verifications?state=reviewing')).html).not.toContain(`/dashboard/${page}?`);
    const backwards = await owner.get('verifications?state=failed&dateFrom=2999-01-02&dateTo=2999-01-01');
    expect([backwards.status, backwards.html]).toEqual([
      400,
      expect.stringMatching(
        /aria-current="true">Failed[^]*value="2999-01-02"[^]*id="dateTo-error">The end is before[^<]*<\/p>\s*<input[^>]*value="2999-01-01"/,
      ),
    ]);
    expect((await owner.get('verifications/export.csv?dateTo=2026-02-31')).location).toBe(
      '/verifications?dateTo=2026-02-31',
    );
    const today = new Date(body.createdAt as string).toISOString().slice(0, 10);
    for (const [query, isFound] of [
      [`dateFrom=${today}&dateTo=${today}`, true],
      [`state=failed&dateFrom=2020-01-01&dateTo=${today}`, true],
      ['q=maria+ERIK', true],
      ['q=Anna%40exa&state=failed', true],
      [`q=${id}`, true],
      ['q=nna%40example.com', false],
      ['q=Jonas', false],
      ['q=99999999', false],
      ['dateFrom=2999-01-01', false],
      ['state=failed&dateTo=2020-01-01', false],
    ] as const) {
      const { html } = await owner.get(`verifications?${query}`);
      expect([query, html.includes(`/dashboard/${page}?`)]).toEqual([query, isFound]);
      const exported = (await owner.get(`verifications/export.csv?${query}`)).html;
      expect([query, exported.includes('anna@example.com')]).toEqual([query, isFound]);
    }
    const dated = (await owner.get(`verifications?dateFrom=${today}`)).html;
    expect(dated).toMatch(
      new RegExp(`<label for="dateFrom">Created from \\(UTC\\)</label>\\s*<input[^>]*value="${today}"`),
    );
    expect(dated).toContain(`verifications/export.csv?dateFrom&#x3D;${today}`);
    const unknown = await owner.get('verifications?state=bogus');
    expect([unknown.status, unknown.html]).toEqual([
      400,
      expect.stringContaining('This list does not know “bogus”.'),
    ]);
    await owner.send(`${page}/erase`, {}, page);
    expect((await owner.get(page)).html).toContain('They were erased on');
    const stranger = await signedIn(test, await test.createOrganization({ name: 'Other' }));
    expect((await stranger.get('verifications/export.csv')).html).not.toContain('anna@');
    expect((await stranger.get(page)).status).toBe(404);
    expect((await stranger.send(`${page}/erase`, {}, 'account')).status).toBe(404);
  });
});
