import { AccountLinks } from '../../src/organizations/account-links.js';
import { Transactions } from '../../src/platform/database/transactions.js';
import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { DashboardMember, formTokenIn, PASSWORD, signedIn } from '../support/dashboard-member.js';

describe('signing in to the dashboard', () => {
  let test: TestApp;
  let acme: TestOrganization;

  beforeAll(async () => {
    test = await startTestApp();
    acme = await test.createOrganization({ name: 'Acme' });
  });
  afterAll(() => test?.close());

  const newLink = ({ organizationId, ownerEmail }: TestOrganization) =>
    test.app.get(Transactions).run((tx) => test.app.get(AccountLinks).create(tx, organizationId, ownerEmail));
  const pageOf = (link: string) => link.split('/dashboard/')[1]!;
  const stranger = () => new DashboardMember(test.url, 'nobody@acme.test');

  describe('with a link', () => {
    it('asks for a password once, and opens the dashboard', async () => {
      const link = pageOf(await newLink(acme));
      const owner = new DashboardMember(test.url, acme.ownerEmail);
      owner.cookies.set('countersign_session', 'a'.repeat(64));
      const welcome = await owner.get(link);
      expect(welcome).toMatchObject({ status: 200, heading: 'Choose a password' });
      expect(welcome.html).toContain(acme.ownerEmail);
      const short = await owner.send(link, { password: 'fourteen chars' });
      expect(short).toMatchObject({ status: 400 });
      expect(short.html).toContain('This has 14 characters. Use at least 15.');
      expect((await owner.send(link, { password: PASSWORD })).location).toBe('');
      expect((await owner.get()).heading).toBe('Overview');
      expect(owner.cookies.get('countersign_session')).toMatch(/^(?!a{64})[0-9a-f]{64}$/);
      expect(await owner.get(link)).toMatchObject({
        status: 404,
        heading: 'This link no longer works',
      });
      expect((await stranger().get(link)).status).toBe(404);
    });

    it('lets only one of two browsers in', async () => {
      const link = pageOf(await newLink(acme));
      const browsers = [stranger(), stranger()];
      const pages = await Promise.all(browsers.map((browser) => browser.get(link)));
      const seen = await Promise.all(
        browsers.map((browser, index) =>
          browser.post(link, { password: PASSWORD, formToken: formTokenIn(pages[index]!)! }),
        ),
      );
      expect(seen.map(({ status }) => status).sort()).toEqual([303, 404]);
    });

    it('a link works for an hour, and voids the links before it', async () => {
      const [first, second] = [pageOf(await newLink(acme)), pageOf(await newLink(acme))];
      expect((await stranger().send(second, { password: PASSWORD })).status).toBe(303);
      expect((await stranger().get(first)).status).toBe(404);
      const third = pageOf(await newLink(acme));
      await test.database.moveClock('1 hour');
      expect((await stranger().get(third)).status).toBe(404);
    });

    it('a used link ends the open sessions', async () => {
      const before = await signedIn(test, acme);
      await stranger().send(pageOf(await newLink(acme)), { password: PASSWORD });
      expect((await before.get()).location).toMatch(/^\/sign-in/);
    });

    it.each(['0'.repeat(64), '%2e%2e%2faccount', 'x'.repeat(64)])(
      'refuses the unknown link %j',
      async (token) => {
        expect((await stranger().get(`welcome/${token}`)).status).toBe(404);
      },
    );
  });

  describe('with a password', () => {
    it('continues to the page that was requested', async () => {
      await signedIn(test, acme);
      const owner = new DashboardMember(test.url, acme.ownerEmail);
      const asked = await owner.get('deliveries?status=failed');
      expect(asked.location).toBe('/sign-in?next=%2Fdashboard%2Fdeliveries%3Fstatus%3Dfailed');
      const next = '/dashboard/deliveries?status=failed';
      expect((await owner.signIn(PASSWORD, next)).location).toBe('/deliveries?status=failed');
      expect((await owner.get('deliveries?status=failed')).heading).toBe('Deliveries');
    });

    it.each(['https://evil.test/', '//evil.test', '/\\evil.test', 'javascript:alert(1)'])(
      'does not redirect to %s',
      async (next) => {
        await signedIn(test, acme);
        expect((await new DashboardMember(test.url, acme.ownerEmail).signIn(PASSWORD, next)).location).toBe(
          '',
        );
      },
    );

    it('answers a wrong password and an unknown address in the same words', async () => {
      await signedIn(test, acme);
      const wrong = await new DashboardMember(test.url, acme.ownerEmail).signIn('not the password');
      const unknown = await stranger().signIn();
      for (const seen of [wrong, unknown]) {
        expect(seen).toMatchObject({ status: 400, heading: 'Sign in' });
        expect(seen.html).toContain('The email address or password is incorrect');
        expect(seen.headers.getSetCookie().join()).not.toContain('countersign_session');
      }
      expect(wrong.html).toContain(`value="${acme.ownerEmail}"`);
      expect(wrong.html).not.toContain('not the password');
    });

    it.each(['', 'nobody', 'a\0b@acme.test', `${'a'.repeat(100_000)}@acme.test`])(
      'refuses an odd address without failing',
      async (email) => {
        expect((await new DashboardMember(test.url, email).signIn()).status).toBe(400);
      },
    );

    it('gives each session its own cookie, which scripts cannot read', async () => {
      await signedIn(test, acme);
      const owner = new DashboardMember(test.url, acme.ownerEmail);
      // An attacker's cookie does not become the session.
      owner.cookies.set('countersign_session', 'a'.repeat(64));
      const seen = await owner.signIn();
      const [cookie] = seen.headers.getSetCookie().filter((text) => text.startsWith('countersign_session='));
      expect(cookie).toMatch(/^countersign_session=[0-9a-f]{64}; Path=\/; HttpOnly; SameSite=Lax$/);
      expect(cookie).not.toContain('a'.repeat(64));
    });
  });

  describe('forms', () => {
    it.each<[string, (own: string, others: string) => Record<string, string>]>([
      ['without a token', () => ({})],
      ['with a wrong token', () => ({ formToken: '0'.repeat(64) })],
      ["with another session's token", (_own, others) => ({ formToken: others })],
    ])('refuses a form %s', async (_how, tokenFields) => {
      const [owner, other] = [
        await signedIn(test, acme),
        await signedIn(test, await test.createOrganization()),
      ];
      const [own, others] = [
        formTokenIn(await owner.get('account')),
        formTokenIn(await other.get('account')),
      ];
      const seen = await owner.post('sign-out', tokenFields(own!, others!));
      expect(seen.status).toBe(403);
      expect((await owner.get()).heading).toBe('Overview');
    });

    it('refuses a form from another site, even with the token', async () => {
      const owner = await signedIn(test, acme);
      const formToken = formTokenIn(await owner.get('account'))!;
      const seen = await owner.post('sign-out', { formToken }, { 'sec-fetch-site': 'cross-site' });
      expect(seen.status).toBe(403);
    });

    it('refuses a sign-in form without the cookie of its page', async () => {
      const browser = stranger();
      const formToken = formTokenIn(await browser.get('sign-in'))!;
      browser.cookies.clear();
      const seen = await browser.post('sign-in', { formToken, email: acme.ownerEmail, password: PASSWORD });
      expect(seen).toMatchObject({ status: 403, heading: 'You cannot sign in at this address' });
    });
  });

  it('stores neither passwords nor tokens in plain text', async () => {
    const owner = await signedIn(test, acme);
    const cookie = owner.cookies.get('countersign_session')!;
    for (const table of ['accounts', 'account_links', 'dashboard_sessions', 'sign_in_guesses']) {
      const rows = JSON.stringify(await test.dataSource.query(`select t::text from ${table} t`));
      expect(rows).not.toContain(PASSWORD);
      expect(rows).not.toContain(cookie);
    }
  });
});

