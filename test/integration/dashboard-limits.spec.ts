import { VisitLimits } from '../../src/dashboard/pages/visit-throttle.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { DashboardMember, signedIn } from '../support/dashboard-member.js';

describe('limits on dashboard pages', () => {
  let test: TestApp;
  let limits: VisitLimits;

  beforeAll(async () => {
    test = await startTestApp({ trustedProxies: ['127.0.0.0/8', '::1/128'] });
    limits = test.app.get(VisitLimits);
  });
  let networks = 0;
  let office: string;
  let home: string;

  beforeEach(() => {
    Object.assign(limits, new VisitLimits());
    [office, home] = [`203.0.113.${++networks}`, `203.0.113.${++networks}`];
  });
  afterAll(() => test?.close());

  const member = async (address: string) =>
    Object.assign(await signedIn(test, await test.createOrganization()), { address });
  const stranger = (address: string) => {
    const made = new DashboardMember(test.url, 'nobody@acme.test');
    // Like an attacker who invents sessions.
    made.cookies.set('countersign_session', 'f'.repeat(64));
    return Object.assign(made, { address });
  };
  async function statuses(person: DashboardMember, requests: number): Promise<number[]> {
    const seen: number[] = [];
    for (let sent = 0; sent < requests; sent++) seen.push((await person.get('account')).status);
    return seen;
  }

  it('counts by account across all sessions, and not by the address that colleagues share', async () => {
    const [busy, colleague] = [await member(office), await member(office)];
    limits.ofAccount = 3;
    expect(await statuses(busy, 4)).toEqual([200, 200, 200, 429]);
    // In the frame, with the menu to come back by.
    expect((await busy.get('signatures')).html).toContain('<nav class="tabs"');
    expect(await statuses(colleague, 2)).toEqual([200, 200]);
    const elsewhere = new DashboardMember(test.url, busy.email);
    elsewhere.address = home;
    expect((await elsewhere.signIn()).status).toBe(303);
    expect(await statuses(elsewhere, 1)).toEqual([429]);
  });

  it('counts strangers by address, sign-in pages included, without shutting out anyone who is signed in', async () => {
    const [known, unknown, other] = [await member(office), stranger(office), stranger(home)];
    limits.ofStrangers = 3;
    expect(await statuses(unknown, 4)).toEqual([303, 303, 303, 429]);
    expect((await unknown.get('sign-in')).status).toBe(429);
    expect(await statuses(other, 1)).toEqual([303]);
    expect(await statuses(known, 3)).toEqual([200, 200, 200]);
  });

  it('counts an IPv6 subscriber by the /64 and an IPv4 address individually, for pages and keys', async () => {
    const [one, another] = [stranger('2001:db8:7:1::1'), stranger('2001:db8:7:1:ffff::2')];
    limits.ofStrangers = 3;
    expect([...(await statuses(one, 2)), ...(await statuses(another, 2))]).toEqual([303, 303, 303, 429]);
    expect(await statuses(stranger('2001:db8:7:2::1'), 1)).toEqual([303]);
    expect(await statuses(stranger(`::ffff:${office}`), 2)).toEqual([303, 303]);
    expect(await statuses(stranger(office), 2)).toEqual([303, 429]);

    const left = async (address: string) => {
      const headers = { 'x-forwarded-for': address, 'x-api-key': 'sk_wrong' };
      const answer = await fetch(`${test.url}/api/v1/signatures`, { headers });
      return /r=(\d+)/.exec(answer.headers.get('ratelimit')!)![1];
    };
    expect(await left('2001:db8:7:3::1')).toBe('999');
    expect(await left('2001:db8:7:3::2')).toBe('998');
    expect(await left('2001:db8:7:4::1')).toBe('999');
  });

  it('has a far higher limit for a whole address', async () => {
    expect(limits.ofAddress).toBeGreaterThanOrEqual(20 * limits.ofStrangers);
    const [one, another] = [await member(office), await member(office)];
    limits.ofAddress = 4;
    expect(await statuses(one, 3)).toEqual([200, 200, 200]);
    expect(await statuses(another, 2)).toEqual([200, 429]);
  });
});
