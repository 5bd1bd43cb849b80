import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { DashboardMember, formTokenIn, hiddenIn, PASSWORD, signedIn } from '../support/dashboard-member.js';
import { recordedTypes } from '../support/recorded-activity.js';
import { type Claims, SoftPasskey } from '../support/soft-passkey.js';
import { type Seen } from '../support/visitor.js';

interface Options {
  challenge: string;
  user?: { id: string };
}

/** The options that a page passes to the browser. */
function optionsIn({ html }: Seen): Options {
  const text = /data-options="([^"]+)"/.exec(html)![1]!;
  return JSON.parse(text.replaceAll('&quot;', '"').replaceAll('&#x3D;', '=')) as Options;
}

describe('passkeys at the dashboard', () => {
  let test: TestApp;
  let origin: string;
  let acme: TestOrganization;
  let owner: DashboardMember;

  beforeAll(async () => {
    test = await startTestApp();
    origin = test.url.replace('127.0.0.1', 'localhost');
    Object.assign(test.settings, { publicUrl: origin });
  });
  beforeEach(async () => {
    acme = await test.createOrganization({ name: 'Acme' });
    owner = await signedIn({ ...test, url: origin }, acme);
  });
  afterAll(() => test?.close());

  const browser = () => new DashboardMember(origin, acme.ownerEmail);

  /** Opens a page and posts an answer to its challenge. */
  async function answer(
    person: DashboardMember,
    page: string,
    make: (options: Options) => string,
    fields: Record<string, string> = {},
  ): Promise<Seen> {
    const shown = await person.get(page);
    const [, formToken] = /name="formToken" value="(\w+)"/.exec(shown.html)!;
    return person.post(page, { formToken: formToken!, response: make(optionsIn(shown)), ...fields });
  }

  const claims = (options: Options, more: Partial<Claims> = {}): Claims => ({
    origin,
    rpId: 'localhost',
    challenge: options.challenge,
    type: 'webauthn.get',
    isVerified: true,
    counter: 1,
    userHandle: '',
    ...more,
  });

  /** Registers a passkey. @returns the passkey and the account's handle */
  async function register(person = owner, more: Partial<Claims> = {}, name = 'Laptop') {
    const passkey = new SoftPasskey();
    let userHandle = '';
    const seen = await answer(
      person,
      'account/passkeys/new',
      (options) => {
        userHandle = options.user!.id;
        return passkey.register(claims(options, { type: 'webauthn.create', counter: 0, ...more }));
      },
      { label: name },
    );
    return { passkey, userHandle, seen };
  }

  it('registers a passkey under a name, and lets only its owner list and remove it', async () => {
    const { seen, passkey } = await register(owner, {}, '<b>Laptop</b>');
    expect(seen.location).toBe('/account');
    const page = await owner.get('account');
    expect(page.html).toContain('&lt;b&gt;Laptop&lt;/b&gt;');
    const [, id] = /passkeys\/(\d+)\/remove/.exec(page.html)!;
    const stranger = await signedIn({ ...test, url: origin }, await test.createOrganization());
    expect((await stranger.send(`account/passkeys/${id}/remove`, {}, 'account')).status).toBe(404);
    // Nor can anyone register it a second time.
    const again = await answer(stranger, 'account/passkeys/new', (options) =>
      passkey.register(claims(options, { type: 'webauthn.create' })),
    );
    expect(again.html).toContain('No passkey was created.');
    await test.database.moveClock('11 minutes');
    expect((await owner.send(`account/passkeys/${id}/remove`, {}, 'account')).location).toMatch(/^\/confirm/);
    expect((await owner.get('account/passkeys/new')).location).toMatch(/^\/confirm/);
    await owner.confirm();
    expect((await owner.send(`account/passkeys/${id}/remove`, {}, 'account')).location).toBe('/account');
    expect((await owner.get('account')).html).not.toContain('Laptop');
    expect(await recordedTypes(test, acme)).toEqual(
      expect.arrayContaining(['passkey_added', 'passkey_removed']),
    );
  });

  it.each<[string, Partial<Claims>]>([
    ['from another origin', { origin: 'http://localhost.evil.test' }],
    ['for another site', { rpId: 'evil.test' }],
    ['without the person', { isVerified: false }],
    ['to another question', { challenge: Buffer.alloc(32).toString('base64url') }],
    ['of another kind', { type: 'webauthn.get' }],
  ])('registers no passkey %s', async (_how, more) => {
    const { seen } = await register(owner, more);
    expect(seen).toMatchObject({ status: 400, heading: 'Add a passkey' });
    expect((await owner.get('account')).html).not.toContain('Laptop');
  });

  it('a passkey signs in without password and code, once for each challenge', async () => {
    const { passkey, userHandle } = await register();
    const person = browser();
    const next = '/dashboard/people';
    let sent = '';
    const seen = await answer(
      person,
      'sign-in/passkey',
      (options) => (sent = passkey.answerTo(claims(options, { userHandle }))),
      { next },
    );
    expect(seen.location).toBe('/people');
    expect((await person.get('people')).heading).toBe('People');
    expect((await person.get('api-key/new')).status).toBe(200);
    // The same answer again, here and in another browser.
    for (const replaying of [person, browser()])
      expect((await answer(replaying, 'sign-in/passkey', () => sent)).status).toBe(400);
    await test.dataSource.query('update passkeys set counter = 0');
    expect((await answer(browser(), 'sign-in/passkey', () => sent)).status).toBe(400);
    const evil = await answer(
      browser(),
      'sign-in/passkey',
      (options) => passkey.answerTo(claims(options, { userHandle, counter: 2 })),
      { next: 'https://evil.test/' },
    );
    expect(evil.location).toBe('');
  });

  it('opens one session for two equal answers at once', async () => {
    const { passkey, userHandle } = await register();
    const person = browser();
    const shown = await person.get('sign-in/passkey');
    const [, formToken] = /name="formToken" value="(\w+)"/.exec(shown.html)!;
    const response = passkey.answerTo(claims(optionsIn(shown), { userHandle }));
    const seen = await Promise.all(
      [1, 2, 3].map(() => person.post('sign-in/passkey', { formToken: formToken!, response })),
    );
    expect(seen.map(({ status }) => status).sort()).toEqual([303, 400, 400]);
  });

  it('refuses an answer that is wrong in any way', async () => {
    const { passkey, userHandle } = await register();
    const wrong: ((options: Options) => string)[] = [
      ...[
        { origin: 'https://localhost' },
        { origin: 'http://localhost.evil.test' },
        { rpId: 'evil.test' },
        { isVerified: false },
        { type: 'webauthn.create' as const },
        { counter: 0 },
        { userHandle: '' },
        { userHandle: Buffer.alloc(16).toString('base64url') },
      ].map(
        (more) => (options: Options) =>
          passkey.answerTo(claims(options, { userHandle, counter: 9, ...more })),
      ),
      (options) => new SoftPasskey().answerTo(claims(options, { userHandle })),
      (options) =>
        passkey.answerTo(claims(options, { userHandle })).replace(/"signature":"..../, '"signature":"MEUC'),
      () => '',
      () => '{}',
      () => 'null',
      () => '[]',
      () => `{"id":"${'a'.repeat(20_000)}"}`,
      () => '{"id":1,"response":{"clientDataJSON":5}}',
    ];
    // A counter must not go back.
    await test.dataSource.query('update passkeys set counter = 5');
    for (const make of wrong) {
      const seen = await answer(browser(), 'sign-in/passkey', make);
      expect(seen).toMatchObject({ status: 400, heading: 'Sign in with a passkey' });
      expect(seen.headers.getSetCookie().join()).not.toContain('countersign_session');
    }
  });

  it('refuses an answer from another browser, after five minutes, or for another purpose', async () => {
    const { passkey, userHandle } = await register();
    const make = (options: Options) => passkey.answerTo(claims(options, { userHandle, counter: 3 }));
    const stolen = make(optionsIn(await browser().get('sign-in/passkey')));
    expect((await answer(browser(), 'sign-in/passkey', () => stolen)).status).toBe(400);
    const confirming = make(optionsIn(await owner.get('confirm/passkey')));
    expect((await answer(browser(), 'sign-in/passkey', () => confirming)).status).toBe(400);
    const person = browser();
    const late = make(optionsIn(await person.get('sign-in/passkey')));
    await test.database.moveClock('5 minutes');
    expect((await answer(person, 'sign-in/passkey', () => late)).status).toBe(400);
  });

  it('a passkey confirms a sensitive step of its own account only', async () => {
    const { passkey, userHandle } = await register();
    const stranger = await signedIn({ ...test, url: origin }, await test.createOrganization());
    await test.database.moveClock('11 minutes');
    const make = (options: Options) => passkey.answerTo(claims(options, { userHandle }));
    expect((await owner.get('confirm')).html).toContain('Use a passkey instead');
    expect((await stranger.get('confirm')).html).not.toContain('Use a passkey instead');
    expect((await answer(stranger, 'confirm/passkey', make)).status).toBe(400);
    expect((await stranger.get('api-key/new')).location).toMatch(/^\/confirm/);
    const seen = await answer(owner, 'confirm/passkey', make, { next: '/dashboard/api-key/new' });
    expect(seen.location).toBe('/api-key/new');
    expect((await owner.get('api-key/new')).status).toBe(200);

    // A waiting form is sent on, however its sender confirms.
    await test.database.moveClock('11 minutes');
    const asked = await owner.send('people/invite', { email: 'jo@acme.test', role: 'admin' }, 'account');
    const shown = await owner.get(asked.location!.slice(1).replace('confirm', 'confirm/passkey'));
    const response = passkey.answerTo(claims(optionsIn(shown), { userHandle, counter: 2 }));
    const fields = Object.fromEntries([...hiddenIn(shown), ['response', response]]);
    const done = await owner.post('confirm/passkey', { formToken: formTokenIn(shown)!, ...fields });
    expect(done.location).toBe('/people');
    expect((await owner.get('people')).html).toContain('jo@acme.test');
  });

  it('registers a passkey even if the password becomes due between challenge and answer', async () => {
    const passkey = new SoftPasskey();
    await test.database.moveClock('8 minutes');
    const shown = await owner.get('account/passkeys/new');
    const response = passkey.register(claims(optionsIn(shown), { type: 'webauthn.create', counter: 0 }));
    await test.database.moveClock('3 minutes');
    const fields = { formToken: formTokenIn(shown)!, response, label: 'Phone' };
    expect((await owner.confirm(await owner.post('account/passkeys/new', fields))).location).toBe('/account');
    expect((await owner.get('account')).html).toContain('Phone');
  });

  it('signs in no person without an organization', async () => {
    const { passkey, userHandle } = await register();
    await test.dataSource.query('update users set removed_at = app_now() where organization_id = $1', [
      acme.organizationId,
    ]);
    const make = (options: Options) => passkey.answerTo(claims(options, { userHandle }));
    expect((await answer(browser(), 'sign-in/passkey', make)).status).toBe(400);
  });

  it('offers no passkeys at an IP address', async () => {
    const person = new DashboardMember(test.url, acme.ownerEmail);
    expect((await person.get('sign-in')).html).not.toContain('passkey');
    expect((await person.get('sign-in/passkey')).status).toBe(404);
    await person.signIn(PASSWORD);
    expect((await person.get('account')).html).not.toContain('Passkeys');
    expect((await person.get('account/passkeys/new')).status).toBe(404);
    expect((await person.get('confirm/passkey')).status).toBe(404);
  });
});
