import { SecondFactors } from '../../src/accounts/second-factors.js';
import { operatorOf } from '../../src/activity/domain/activity-event.js';
import { AccountLinks } from '../../src/organizations/account-links.js';
import { Transactions } from '../../src/platform/database/transactions.js';
import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { type Authenticator, setUpSecondStep } from '../support/authenticator.js';
import { DashboardMember, PASSWORD, signedIn } from '../support/dashboard-member.js';
import { inDepth } from '../support/in-depth.js';
import { recordedTypes } from '../support/recorded-activity.js';

const NEXT = '/dashboard/people';

describe('the second step of signing in', () => {
  let test: TestApp;
  let acme: TestOrganization;
  let owner: DashboardMember;
  let app: Authenticator;
  let recoveryCodes: string[];

  beforeAll(async () => {
    test = await startTestApp();
  });
  beforeEach(async () => {
    acme = await test.createOrganization({ name: 'Acme' });
    owner = await signedIn(test, acme);
    ({ app, recoveryCodes } = await setUpSecondStep(test, owner));
  });
  afterAll(() => test?.close());

  const browser = () => new DashboardMember(test.url, acme.ownerEmail);
  const nextCode = async () => {
    await test.database.moveClock('30 seconds');
    return app.code();
  };
  /** A browser in which the password was right and the code is due. */
  const halfIn = async () => {
    const person = browser();
    expect((await person.signIn(PASSWORD, NEXT)).location).toBe(
      `/sign-in/code?next=${encodeURIComponent(NEXT)}`,
    );
    return person;
  };
  const enter = (person: DashboardMember, code: string) =>
    person.send('sign-in/code', { code }, `sign-in/code?next=${encodeURIComponent(NEXT)}`);

  it('asks for a code once the password is right, and then continues to the page', async () => {
    const person = await halfIn();
    expect((await person.get('people')).location).toMatch(/^\/sign-in/);
    expect(person.cookies.has('countersign_session')).toBe(false);
    const asked = await person.get('sign-in/code');
    expect(asked.heading).toBe('Enter your code');
    expect(asked.html).toMatch(/<input class="input code" id="code"[^>]* autofocus/);
    // The half-open sign-in is not a session, under either name.
    person.cookies.set('countersign_session', person.cookies.get('countersign_step')!);
    expect((await person.get('people')).location).toMatch(/^\/sign-in/);
    person.cookies.delete('countersign_session');

    expect((await enter(person, '000000')).html).toContain('This code is wrong');
    const seen = await enter(person, await nextCode());
    expect(seen.location).toBe('/people');
    expect(seen.headers.getSetCookie().join('\n')).toMatch(
      /countersign_session=[0-9a-f]{64}; Path=\/; HttpOnly; SameSite=Lax/,
    );
    expect((await person.get('people')).heading).toBe('People');
  });

  it('accepts no code twice, nor the one used for setting up', async () => {
    const used = await app.code();
    expect((await enter(await halfIn(), used)).status).toBe(400);
    const code = await nextCode();
    const [one, two] = [await halfIn(), await halfIn()];
    const seen = await Promise.all([enter(one, code), enter(two, code)]);
    expect(seen.map(({ status }) => status).sort()).toEqual([303, 400]);
    expect((await enter(await halfIn(), code)).status).toBe(400);
    // Nor an older code after it.
    expect((await enter(await halfIn(), await app.code(-1))).status).toBe(400);
    expect((await enter(await halfIn(), await app.code(1))).location).toBe('/people');
  });

  it('opens one session for two simultaneous posts', async () => {
    const person = await halfIn();
    await person.get('sign-in/code');
    const seen = await Promise.all([enter(person, await nextCode()), enter(person, recoveryCodes[0]!)]);
    expect(seen.filter(({ location }) => location === '/people')).toHaveLength(1);
  });

  it('asks for the password again after five wrong codes', async () => {
    const person = await halfIn();
    for (let guess = 1; guess <= 4; guess++) expect((await enter(person, '000000')).status).toBe(400);
    expect((await enter(person, '000000')).location).toMatch(/^\/sign-in\?/);
    expect((await enter(person, await nextCode())).location).toMatch(/^\/sign-in\?/);
  });

  it('takes only recovery codes for an hour after ten wrong codes', async () => {
    for (let half = 0; half < 2; half++) {
      const guesser = await halfIn();
      for (let guess = 0; guess < 5; guess++) await enter(guesser, '000000');
    }
    expect((await enter(await halfIn(), await nextCode())).status).toBe(429);
    const typed = recoveryCodes[3]!.toLowerCase().replaceAll('-', ' ');
    const person = await halfIn();
    const seen = await person.send('sign-in/code', { recovery: typed });
    expect(seen.status).toBe(303);
    expect((await enter(await halfIn(), recoveryCodes[3]!)).status).toBe(400);
    expect((await person.get('account')).html).toContain('9 recovery codes are left.');
    await test.database.moveClock('1 hour');
    expect((await enter(await halfIn(), await nextCode())).status).toBe(303);
  });

  it('a half-open sign-in ends after ten minutes', async () => {
    const person = await halfIn();
    await test.database.moveClock('10 minutes');
    expect((await enter(person, await app.code())).location).toMatch(/^\/sign-in\?/);
    expect((await person.get('sign-in/code')).location).toMatch(/^\/sign-in\?/);
  });

  it('asks for a code after a password reset, which also ends half-open sign-ins', async () => {
    const person = await halfIn();
    const link = await test.app
      .get(Transactions)
      .run((tx) => test.app.get(AccountLinks).create(tx, acme.organizationId, acme.ownerEmail));
    const other = browser();
    const seen = await other.send(link.split('/dashboard/')[1]!, { password: PASSWORD });
    expect(seen.location).toBe('/sign-in/code?next=%2Fdashboard');
    expect((await other.get()).location).toMatch(/^\/sign-in/);
    expect((await enter(person, await nextCode())).location).toMatch(/^\/sign-in\?/);
    expect((await enter(other, await app.code())).location).toBe('/people');
  });

  it('asks for a code again before a sensitive step', async () => {
    await test.database.moveClock('11 minutes');
    const confirm = (fields: Record<string, string>) => owner.send('confirm', fields);
    expect((await owner.get('confirm')).html).toContain('autocomplete="one-time-code"');
    for (const fields of [
      { password: PASSWORD, code: '' },
      { password: PASSWORD, code: '000000' },
      { password: 'wrong', code: await app.code() },
    ])
      expect((await confirm(fields)).html).toContain('The password or code is incorrect.');
    expect((await owner.get('api-key/new')).location).toMatch(/^\/confirm/);
    expect((await confirm({ password: PASSWORD, code: await app.code() })).location).toBe('');
    expect((await owner.get('api-key/new')).status).toBe(200);
  });

  it('sets up, renews and removes the second step only after a confirmation', async () => {
    const page = await owner.get('account');
    expect(page.html).toContain('10 recovery codes are left.');
    expect((await owner.get('account/second-step')).location).toBe('/account');
    const renewed = await owner.send('account/recovery-codes', {}, 'account');
    expect(renewed.html).not.toContain(recoveryCodes[0]);
    expect((await enter(await halfIn(), recoveryCodes[0]!)).status).toBe(400);
    await test.database.moveClock('11 minutes');
    for (const form of ['account/second-step/off', 'account/second-step'])
      expect((await owner.send(form, {}, 'account')).location).toMatch(/^\/confirm/);
    const asked = await owner.send('account/recovery-codes', {}, 'account');
    const proof = { password: PASSWORD, code: await app.code() };
    expect((await owner.send('confirm', proof, asked.location!.slice(1))).heading).toBe(renewed.heading);
    expect((await owner.send('account/second-step/off', {}, 'account')).location).toBe('/account');
    expect((await browser().signIn()).location).toBe('');
    const again = await setUpSecondStep(test, owner);
    expect(await recordedTypes(test, acme)).toEqual(
      expect.arrayContaining(['second_step_on', 'recovery_codes_made', 'second_step_off', 'signed_in']),
    );
    expect(await again.app.code()).not.toBe(await app.code());
  });

  inDepth('turns the second step on with the first right code, which ends the other sessions', async () => {
    const other = await test.createOrganization();
    const [person, elsewhere] = [
      await signedIn(test, other),
      new DashboardMember(test.url, other.ownerEmail),
    ];
    await elsewhere.signIn();
    const shown = await person.get('account/second-step');
    expect((await person.send('account/second-step', { code: '000000' })).status).toBe(400);
    const secret = (html: string) => /data-secret>([^<]+)</.exec(html)![1];
    expect(secret((await person.get('account/second-step')).html)).toBe(secret(shown.html));
    expect((await elsewhere.get()).status).toBe(200);
    await test.database.moveClock('10 minutes');
    await person.confirm();
    expect(secret((await person.get('account/second-step')).html)).not.toBe(secret(shown.html));
    await setUpSecondStep(test, person);
    expect((await elsewhere.get()).location).toMatch(/^\/sign-in/);
  });

  it('the operator can turn the second step off for someone who has lost everything', async () => {
    const { organizationId, ownerEmail } = acme;
    const other = await test.createOrganization();
    const factors = test.app.get(SecondFactors, { strict: false });
    await expect(factors.reset(operatorOf(other.organizationId), ownerEmail)).rejects.toThrow('User');
    expect(await factors.reset(operatorOf(organizationId), ownerEmail)).toBe(acme.userId);
    expect((await browser().signIn()).location).toBe('');
  });

  it('stores neither the secret nor codes nor tokens in plain text', async () => {
    const person = await halfIn();
    const tables = ['authenticators', 'recovery_codes', 'half_open_sign_ins', 'sign_in_guesses'];
    const rows = await Promise.all(
      tables.map((table) => test.dataSource.query(`select t::text from ${table} t`)),
    );
    const text = JSON.stringify(rows);
    for (const secret of [...recoveryCodes, person.cookies.get('countersign_step')!])
      expect(text).not.toContain(secret.replaceAll('-', ''));
    expect(text).not.toContain(acme.ownerEmail);
  });

  it('refuses odd codes without failing', async () => {
    let person = await halfIn();
    for (const code of ['', '1', '0'.repeat(100_000), '\0'])
      expect((await enter(person, code)).status).toBe(400);
    person = await halfIn();
    for (const code of ['K7QD-02MX-9HTB', "' or 1=1 --", '１２３４５６'])
      expect((await enter(person, code)).status).toBe(400);
  });

  it('shows the code page to nobody without the right password', async () => {
    expect((await browser().get('sign-in/code')).location).toBe('/sign-in?next=%2Fdashboard');
    const guesser = browser();
    guesser.cookies.set('countersign_step', 'a'.repeat(64));
    expect((await guesser.get('sign-in/code?next=https%3A%2F%2Fevil.test')).location).toBe(
      '/sign-in?next=%2Fdashboard',
    );
  });
});
