import { AccountLinks } from '../../src/organizations/account-links.js';
import { Transactions } from '../../src/platform/database/transactions.js';
import { Metrics } from '../../src/platform/metrics/metrics.js';
import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { setUpSecondStep } from '../support/authenticator.js';
import { DashboardMember, PASSWORD, signedIn } from '../support/dashboard-member.js';
import { inDepth } from '../support/in-depth.js';
import { patience } from '../support/patience.js';
import { until } from '../support/until.js';
import { type Seen } from '../support/visitor.js';

const TOO_MANY = 'There were too many failed attempts';

describe('failed attempts to sign in', () => {
  let networks: string[];
  let office: string;
  let home: string;
  let tests = 0;
  let test: TestApp;
  let acme: TestOrganization;
  /** In the browser that signed in. */
  let owner: DashboardMember;

  beforeAll(async () => {
    test = await startTestApp({ trustedProxies: ['127.0.0.0/8', '::1/128'] });
  });
  beforeEach(async () => {
    await test.dataSource.query('delete from sign_in_guesses');
    // Each test uses its own addresses, because pages are also limited by address.
    tests++;
    networks = [1, 2, 3, 4, 5].map((number) => `203.0.${tests}.${number}`);
    [office, home] = [`198.51.${tests}.1`, `198.51.${tests}.2`];
    acme = await test.createOrganization();
    owner = await signedIn(test, acme);
  });
  afterAll(() => test?.close());

  /** In its own browser. */
  const browserAt = (address: string, email = acme.ownerEmail) =>
    Object.assign(new DashboardMember(test.url, email), { address });
  const fail = (times: number, attempt: (index: number) => Promise<Seen>) =>
    Promise.all(Array.from({ length: times }, (_, index) => attempt(index)));
  const failAt = (times: number, address: string, email?: string) =>
    fail(times, () => browserAt(address, email).signIn('not the password'));
  const countOf = (status: number, seen: readonly Seen[]) =>
    seen.filter((one) => one.status === status).length;
  const signInAgain = (password = PASSWORD) => {
    owner.cookies.delete('countersign_session');
    return owner.signIn(password);
  };

  inDepth(
    'allows 20 failures an hour for an account, also at once, and still lets a known browser in',
    async () => {
      const guesses = await fail(40, (index) => browserAt(networks[index % 5]!).signIn('not the password'));
      expect([countOf(400, guesses), countOf(429, guesses)]).toEqual([20, 20]);
      const { text } = await test.app.get(Metrics, { strict: false }).expose();
      expect(text).toMatch(/^countersign_refusals_total\{reason="failed_attempts"\} 20$/m);
      const refused = await browserAt(home).signIn();
      expect(refused).toMatchObject({ status: 429, heading: 'Sign in' });
      expect(Number(refused.headers.get('retry-after'))).toBe(3_600);
      expect(refused.html).toContain(
        `${TOO_MANY} to sign in with this email address. Try again in 60 minutes.`,
      );
      for (const way of ['passkey', 'single sign-on', 'new password']) expect(refused.html).toContain(way);
      expect((await signInAgain()).location).toBe('');
      expect(
        (await browserAt(home, (await signedIn(test, await test.createOrganization())).email).signIn())
          .status,
      ).toBe(303);
      await test.database.moveClock('1 hour');
      expect((await browserAt(home).signIn()).location).toBe('');
    },
  );

  it('lets a known browser in while five networks keep guessing', async () => {
    let isOver = false;
    const answers: Seen[] = [];
    const guessers = networks.flatMap((network) =>
      Array.from({ length: 8 }, async () => {
        while (!isOver) answers.push(await browserAt(network).signIn('not the password'));
      }),
    );
    try {
      // Until the account is closed to strangers, passwords are being checked; then guesses are only refused.
      await until('guesses are under way', () => answers.length > 0);
      for (let time = 0; time < 3; time++) {
        const begun = performance.now();
        expect((await signInAgain()).location).toBe('');
        expect(performance.now() - begun).toBeLessThan(patience(10_000));
      }
      await until('the limit is reached', () => countOf(429, answers) > 0);
      expect((await signInAgain()).location).toBe('');
    } finally {
      isOver = true;
      await Promise.all(guessers);
    }
    expect(countOf(400, answers)).toBe(20);
    expect(countOf(303, answers)).toBe(0);
    expect((await browserAt(home).signIn()).status).toBe(429);
  });

  inDepth('counts any 60 minutes, but neither right passwords nor refused attempts', async () => {
    await failAt(10, office);
    await test.database.moveClock('40 minutes');
    for (let time = 0; time < 3; time++) expect((await browserAt(home).signIn()).status).toBe(303);
    expect(countOf(429, await failAt(15, office))).toBe(5);
    await test.database.moveClock('15 minutes');
    expect((await browserAt(home).signIn()).html).toContain('Try again in 5 minutes.');
    await test.database.moveClock('5 minutes');
    expect(countOf(400, await failAt(12, office))).toBe(10);
  });

  inDepth('answers an address without an account in the same way', async () => {
    const nobody = `nobody-${acme.organizationId}@acme.test`;
    const pageOf = async (email: string) => {
      const { status, html } = await browserAt(home, email).signIn('not the password');
      const withoutTokens = html.replaceAll(/value="[0-9a-f]{64}"/g, '').replaceAll(email, 'someone');
      return { status, html: withoutTokens.replaceAll(/nonce="[^"]*"/g, '') };
    };
    expect(await pageOf(nobody)).toEqual(await pageOf(acme.ownerEmail));
    await failAt(19, office, nobody);
    await failAt(19, networks[0]!);
    const refused = await pageOf(nobody);
    expect(refused.status).toBe(429);
    expect(refused).toEqual(await pageOf(acme.ownerEmail));
  });

  inDepth('allows 60 failures an hour for a network, which for IPv6 is that of a subscriber', async () => {
    const [phone, tablet, elsewhere] = ['2001:db8:0:1::7', '2001:db8:0:1::8', '2001:db8:0:2::7'];
    const guess = (index: number) => browserAt(index % 2 ? phone : tablet, `guessed-${index}@acme.test`);
    const guesses = await fail(64, (index) => guess(index).signIn('not the password'));
    expect([countOf(400, guesses), countOf(429, guesses)]).toEqual([60, 4]);
    expect((await browserAt(tablet).signIn()).html).toContain(`${TOO_MANY} to sign in from your network.`);
    expect((await browserAt(elsewhere).signIn()).status).toBe(303);
    owner.address = phone;
    expect((await signInAgain()).status).toBe(303);
    // An attempt that is refused because of its network does not count against the account.
    const counted = await test.dataSource.query<{ times: number }[]>(
      'select cardinality(times) as times from sign_in_guesses where cardinality(times) > 0 order by 1 desc',
    );
    expect(counted.map(({ times }) => times)).toEqual([60, ...Array<number>(60).fill(1)]);
  });

  inDepth('failed passwords do not limit single sign-on, nor the other way around', async () => {
    await fail(60, (index) => browserAt(office, `guessed-${index}@acme.test`).signIn('not the password'));
    const back = () => browserAt(office).get('sign-in/back?state=made-up');
    expect(countOf(403, await fail(61, back))).toBe(61);
    expect(countOf(403, await fail(61, () => browserAt(home).get('sign-in/back?state=made-up')))).toBe(61);
    expect((await browserAt(home).signIn()).status).toBe(303);
  });

  it('allows 20 failures in a known browser, counted separately', async () => {
    const guesses = await fail(25, () => signInAgain('not the password'));
    expect([countOf(400, guesses), countOf(429, guesses)]).toEqual([20, 5]);
    expect((await signInAgain()).html).toContain(`${TOO_MANY} in this browser.`);
    expect((await browserAt(home).signIn()).status).toBe(303);
  });

  it('remembers no browser after failures, nor by the cookie of another account', async () => {
    const other = await signedIn(test, await test.createOrganization());
    const guesser = browserAt(home);
    guesser.cookies.set('countersign_browser', other.cookies.get('countersign_browser')!);
    await fail(20, () => guesser.signIn('not the password'));
    expect((await guesser.signIn()).html).toContain('with this email address');
    expect(guesser.cookies.get('countersign_browser')).toBe(other.cookies.get('countersign_browser'));
  });

  inDepth('counts failures when the password is asked for again', async () => {
    const change = (present: string) =>
      owner.send('account/password', { present, next: 'three other words' }, 'account');
    const wrong = await fail(10, () => owner.confirm(undefined, 'not the password'));
    const changes = await fail(12, () => change('not the password'));
    expect([countOf(400, [...wrong, ...changes]), countOf(429, changes)]).toEqual([20, 2]);
    expect((await owner.confirm()).html).toContain(`${TOO_MANY} in this browser.`);
    expect(await change(PASSWORD)).toMatchObject({ status: 429 });
    await test.database.moveClock('1 hour');
    expect((await change(PASSWORD)).status).toBe(303);
  });

  describe('with a second step', () => {
    const enter = (person: DashboardMember, code: string) =>
      person.send('sign-in/code', { code }, 'sign-in/code');
    const halfIn = async (person: DashboardMember) => {
      await person.signIn();
      return person;
    };

    inDepth('allows ten wrong codes, which guessing passwords does not use up', async () => {
      const { app, recoveryCodes } = await setUpSecondStep(test, owner);
      await failAt(20, office);
      const link = await test.app
        .get(Transactions)
        .run((tx) => test.app.get(AccountLinks).create(tx, acme.organizationId, acme.ownerEmail));
      const stranger = browserAt(home);
      await stranger.send(link.split('/dashboard/')[1]!, { password: PASSWORD });
      await test.database.moveClock('30 seconds');
      expect((await enter(stranger, await app.code())).location).toBe('');

      await test.dataSource.query('delete from sign_in_guesses');
      for (const guesser of [await halfIn(browserAt(home)), await halfIn(browserAt(office))])
        await fail(5, () => enter(guesser, '000000'));
      await test.database.moveClock('30 seconds');
      const unknown = await halfIn(browserAt(networks[0]!));
      const refused = await enter(unknown, await app.code());
      expect(refused).toMatchObject({ status: 429, heading: 'Enter your code' });
      expect(refused.html).toContain('you can still use a recovery code');
      expect((await unknown.send('sign-in/code', { recovery: recoveryCodes[0]! })).status).toBe(303);
      stranger.cookies.delete('countersign_session');
      expect((await enter(await halfIn(stranger), await app.code())).location).toBe('');
    });

    it('counts wrong codes when a code is asked for again', async () => {
      const { app } = await setUpSecondStep(test, owner);
      const confirm = (code: string) => owner.send('confirm', { password: PASSWORD, code });
      const guesses = await fail(12, () => confirm('000000'));
      expect([countOf(400, guesses), countOf(429, guesses)]).toEqual([10, 2]);
      await test.database.moveClock('30 seconds');
      expect((await confirm(await app.code())).html).toContain(`${TOO_MANY} in this browser.`);
    });
  });

  describe('known browsers', () => {
    const isKnown = async (browser: DashboardMember, password = PASSWORD) => {
      await test.dataSource.query('delete from sign_in_guesses');
      await failAt(20, office);
      return (await browser.signIn(password)).status === 303;
    };

    it('a known browser keeps a secret that the database does not', async () => {
      const secret = owner.cookies.get('countersign_browser')!;
      expect(secret).toMatch(/^[0-9a-f]{64}$/);
      const [row] = await test.dataSource.query<{ text: string }[]>(
        'select json_agg(b)::text as text from known_browsers b',
      );
      expect(row!.text).not.toContain(secret);
    });

    inDepth('a new password forgets known browsers, except the one where it was chosen', async () => {
      const other = browserAt(home);
      await other.signIn();
      expect(await isKnown(other)).toBe(true);
      const next = 'three other words';
      const changed = await owner.send('account/password', { present: PASSWORD, next }, 'account');
      expect(changed.location).toBe('/account?changed=password');
      expect([await isKnown(other, next), await isKnown(owner, next)]).toEqual([false, true]);
      const link = await test.app
        .get(Transactions)
        .run((tx) => test.app.get(AccountLinks).create(tx, acme.organizationId, acme.ownerEmail));
      await other.send(link.split('/dashboard/')[1]!, { password: PASSWORD });
      expect([await isKnown(other), await isKnown(owner)]).toEqual([true, false]);
    });

    inDepth('a known browser is forgotten with its session, or with all others', async () => {
      const [one, two] = [browserAt(home), browserAt(home)];
      await one.signIn();
      const id = /account\/sessions\/(\d+)\/end/.exec((await owner.get('account')).html)![1]!;
      await owner.send(`account/sessions/${id}/end`, {}, 'account');
      await two.signIn();
      expect([await isKnown(one), await isKnown(two)]).toEqual([false, true]);
      await owner.send('account/sessions/end-others', {}, 'account');
      expect([await isKnown(two), await isKnown(owner)]).toEqual([false, true]);
    });
  });
});
