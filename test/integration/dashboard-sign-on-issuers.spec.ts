import { type DashboardMember } from '../support/dashboard-member.js';
import { departureIn, type LyingIssuer } from '../support/issuers.js';
import { back, entranceIn, setUpSignOn, SignOnSite } from '../support/sign-on-site.js';
import { type Fields } from '../support/visitor.js';

describe('the issuer of an organization', () => {
  let site: SignOnSite;
  let liar: LyingIssuer;
  let owner: DashboardMember;

  beforeAll(async () => {
    site = await SignOnSite.start();
    ({ liar } = site);
    ({ owner } = await site.newOrganization());
  });
  afterAll(() => site?.close());

  const setUp = (issuer: string, more: Fields = {}) => setUpSignOn(owner, issuer, more);
  const entrance = async () => entranceIn(await owner.get('sign-on'));

  it('is refused on private networks, and if it cannot be one', async () => {
    const told = async (issuer: string, more: Fields = {}) => {
      const { status, html } = await setUp(issuer, more);
      expect(status).toBe(400);
      return html.replaceAll('&#x3D;', '=');
    };
    expect(await told('https://10.0.0.1')).toContain('address not allowed: 10.0.0.1 is not a public address');
    expect(await told('https://169.254.169.254/x')).toContain('is not a public address');
    expect(await told('http://localhost')).toContain('Enter an https address');
    expect(await told(`${liar.url}?a=b`)).toContain('Enter an https address');
    expect(await told(liar.url.replace('localhost', '127.0.0.1'))).toContain('belongs to another issuer');
    expect(await told(`${liar.url}/nothing`)).toContain('is not the description');
    expect(await told(liar.url, { clientSecret: '' })).toContain('Enter the client secret');
    liar.description = { jwks_uri: undefined };
    expect(await told(liar.url)).toContain('does not offer what is needed');

    // An issuer that is public, but names addresses that are not.
    for (const [description, words] of [
      [{ token_endpoint: 'https://10.0.0.1/token' }, 'cannot be reached'],
      [{ jwks_uri: 'https://[::ffff:10.0.0.1]/keys' }, 'cannot be reached'],
      [{ token_endpoint: `http://localhost/token` }, 'was not right'],
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
      expect((await person.send(await entrance())).heading).toBe('That did not work');
    }
  });
});
