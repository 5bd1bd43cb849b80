import { type TestApp, type TestOrganization } from '../support/app.js';
import { type DashboardMember, PASSWORD, signedIn } from '../support/dashboard-member.js';
import { EventStream } from '../support/event-stream.js';
import { inDepth } from '../support/in-depth.js';
import { type Claims, CLIENT, departureIn, type Issuers, type LyingIssuer } from '../support/issuers.js';
import { type Mailbox } from '../support/mailbox.js';
import { recordedTypes } from '../support/recorded-activity.js';
import { back, entranceIn, setUpSignOn, SignOnSite } from '../support/sign-on-site.js';
import { type Fields } from '../support/visitor.js';

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

  const connecting = () => site.connecting(owner, acme);
  const signInByLiar = (person: DashboardMember, page: string, claims: Claims) =>
    site.signInByLiar(person, page, claims);
  const connectToLiar = (person = owner, claims: Claims = { sub: 'the owner' }) =>
    site.connectToLiar(person, acme, claims);
  const failuresOf = (organization: TestOrganization) => site.failuresOf(organization);
  const isSignedIn = async (person: DashboardMember) => (await person.get()).status === 200;

  it('signs in a person who has connected it, with access to this organization only', async () => {
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
    expect(home.html).not.toContain('"/dashboard/account"');
    // How one reads is no way into the account.
    expect(home.html).toContain('<a href="/dashboard/account/reading">Change</a>');
    const reading = await jo.send('account/reading', { locale: 'de', timeZone: 'Asia/Tokyo' });
    expect(reading.location).toBe('/account/reading');
    expect((await jo.get('account/reading')).html).toMatch(/<html lang="de"[^]*selected>Asia\/Tokyo/);

    expect((await jo.get('account')).status).toBe(403);
    for (const [form, fields] of [
      ['organization', { organizationId: String(other.organizationId) }],
      ['account/password', { present: PASSWORD, next: 'three other plain words' }],
      ['account/sessions/end-others', {}],
      [`account/sign-on/${acme.organizationId}/disconnect`, {}],
    ] as const)
      expect((await jo.send(form, fields, 'people')).status).toBe(403);
    // Sensitive steps ask for the password even just after a sign-in.
    expect((await jo.get('api-key/new')).location).toMatch(/^\/confirm/);
    await jo.confirm();
    expect((await jo.get('api-key/new')).status).toBe(200);
    expect((await jo.send('sign-out', {}, 'people')).location).toBe('/sign-in');
    expect(await isSignedIn(jo)).toBe(false);

    // A form that waits for the password also keeps the secret encrypted.
    await test.database.moveClock('11 minutes');
    const edited = { label: 'Renamed', issuer: provider, ...CLIENT };
    const asked = await owner.send('sign-on/edit', edited, 'sign-on');
    const kept = await test.dataSource.query<{ sealed: Buffer }[]>('select sealed from kept_forms');
    expect(kept.map(({ sealed }) => sealed.includes(CLIENT.clientSecret))).toEqual([false]);
    expect((await owner.confirm(asked)).location).toBe('/sign-on?saved=yes');
    expect((await owner.get('sign-on')).html).toContain('Renamed');
    const rows = await test.dataSource.query('select client_secret_sealed from sign_ons');
    expect(JSON.stringify(rows)).not.toContain(CLIENT.clientSecret);
    expect(await recordedTypes(test, acme)).toEqual(
      expect.arrayContaining(['sign_on_saved', 'sign_on_connected']),
    );
  });

  inDepth('lets in a new person without a password by an invitation', async () => {
    await setUp(provider);
    await owner.send('people/invite', { email: 'ada@acme.test', role: 'admin' });
    const mail = await mailbox.waitForMailTo('ada@acme.test', /./);
    const [, link] = INVITATION.exec(mail.text ?? '')!;
    const ada = browser('ada@acme.test');
    expect((await ada.get(link)).html).toContain('Join with Acme ID');
    const address = departureIn(await ada.send(`${link!}/sign-on`, {}, link));
    // The provider refuses first, in words that are not shown.
    const refused = await back(ada, await issuers.signInAt(address, ''));
    expect(refused).toMatchObject({ status: 403, heading: REFUSED });
    expect(refused.html).not.toContain('You may not</b>');

    const again = departureIn(await ada.send(`${link!}/sign-on`, {}, link));
    expect((await back(ada, await issuers.signInAt(again, 'ada'))).location).toBe('');
    expect((await ada.get('people')).html).toContain('ada@acme.test');
    expect((await ada.get(link)).status).toBe(404);
    expect((await ada.get('api-key/new')).location).toMatch(/^\/confirm/);
    expect((await ada.get('confirm')).html).toContain('your account does not have one yet');
    expect((await ada.confirm()).status).toBe(400);

    // The same identity joins nobody else, and people with an account sign in to it first.
    await owner.send('people/invite', { email: 'eve@acme.test', role: 'owner' });
    const [, second] = INVITATION.exec((await mailbox.waitForMailTo('eve@acme.test', /./)).text ?? '')!;
    const eve = browser('eve@acme.test');
    const taken = departureIn(await eve.send(`${second!}/sign-on`, {}, second));
    expect((await back(eve, await issuers.signInAt(taken, 'ada'))).html).toContain(
      'connected to someone else',
    );
    expect((await eve.get(second)).status).toBe(200);
    expect(await isSignedIn(eve)).toBe(false);
    await eve.send(second!, { password: PASSWORD });
    expect((await eve.send(`${second!}/sign-on`, {}, 'sign-in')).status).toBe(404);
  });

  inDepth('connects nobody by an email address, and nobody in another organization', async () => {
    await setUp(liar.url);
    await connectToLiar();
    const asserted = { email: acme.ownerEmail, email_verified: true, preferred_username: acme.ownerEmail };
    const person = browser();
    const seen = await signInByLiar(person, await entrance(), { sub: 'mallory', ...asserted });
    expect(seen.html).toContain('not connected to a member here');
    expect(await isSignedIn(person)).toBe(false);
    // An unverified address does not matter either if the subject is right.
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
    expect(foreign.html).toContain('not connected to a member here');
    expect(await isSignedIn(stranger)).toBe(false);
    const unconnected = [{ userId: null, problem: 'unconnected', failures: 1 }];
    expect([await failuresOf(acme), await failuresOf(evil)]).toEqual([unconnected, unconnected]);
    expect((await admin.send(`account/sign-on/${acme.organizationId}/connect`, {}, 'account')).status).toBe(
      404,
    );
    expect(
      (await admin.send(`account/sign-on/${acme.organizationId}/disconnect`, {}, 'account')).status,
    ).toBe(404);
    // Nor can anyone else complete a connection that the owner began.
    const address = await connecting();
    const { query } = liar.signIn(address);
    admin.cookies.set('countersign_sign-on', owner.cookies.get('countersign_sign-on')!);
    expect((await back(admin, query)).html).toContain('You have been signed out in the meantime');
  });

  inDepth('ends sessions at once with the identity, the membership or the issuer', async () => {
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
        recipients.includes(admin.email) &&
        text!.includes(`${acme.ownerEmail}, an owner of Acme, did this on`),
    );
    expect((await owner.send(`people/${connected!}/disconnect`, {}, 'people')).status).toBe(404);

    await connectToLiar(admin, { sub: 'the admin' });
    const second = await enter();
    await setUp(liar.url, { label: 'Renamed', clientSecret: '' });
    expect(await isSignedIn(second)).toBe(false);
    const third = await enter();
    // Someone who does not know the secret cannot send it to another issuer.
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
    const connect = `account/sign-on/${acme.organizationId}/connect`;
    const left = await owner.confirm(await owner.send(connect, {}, 'account'));
    expect(departureIn(left)).toContain(liar.url);
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