describe('addresses where cookies are unsafe', () => {
  it.each([
    ['http://sign.acme.test', 'sign.acme.test'],
    ['http://localhost:3000', '192.168.1.20:3000'],
  ])('explains what to do with PUBLIC_URL %s opened as %s', async (publicUrl, host) => {
    const test = await startTestApp({ publicUrl });
    try {
      // fetch does not let its caller set the Host header.
      const { statusCode, body, headers } = await test.app.inject({
        url: '/dashboard/sign-in',
        headers: { host },
      });
      expect(statusCode).toBe(403);
      expect(body).toContain('You cannot sign in at this address');
      expect(body).toContain(publicUrl);
      expect(headers['set-cookie']).toBeUndefined();
    } finally {
      await test.close();
    }
  });

  it('limits cookies to this host behind https', async () => {
    const test = await startTestApp({ publicUrl: 'https://sign.acme.test' });
    try {
      const browser = new DashboardMember(test.url, 'nobody@acme.test');
      const { headers } = await browser.get('sign-in');
      expect(headers.getSetCookie()).toEqual([
        expect.stringMatching(
          /^__Host-countersign_form=[0-9a-f]{64}; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
        ),
      ]);
      const owner = await signedIn(test, await test.createOrganization());
      const entered = await new DashboardMember(test.url, owner.email).signIn();
      expect(entered.headers.getSetCookie()).toContainEqual(
        expect.stringMatching(
          /^__Host-countersign_session=[0-9a-f]{64}; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
        ),
      );
    } finally {
      await test.close();
    }
  });
});
