import { FailedSignIns } from '../../src/dashboard/failed-sign-ins.service.js';
import { activityOf } from '../support/activity.js';
import { type TestApp, type TestOrganization } from '../support/app.js';
import { type DashboardMember, PASSWORD, signedIn } from '../support/dashboard-member.js';
import { EventStream } from '../support/event-stream.js';
import { type Claims, CLIENT, departureIn, type Issuers, type LyingIssuer } from '../support/issuers.js';
import { type Mailbox } from '../support/mailbox.js';
import { recordedTypes } from '../support/recorded-activity.js';
import { back, entranceIn, setUpSignOn, SignOnSite } from '../support/sign-on-site.js';
import { type Fields, type Seen } from '../support/visitor.js';

const INVITATION = /\/dashboard\/(invitation\/[0-9a-f]{64})/;
const REFUSED = 'That did not work';

describe('single sign-on at the dashboard', () => {
  let site: SignOnSite;
  let test: TestApp;
  let mailbox: Mailbox;
  let issuers: Issuers;
  let provider: string;
  let liar: LyingIssuer;
  let acme: TestOrganization;
  let owner: DashboardMember;

  beforeAll(async () => {
    site = await SignOnSite.start();
    ({ test, mailbox, issuers, provider, liar } = site);
  });
  beforeEach(async () => {
    ({ acme, owner } = await site.newOrganization());
  });
  afterAll(() => site?.close());

  const elsewhere = (person: DashboardMember) => site.elsewhere(person);
  const browser = (email?: string) => site.browser(email);
  const setUp = (issuer: string, more: Fields = {}, person = owner) => setUpSignOn(person, issuer, more);
  const entrance = async (person = owner) => entranceIn(await person.get('sign-on'));

  const connecting = async (person = owner, organization = acme) =>
    departureIn(await person.send(`account/sign-on/${organization.organizationId}/connect`, {}, 'account'));
  /** Comes back from the lying issuer, which says of whom the token is. */
  function returnFromLiar(person: DashboardMember, address: string, claims: Claims): Promise<Seen> {
    liar.claims = () => claims;
    return back(person, liar.signIn(address).query);
  }
  const signInByLiar = async (person: DashboardMember, page: string, claims: Claims = {}) =>
    returnFromLiar(person, departureIn(await person.send(page)), claims);
  const connectToLiar = async (person = owner, claims: Claims = { sub: 'the owner' }) =>
    returnFromLiar(person, await connecting(person), claims);
  /** What the organization's log has of failures, once all of them are recorded. */
  async function failuresOf({ organizationId }: TestOrganization) {
    await test.app.get(FailedSignIns, { strict: false }).onModuleDestroy();
    const events = await activityOf(test.dataSource, organizationId);
    return events
      .filter(({ type }) => type === 'sign_on_failed')
      .map(({ userId, data }) => ({ userId, ...data }));
  }
  const isSignedIn = async (person: DashboardMember) => (await person.get()).status === 200;

  it('signs in whom the person has connected, and opens this organization alone', async () => {
    const other = await test.createOrganization({ name: 'Meridian' });
    await signedIn(test, other, 'admin', acme.ownerEmail);
    await owner.signIn();
    expect((await setUp(`${provider}/.well-known/openid-configuration`)).location).toBe('/sign-on?saved=yes');
    const settings = await owner.get('sign-on');
    expect(settings.html).toContain(`${test.url}/dashboard/sign-in/back`);
    expect(settings.html).not.toContain(CLIENT.clientSecret);
    const page = entranceIn(settings);
    const address = await connecting();
    expect(new URL(address).searchParams.get('code_challenge_method')).toBe('S256');
    expect((await back(owner, await issuers.signInAt(address, 'jo'))).location).toBe('/account');
    await mailbox.waitFor(({ text }) => /^Single sign-on was connected/.test(text ?? ''));

    const jo = browser(acme.ownerEmail);
    const found = await jo.send('sign-in/with', { code: page.slice(-12).toUpperCase() });
    expect(found.location).toBe(`/${page}?next=%2Fdashboard`);
    const left = await jo.send(page, {}, `${page}?next=${encodeURIComponent('/dashboard/people')}`);
    const entered = await back(jo, await issuers.signInAt(departureIn(left), 'jo'));
    expect(entered.location).toBe('/people');
    const home = await jo.get('people');
    expect(home.html).toContain('Signed in with Acme ID');
    expect(home.html).not.toContain('Meridian');
    expect(home.html).not.toContain('/dashboard/account');

    expect((await jo.get('account')).status).toBe(403);
    for (const [form, fields] of [
      ['organization', { organizationId: String(other.organizationId) }],
      ['account/password', { present: PASSWORD, next: 'three other plain words' }],
      ['account/sessions/end-others', {}],
      [`account/sign-on/${acme.organizationId}/disconnect`, {}],
    ] as const)
      expect((await jo.send(form, fields, 'people')).status).toBe(403);
    // Sensitive steps ask for the password, although somebody has just signed in.
    expect((await jo.get('api-key/new')).location).toMatch(/^\/confirm/);
    await jo.confirm();
    expect((await jo.get('api-key/new')).status).toBe(200);
    expect((await jo.send('sign-out', {}, 'people')).location).toBe('/sign-in');
    expect(await isSignedIn(jo)).toBe(false);

    const rows = await test.dataSource.query('select client_secret_sealed from sign_ons');
    expect(JSON.stringify(rows)).not.toContain(CLIENT.clientSecret);
    expect(await recordedTypes(test, acme)).toEqual(
      expect.arrayContaining(['sign_on_saved', 'sign_on_connected']),
    );
  });

  it('brings in a new person by an invitation, who has no password', async () => {
    await setUp(provider);
    await owner.send('people/invite', { email: 'ada@acme.test', role: 'admin' });
    const mail = await mailbox.waitForMailTo('ada@acme.test', /./);
    const [, link] = INVITATION.exec(mail.text ?? '')!;
    const ada = browser('ada@acme.test');
    expect((await ada.get(link)).html).toContain('Join with Acme ID');
    const address = departureIn(await ada.send(`${link!}/sign-on`, {}, link));
    // The provider says no first, in words that are not shown.
    const refused = await back(ada, await issuers.signInAt(address, ''));
    expect(refused).toMatchObject({ status: 403, heading: REFUSED });
    expect(refused.html).not.toContain('You may not</b>');

    const again = departureIn(await ada.send(`${link!}/sign-on`, {}, link));
    expect((await back(ada, await issuers.signInAt(again, 'ada'))).location).toBe('');
    expect((await ada.get('people')).html).toContain('ada@acme.test');
    expect((await ada.get(link)).status).toBe(404);
    expect((await ada.get('api-key/new')).location).toMatch(/^\/confirm/);
    expect((await ada.get('confirm')).html).toContain('your account has none yet');
    expect((await ada.confirm()).status).toBe(400);

    // The same identity joins nobody else, and whoever has an account signs in to it first.
    await owner.send('people/invite', { email: 'eve@acme.test', role: 'owner' });
    const [, second] = INVITATION.exec((await mailbox.waitForMailTo('eve@acme.test', /./)).text ?? '')!;
    const eve = browser('eve@acme.test');
    const taken = departureIn(await eve.send(`${second!}/sign-on`, {}, second));
    expect((await back(eve, await issuers.signInAt(taken, 'ada'))).html).toContain(
      'connected with somebody else',
    );
    expect((await eve.get(second)).status).toBe(200);
    expect(await isSignedIn(eve)).toBe(false);
    await eve.send(second!, { password: PASSWORD });
    expect((await eve.send(`${second!}/sign-on`, {}, 'sign-in')).status).toBe(404);
  });

  it('refuses tokens that are not the issuer’s for this sign-in', async () => {
    await setUp(liar.url);
    await connectToLiar();
    const page = await entrance();
    const wrong: [what: string, claims: Claims, header?: LyingIssuer['header']][] = [
      ['another issuer', { iss: `${liar.url}/other` }],
      ['another audience', { aud: 'another client' }],
      ['a client among several that it is not for', { aud: [CLIENT.clientId, 'other'], azp: 'other' }],
      ['another nonce', { nonce: 'another' }],
      ['no nonce', { nonce: undefined }],
      ['an end that has passed', { exp: Math.floor(Date.now() / 1000) - 3600 }],
      ['no subject', { sub: undefined }],
      ['another key', {}, { alg: 'RS256', isOwnKey: false }],
      ['no signature', {}, { alg: 'none', isOwnKey: true }],
    ];
    const person = browser();
    for (const [what, claims, header = { alg: 'RS256', isOwnKey: true }] of wrong) {
      liar.header = header;
      const { status, heading } = await signInByLiar(person, page, { sub: 'the owner', ...claims });
      const isIn = await isSignedIn(person);
      expect({ what, status, heading, isIn }).toEqual({ what, status: 403, heading: REFUSED, isIn: false });
    }
    liar.header = { alg: 'RS256', isOwnKey: true };
    expect((await signInByLiar(person, page, { sub: 'the owner' })).location).toBe('');
    // The first five of a kind within the hour; a claim is named, and nothing that the issuer wrote.
    const claims = ['iss', 'aud', 'azp', 'nonce', undefined];
    expect(await failuresOf(acme)).toEqual(
      claims.map((claim, index) => ({
        userId: null,
        problem: 'refused',
        ...(claim && { claim }),
        failures: index + 1,
      })),
    );
  });

  it('takes an answer once, from the browser that began, within ten minutes', async () => {
    await setUp(liar.url);
    await connectToLiar();
    const page = await entrance();
    liar.claims = () => ({ sub: 'the owner' });
    const begin = async (person: DashboardMember) => liar.signIn(departureIn(await person.send(page)));

    const [victim, attacker] = [browser(), browser()];
    const { query } = await begin(attacker);
    expect((await back(victim, query)).html).toContain('begun in another browser');
    const { state } = await begin(attacker);
    const wrong = state.replace(/^./, (first) => (first === '0' ? '1' : '0'));
    for (const other of [`code=x&state=${wrong}`, 'code=x', `code=x&state=${state}0`, ''])
      expect(await back(victim, other)).toMatchObject({ status: 403, heading: REFUSED });
    expect(await isSignedIn(victim)).toBe(false);
    // What came back is recorded where the sign-in had begun, and what nobody has begun is not.
    expect(await failuresOf(acme)).toEqual([{ userId: null, problem: 'stale', failures: 1 }]);

    const person = browser();
    const { query: right } = await begin(person);
    const holder = person.cookies.get('countersign_sign-on')!;
    expect((await back(person, `${right}&iss=${encodeURIComponent('https://other.test')}`)).heading).toBe(
      REFUSED,
    );
    person.cookies.set('countersign_sign-on', holder);
    expect((await back(person, right)).html).toContain('was used already');
    const { query: used } = await begin(person);
    const secret = person.cookies.get('countersign_sign-on')!;
    // A session that somebody planted is not the one that opens.
    person.cookies.set('countersign_session', 'f'.repeat(64));
    const entered = await back(person, used);
    expect(entered.location).toBe('');
    const cookies = entered.headers.getSetCookie().join('\n');
    expect(cookies).toMatch(/countersign_session=(?!f{64})[0-9a-f]{64}; Path=\/; HttpOnly; SameSite=Lax/);
    const thief = browser();
    thief.cookies.set('countersign_sign-on', secret);
    expect((await back(thief, used)).heading).toBe(REFUSED);

    const slow = browser();
    const { query: late } = await begin(slow);
    await test.database.moveClock('11 minutes');
    expect((await back(slow, late)).heading).toBe(REFUSED);
    // Nor does a form of another site begin.
    expect((await slow.post(page, { formToken: 'f'.repeat(64) })).status).toBe(403);
    const astray = await slow.send(page, { next: 'https://evil.test/' }, 'sign-in');
    expect((await back(slow, liar.signIn(departureIn(astray)).query)).location).toBe('');
  });

  it('connects nobody by an email address, and nobody in another organization', async () => {
    await setUp(liar.url);
    await connectToLiar();
    const asserted = { email: acme.ownerEmail, email_verified: true, preferred_username: acme.ownerEmail };
    const person = browser();
    const seen = await signInByLiar(person, await entrance(), { sub: 'mallory', ...asserted });
    expect(seen.html).toContain('not connected with a member here');
    expect(await isSignedIn(person)).toBe(false);
    // An unverified one does not matter either, for whom the subject is right.
    const claims = { sub: 'the owner', email: 'other@evil.test', email_verified: false };
    expect((await signInByLiar(person, await entrance(), claims)).location).toBe('');

    // A tenant's own issuer: it asserts a colleague's address, and even the subject of another organization.
    const evil = await test.createOrganization({ name: 'Evil' });
    const admin = elsewhere(await signedIn(test, evil));
    await signedIn(test, evil, 'reviewer', acme.ownerEmail);
    await owner.signIn();
    await setUp(liar.url, {}, admin);
    const stranger = browser();
    const foreign = await signInByLiar(stranger, await entrance(admin), { sub: 'the owner', ...asserted });
    expect(foreign.html).toContain('not connected with a member here');
    expect(await isSignedIn(stranger)).toBe(false);
    const unconnected = [{ userId: null, problem: 'unconnected', failures: 1 }];
    expect([await failuresOf(acme), await failuresOf(evil)]).toEqual([unconnected, unconnected]);
    expect((await admin.send(`account/sign-on/${acme.organizationId}/connect`, {}, 'account')).status).toBe(
      404,
    );
    expect(
      (await admin.send(`account/sign-on/${acme.organizationId}/disconnect`, {}, 'account')).status,
    ).toBe(404);
    // Nor does somebody else finish what the owner has begun to connect.
    const address = await connecting(owner, acme);
    const { query } = liar.signIn(address);
    admin.cookies.set('countersign_sign-on', owner.cookies.get('countersign_sign-on')!);
    expect((await back(admin, query)).html).toContain('You have been signed out meanwhile');
  });

  it('ends at once with the identity, the membership and the issuer', async () => {
    await setUp(liar.url);
    const admin = elsewhere(await signedIn(test, acme, 'admin'));
    const page = await entrance();
    const enter = async (person = browser()) => {
      expect((await signInByLiar(person, page, { sub: 'the admin' })).location).toBe('');
      return person;
    };
    await connectToLiar(admin, { sub: 'the admin' });
    const first = await enter();
    expect((await connectToLiar(admin, { sub: 'another' })).html).toContain('Disconnect that one first');
    await admin.send(`account/sign-on/${acme.organizationId}/disconnect`, {}, 'account');
    expect(await isSignedIn(first)).toBe(false);
    expect(await isSignedIn(admin)).toBe(true);

    await connectToLiar(admin, { sub: 'the admin' });
    const watched = await enter();
    const stream = await EventStream.open(`${test.url}/dashboard/live`, { cookie: watched.cookie });
    expect(await stream.nextEvent()).toMatchObject({ type: 'ready' });
    const [, connected] = /people\/(\d+)\/disconnect/.exec((await owner.get('people')).html)!;
    expect((await owner.send(`people/${connected!}/disconnect`, {}, 'people')).location).toBe('/people');
    expect(await stream.nextEvent()).toMatchObject({ type: 'ended' });
    expect(await stream.nextEvent()).toBeNull();
    expect(await isSignedIn(watched)).toBe(false);
    expect(await isSignedIn(admin)).toBe(true);
    await mailbox.waitFor(
      ({ recipients, text }) =>
        recipients.includes(admin.email) && text!.includes(`${acme.ownerEmail}, an owner of Acme, did it on`),
    );
    expect((await owner.send(`people/${connected!}/disconnect`, {}, 'people')).status).toBe(404);

    await connectToLiar(admin, { sub: 'the admin' });
    const second = await enter();
    await setUp(liar.url, { label: 'Renamed', clientSecret: '' });
    expect(await isSignedIn(second)).toBe(false);
    const third = await enter();
    // The secret is not sent to another issuer by somebody who does not know it.
    expect((await setUp(provider, { clientSecret: '' })).html).toContain('belongs to another issuer');
    expect(await isSignedIn(third)).toBe(true);
    await setUp(provider);
    expect(await isSignedIn(third)).toBe(false);
    expect((await owner.get('sign-on')).html).toContain('0 members');
    await setUp(liar.url);
    expect((await signInByLiar(third, page, { sub: 'the admin' })).html).toContain('not connected');

    await connectToLiar(admin, { sub: 'the admin' });
    const fourth = await enter();
    await test.database.moveClock('11 minutes');
    expect((await owner.get('sign-on/edit')).location).toMatch(/^\/confirm/);
    for (const [form, page] of [
      ['sign-on/remove', 'sign-on'],
      [`people/${connected!}/disconnect`, 'people'],
    ] as const)
      expect((await owner.send(form, {}, page)).location).toMatch(/^\/confirm/);
    await owner.confirm();
    const { html } = await owner.get('people');
    const [, id] = /people\/(\d+)\/remove/.exec(html.slice(html.indexOf(admin.email)))!;
    await owner.send(`people/${id!}/remove`, {}, 'people');
    expect(await isSignedIn(fourth)).toBe(false);
    expect((await signInByLiar(browser(), page, { sub: 'the admin' })).html).toContain('not connected');
    expect((await owner.send('sign-on/remove', {}, 'sign-on')).location).toBe('/sign-on');
    expect((await browser().get(page)).status).toBe(404);
    expect(await recordedTypes(test, acme)).toEqual(
      expect.arrayContaining(['sign_on_disconnected', 'sign_on_removed']),
    );
  });
});
