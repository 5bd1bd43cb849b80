import { type TestApp, type TestOrganization } from '../support/app.js';
import { type DashboardMember } from '../support/dashboard-member.js';
import { inDepth } from '../support/in-depth.js';
import { type Claims, CLIENT, departureIn, type LyingIssuer, USUAL_DESCRIPTION } from '../support/issuers.js';
import { back, entranceIn, setUpSignOn, SignOnSite } from '../support/sign-on-site.js';
import { type Fields } from '../support/visitor.js';

const REFUSED = 'That did not work';

describe('the issuer of an organization', () => {
  let site: SignOnSite;
  let test: TestApp;
  let liar: LyingIssuer;
  let acme: TestOrganization;
  let owner: DashboardMember;

  beforeAll(async () => {
    site = await SignOnSite.start();
    ({ test, liar } = site);
  });
  beforeEach(async () => {
    ({ acme, owner } = await site.newOrganization());
  });
  afterAll(() => site?.close());

  const setUp = (issuer: string, more: Fields = {}) => setUpSignOn(owner, issuer, more);
  const entrance = async () => entranceIn(await owner.get('sign-on'));
  const browser = () => site.browser();
  const signInByLiar = (person: DashboardMember, page: string, claims: Claims) =>
    site.signInByLiar(person, page, claims);
  const connectToLiar = () => site.connectToLiar(owner, acme, { sub: 'the owner' });
  const failuresOf = (organization: TestOrganization) => site.failuresOf(organization);
  const isSignedIn = async (person: DashboardMember) => (await person.get()).status === 200;

  it('refuses an issuer on a private network, and one that cannot be an issuer', async () => {
    const told = async (issuer: string, more: Fields = {}) => {
      const { status, html } = await setUp(issuer, more);
      expect(status).toBe(400);
      return html.replaceAll('&#x3D;', '=');
    };
    expect(await told('https://10.0.0.1')).toContain('private address: 10.0.0.1 is not a public address');
    expect(await told('https://169.254.169.254/x')).toContain('is not a public address');
    expect(await told('http://localhost')).toContain('Enter an https address');
    expect(await told(`${liar.url}?a=b`)).toContain('Enter an https address');
    expect(await told(liar.url.replace('localhost', '127.0.0.1'))).toContain('belongs to another issuer');
    expect(await told(`${liar.url}/nothing`)).toContain('does not describe');
    expect(await told(liar.url, { clientSecret: '' })).toContain('Enter the client secret');
    liar.description = { jwks_uri: undefined };
    expect(await told(liar.url)).toContain('does not offer what is needed');
    for (const name of ['authorization_endpoint', 'token_endpoint', 'jwks_uri', 'end_session_endpoint'])
      for (const address of ['javascript:alert(1)', 'http://localhost/', 'nothing']) {
        liar.description = { [name]: address };
        expect(await told(liar.url)).toContain(`publishes as its ${name} is not an https address`);
      }

    // A public issuer that names private addresses.
    for (const [description, words] of [
      [{ token_endpoint: 'https://10.0.0.1/token' }, 'cannot be reached'],
      [{ jwks_uri: 'https://[::ffff:10.0.0.1]/keys' }, 'cannot be reached'],
      [{ token_endpoint: `http://localhost/token` }, 'publishes an address that is not secure'],
    ] as const) {
      liar.description = {};
      await setUp(liar.url);
      const person = site.browser();
      const address = departureIn(await person.send(await entrance()));
      liar.description = description;
      expect((await back(person, liar.signIn(address).query)).html).toContain(words);
    }
    for (const authorization_endpoint of ['javascript:alert(1)', 'http://localhost/']) {
      liar.description = { authorization_endpoint };
      const person = site.browser();
      const seen = await person.send(await entrance());
      expect(seen.heading).toBe(REFUSED);
      expect(seen.html).toContain('authorization_endpoint');
    }
  });

  it('finds an issuer at its address as people copy it', async () => {
    const issuer = `${liar.url}/app/`;
    liar.describedAt = `/app${USUAL_DESCRIPTION}`;
    liar.description = { issuer };
    for (const copied of [issuer, issuer.slice(0, -1), liar.url + liar.describedAt]) {
      expect((await setUp(copied)).location).toBe('/sign-on?saved=yes');
      expect((await owner.get('sign-on')).html).toContain(`<code>${issuer}</code>`);
    }
    const claims = { iss: issuer, sub: 'the owner' };
    await site.connectToLiar(owner, acme, claims);
    expect((await signInByLiar(browser(), await entrance(), claims)).location).toBe('');
    const other = { ...claims, iss: issuer.slice(0, -1) };
    expect((await signInByLiar(browser(), await entrance(), other)).heading).toBe(REFUSED);
  });

  it('an issuer may describe itself at another address, which then belongs to it', async () => {
    // As at Azure AD B2C: the description is below the tenant's name, the issuer below its number.
    const issuer = `${liar.url}/0c1d/v2.0/`;
    liar.describedAt = `/acme.onmicrosoft.com/v2.0${USUAL_DESCRIPTION}?p=b2c_1_signin`;
    liar.description = { issuer };
    const description = liar.url + liar.describedAt;
    const refused = await setUp(description);
    expect(refused).toMatchObject({ status: 400 });
    expect(refused.html).toContain(`belongs to another issuer, ${issuer}. If that`);
    expect((await setUp(issuer, { description: 'https://10.0.0.1/' })).html).toContain('private address');
    expect((await setUp(issuer.slice(0, -1), { description })).location).toBe('/sign-on?saved=yes');
    const claims = { iss: issuer, sub: 'the owner' };
    await site.connectToLiar(owner, acme, claims);
    const page = await entrance();
    expect((await signInByLiar(browser(), page, claims)).location).toBe('');
    // Saved unchanged, it keeps its secret and identities.
    expect((await setUp(issuer, { description, clientSecret: '' })).location).toBe('/sign-on?saved=yes');
    expect((await signInByLiar(browser(), page, claims)).location).toBe('');

    // Another description of the same issuer might send the secret elsewhere, and sign for anyone.
    liar.describedAt = `/elsewhere${USUAL_DESCRIPTION}`;
    const elsewhere = liar.url + liar.describedAt;
    const without = await setUp(issuer, { description: elsewhere, clientSecret: '' });
    expect(without.html).toContain('Enter the client secret');
    expect((await setUp(issuer, { description: elsewhere })).location).toBe('/sign-on?saved=yes');
    expect((await signInByLiar(browser(), page, claims)).html).toContain('not connected to a member');

    // An issuer that many organizations share belongs to none of them.
    liar.description = { issuer: `${liar.url}/{tenantid}/v2.0` };
    expect((await setUp(elsewhere)).html).toContain('enter the one of your own tenant');
    expect((await setUp(`${liar.url}/{tenantid}/v2.0`, { description: elsewhere })).html).toContain(
      'Enter an https address',
    );
    // The previous version replaces an issuer without its description, which then belongs to no issuer.
    await test.dataSource.query('update sign_ons set issuer = $2 where organization_id = $1', [
      acme.organizationId,
      liar.url,
    ]);
    expect((await owner.get('sign-on')).html).not.toContain('Discovery address');
  });

  inDepth('refuses tokens that are not the issuer’s for this sign-in', async () => {
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
    // The first five failures of a kind within the hour; the claim is named, but nothing that the issuer wrote.
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

  it('accepts an answer once, from the browser that began, within ten minutes', async () => {
    await setUp(liar.url);
    await connectToLiar();
    const page = await entrance();
    liar.claims = () => ({ sub: 'the owner' });
    const begin = async (person: DashboardMember) => liar.signIn(departureIn(await person.send(page)));

    const [victim, attacker] = [browser(), browser()];
    const { query } = await begin(attacker);
    expect((await back(victim, query)).html).toContain('started in another browser');
    const { state } = await begin(attacker);
    const wrong = state.replace(/^./, (first) => (first === '0' ? '1' : '0'));
    for (const other of [`code=x&state=${wrong}`, 'code=x', `code=x&state=${state}0`, ''])
      expect(await back(victim, other)).toMatchObject({ status: 403, heading: REFUSED });
    expect(await isSignedIn(victim)).toBe(false);
    // An answer is recorded where its sign-in began, and not if nobody began one.
    expect(await failuresOf(acme)).toEqual([{ userId: null, problem: 'stale', failures: 1 }]);

    const person = browser();
    const { query: right } = await begin(person);
    const holder = person.cookies.get('countersign_sign-on')!;
    expect((await back(person, `${right}&iss=${encodeURIComponent('https://other.test')}`)).heading).toBe(
      REFUSED,
    );
    person.cookies.set('countersign_sign-on', holder);
    expect((await back(person, right)).html).toContain('has already been used');
    const { query: used } = await begin(person);
    const secret = person.cookies.get('countersign_sign-on')!;
    // The session that opens is not one that an attacker planted.
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
    // Nor does a form from another site begin a sign-in.
    expect((await slow.post(page, { formToken: 'f'.repeat(64) })).status).toBe(403);
    const astray = await slow.send(page, { next: 'https://evil.test/' }, 'sign-in');
    expect((await back(slow, liar.signIn(departureIn(astray)).query)).location).toBe('');
  });
});
