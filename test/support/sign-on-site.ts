import { FailedSignIns } from '../../src/accounts/failed-sign-ins.js';
import { activityOf } from './activity.js';
import { startTestApp, type TestApp, type TestOrganization } from './app.js';
import { DashboardMember, signedIn } from './dashboard-member.js';
import { type Claims, CLIENT, departureIn, Issuers, type LyingIssuer, USUAL_DESCRIPTION } from './issuers.js';
import { Mailbox } from './mailbox.js';
import { type Fields, type Seen } from './visitor.js';

/** The application together with a real OpenID Connect provider and a lying issuer. */
export class SignOnSite {
  private networks = 0;

  private constructor(
    readonly test: TestApp,
    readonly mailbox: Mailbox,
    readonly issuers: Issuers,
    /** The provider's address. */
    readonly provider: string,
    readonly liar: LyingIssuer,
  ) {}

  static async start(): Promise<SignOnSite> {
    const [mailbox, issuers] = await Promise.all([Mailbox.start(), Issuers.start()]);
    const trustedProxies = ['127.0.0.0/8', '::1/128'];
    const test = await startTestApp({ ...issuers.settings, smtpUrl: mailbox.url, trustedProxies });
    const provider = await issuers.provider(`${test.url}/dashboard/sign-in/back`);
    return new SignOnSite(test, mailbox, issuers, provider, await issuers.liar());
  }

  /** A new organization with its owner signed in, while the issuer does not lie yet. */
  async newOrganization(): Promise<{ acme: TestOrganization; owner: DashboardMember }> {
    Object.assign(this.liar, {
      describedAt: USUAL_DESCRIPTION,
      description: {},
      claims: () => ({}),
      header: { alg: 'RS256', isOwnKey: true },
    });
    const acme = await this.test.createOrganization({ name: 'Acme' });
    return { acme, owner: this.elsewhere(await signedIn(this.test, acme)) };
  }

  /** Failures slow a network, so each person is in a different one. */
  elsewhere(person: DashboardMember): DashboardMember {
    person.address = `2001:db8:${(++this.networks).toString(16)}::1`;
    return person;
  }

  /** A browser in which nobody is signed in. */
  browser(email = 'somebody@acme.test'): DashboardMember {
    return this.elsewhere(new DashboardMember(this.test.url, email));
  }

  /** Begins to connect a person's account. @returns the issuer's address */
  async connecting(person: DashboardMember, { organizationId }: TestOrganization): Promise<string> {
    return departureIn(await person.send(`account/sign-on/${organizationId}/connect`, {}, 'account'));
  }

  /** Signs in at the lying issuer, which names the person of the token. */
  async signInByLiar(person: DashboardMember, page: string, claims: Claims): Promise<Seen> {
    return this.returnFromLiar(person, departureIn(await person.send(page)), claims);
  }

  async connectToLiar(
    person: DashboardMember,
    organization: TestOrganization,
    claims: Claims,
  ): Promise<Seen> {
    return this.returnFromLiar(person, await this.connecting(person, organization), claims);
  }

  /** The failures in the organization's log, once all of them are recorded. */
  async failuresOf({ organizationId }: TestOrganization) {
    await this.test.app.get(FailedSignIns, { strict: false }).onModuleDestroy();
    const events = await activityOf(this.test.dataSource, organizationId);
    return events
      .filter(({ type }) => type === 'sign_on_failed')
      .map(({ userId, data }) => ({ userId, ...data }));
  }

  private returnFromLiar(person: DashboardMember, address: string, claims: Claims): Promise<Seen> {
    this.liar.claims = () => claims;
    return back(person, this.liar.signIn(address).query);
  }

  async close(): Promise<void> {
    await this.test.close();
    await this.issuers.stop();
    await this.mailbox.stop();
  }
}

export const setUpSignOn = (person: DashboardMember, issuer: string, more: Fields = {}) =>
  person.send('sign-on/edit', { label: 'Acme ID', issuer, ...CLIENT, ...more });

/** The page at which members sign in, as the settings page names it. */
export const entranceIn = ({ html }: Seen) => /sign-in\/with\/[a-z0-9]{12}/.exec(html)![0];

/** Comes back from an issuer. */
export const back = (person: DashboardMember, query: string) => person.get(`sign-in/back?${query}`);
