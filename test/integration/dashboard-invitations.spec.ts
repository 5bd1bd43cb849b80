import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { DashboardMember, formTokenIn, PASSWORD, signedIn } from '../support/dashboard-member.js';
import { Mailbox } from '../support/mailbox.js';
import { recordedTypes } from '../support/recorded-activity.js';
import { until } from '../support/until.js';

const LINK = /https?:\/\/\S+\/dashboard\/((?:invitation|welcome)\/[0-9a-f]{64})/;

describe('links sent by mail', () => {
  let test: TestApp;
  let mailbox: Mailbox;
  let acme: TestOrganization;
  let owner: DashboardMember;
  let people = 0;

  beforeAll(async () => {
    mailbox = await Mailbox.start();
    test = await startTestApp({ smtpUrl: mailbox.url });
  });
  beforeEach(async () => {
    acme = await test.createOrganization({ name: 'Acme' });
    owner = await signedIn(test, acme);
  });
  afterAll(async () => {
    await test?.close();
    await mailbox?.stop();
  });

  const somebody = () => new DashboardMember(test.url, `person-${++people}@acme.test`);
  const invite = (email: string, role = 'reviewer', inviter = owner) =>
    inviter.send('people/invite', { email, role });

  /** The pages of all links that were mailed to the person, once there are `count`. Other mails have no link. */
  async function linksOf({ email }: DashboardMember, count = 1): Promise<string[]> {
    const mails = () =>
      mailbox.mails.filter(({ recipients, text }) => recipients.includes(email) && LINK.test(text ?? ''));
    await until('the mails have arrived', () => mails().length >= count);
    return mails().map(({ text }) => LINK.exec(text ?? '')![1]!);
  }

  async function invited(
    role = 'reviewer',
    email?: string,
  ): Promise<{ person: DashboardMember; link: string }> {
    const person = email === undefined ? somebody() : new DashboardMember(test.url, email);
    expect((await invite(person.email, role)).location).toBe('/people');
    const [link] = (await linksOf(person)).slice(-1);
    return { person, link: link! };
  }

  const idOf = async (email: string) => {
    const [, id] = new RegExp(`invitations/(\\d+)/resend(?:(?!</form>).)*${email}`, 's').exec(
      (await owner.get('people')).html,
    )!;
    return id!;
  };

  describe('an invitation', () => {
    it('an invitation brings in a new person, and nobody else sees it', async () => {
      const { person, link } = await invited('admin');
      const page = await owner.get('people');
      expect(page.html).toContain(person.email);
      expect(page.html).toContain('Invited as Admin');
      expect(page.html).not.toContain(link.split('/')[1]);
      const sealed = () => test.dataSource.query('select 1 from invitations where token_sealed is not null');
      await until('the link is in the mail alone', async () => (await sealed()).length === 0);

      expect((await person.get(link)).html).toContain(person.email);
      expect((await person.send(link, { password: 'too short' })).status).toBe(400);
      expect((await person.send(link, { password: PASSWORD })).location).toBe('');
      expect((await person.get('endpoint')).status).toBe(200);
      expect((await person.get('people/invite')).status).toBe(403);
      expect((await owner.get('people')).html).not.toContain('Invited as');
      expect(await recordedTypes(test, acme)).toEqual(
        expect.arrayContaining(['invitation_sent', 'invitation_accepted']),
      );
      expect(await somebody().get(link)).toMatchObject({
        status: 404,
        heading: 'This link no longer works',
      });
    });

    it('an invitation lets only one of several browsers in', async () => {
      const { link } = await invited();
      const browsers = [somebody(), somebody()];
      const seen = await Promise.all(browsers.map((browser) => browser.send(link, { password: PASSWORD })));
      expect(seen.map(({ status }) => status).sort()).toEqual([303, 404]);
    });

    it('a person with an account accepts an invitation after signing in with their own password', async () => {
      const other = await test.createOrganization({ name: 'Meridian' });
      await signedIn(test, other);
      const { person, link } = await invited('reviewer', other.ownerEmail);
      const asked = await person.get(link);
      expect(asked.html).toContain('You already have an account here');
      expect(asked.html).not.toContain('type="password"');
      // Without a session it only leads to the same page.
      expect((await person.post(link, { password: PASSWORD })).html).toContain('Sign in as');
      const stranger = await signedIn(test, await test.createOrganization());
      expect((await stranger.get(link)).html).toContain(`You are signed in as ${stranger.email}`);
      const theirs = formTokenIn(await stranger.get(link))!;
      expect((await stranger.post(link, { formToken: theirs })).status).toBe(404);

      const next = `/dashboard/${link}`;
      expect((await person.signIn(PASSWORD, next)).location).toBe(`/${link}`);
      expect((await person.post(link)).status).toBe(403);
      expect((await person.send(link)).location).toBe('');
      expect((await person.get()).html).toContain('Switch to Meridian');
      expect((await person.get('endpoint')).status).toBe(403);
    });

    it('an invitation works for 7 days, until it is withdrawn or sent again, and while it has an owner behind it', async () => {
      const [late, withdrawn, renewed, orphaned] = [
        await invited(),
        await invited(),
        await invited(),
        somebody(),
      ];
      await owner.send(`people/invitations/${await idOf(withdrawn.person.email)}/withdraw`, {}, 'people');
      await owner.send(`people/invitations/${await idOf(renewed.person.email)}/resend`, {}, 'people');
      const [, again] = await linksOf(renewed.person, 2);
      const second = await signedIn(test, acme, 'owner', `second-${acme.ownerEmail}`);
      await invite(orphaned.email, 'owner', second);
      const [ofRemoved] = await linksOf(orphaned);
      const [, secondId] = new RegExp(`for="role-(\\d+)">Role of ${second.email}<`).exec(
        (await owner.get('people')).html,
      )!;
      await owner.send(`people/${secondId}/remove`, {}, 'people');

      const statusOf = async (link: string) => (await somebody().get(link)).status;
      for (const dead of [withdrawn.link, renewed.link, ofRemoved!]) expect(await statusOf(dead)).toBe(404);
      for (const good of [late.link, again!]) expect(await statusOf(good)).toBe(200);
      expect((await owner.get('people')).html).toContain('the link no longer works');
      await test.database.moveClock('7 days');
      for (const dead of [late.link, again!]) expect(await statusOf(dead)).toBe(404);
    });

    it('refuses to invite members, twice, at no address, or too often, and says so beside the field', async () => {
      const { person } = await invited();
      for (const [email, words] of [
        [acme.ownerEmail.toUpperCase(), 'already a member'],
        [person.email, 'has already been invited'],
        ['nobody', 'not an email address'],
        [`${'a'.repeat(300)}@acme.test`, 'not an email address'],
      ] as const) {
        const refused = await invite(email, 'admin');
        expect(refused.status).toBe(400);
        expect(refused.html).toContain(words);
        expect(refused.html).toContain(`value="${email}"`);
        expect(refused.html).toContain('value="admin" selected');
      }
      const resend = `people/invitations/${await idOf(person.email)}/resend`;
      for (let mail = 2; mail <= 5; mail++)
        expect((await owner.send(resend, {}, 'people')).location).toBe('/people');
      expect((await owner.send(resend, {}, 'people')).status).toBe(429);
    });

    it('reveals no invitation to other organizations', async () => {
      const { person } = await invited();
      const stranger = await signedIn(test, await test.createOrganization());
      const id = await idOf(person.email);
      for (const action of ['resend', 'withdraw'])
        expect((await stranger.send(`people/invitations/${id}/${action}`, {}, 'people')).status).toBe(404);
      expect((await stranger.get('people')).html).not.toContain(person.email);
    });

    it('inviting needs the password again, and shows that the mail was refused', async () => {
      const person = somebody();
      mailbox.refuse(person.email, { code: 550, message: 'no such user' });
      await invite(person.email);
      const isTold = async () => (await owner.get('people')).html.includes('no such user');
      await until('the refusal is shown', isTold);
      await test.database.moveClock('11 minutes');
      expect((await owner.get('people/invite')).location).toMatch(/^\/confirm/);
      expect((await owner.send('people/invite', { email: 'x@acme.test' }, 'account')).location).toMatch(
        /^\/confirm/,
      );
    });
  });

  describe('a link for a new password', () => {
    const ask = (email: string, browser = somebody()) => browser.send('forgotten-password', { email });

    it('a password link is mailed, works once within an hour, and ends the sessions', async () => {
      const person = new DashboardMember(test.url, acme.ownerEmail);
      expect((await ask(person.email)).heading).toBe('Check your email');
      const [link] = await linksOf(person);
      expect((await owner.get()).status).toBe(200);
      expect((await person.send(link!, { password: 'four unrelated words' })).location).toBe('');
      expect((await owner.get()).location).toMatch(/^\/sign-in/);
      expect((await somebody().get(link)).status).toBe(404);
      await ask(person.email);
      const [, second] = await linksOf(person, 2);
      await test.database.moveClock('1 hour');
      expect((await somebody().get(second)).status).toBe(404);
    });

    it('promises a password link in the same words for an unknown address', async () => {
      const nobody = somebody();
      const known = await ask(acme.ownerEmail);
      const unknown = await ask(nobody.email);
      expect(unknown.html.replaceAll(nobody.email, acme.ownerEmail).replace(/nonce="[^"]+"/g, '')).toBe(
        known.html.replace(/nonce="[^"]+"/g, ''),
      );
      await linksOf(new DashboardMember(test.url, acme.ownerEmail));
      const requests = () => test.dataSource.query('select 1 from password_reset_requests');
      await until('all requests are done', async () => (await requests()).length === 0);
      expect(mailbox.mails.flatMap(({ recipients }) => recipients)).not.toContain(nobody.email);
      // The mail arrives a moment before the transaction of its job, which removes the token, has ended.
      const kept = () => test.dataSource.query('select 1 from account_links where token_sealed is not null');
      await until('no token is kept', async () => (await kept()).length === 0);
    });

    it('mails at most three password links an hour, and accepts as many requests for an unknown address', async () => {
      for (const email of [acme.ownerEmail, somebody().email]) {
        for (let request = 0; request < 3; request++) expect((await ask(email)).status).toBe(200);
        const refused = await ask(email.toUpperCase());
        expect(refused.status).toBe(429);
        expect(refused.html).toContain('too many requests');
      }
      await test.database.moveClock('1 hour');
      expect((await ask(acme.ownerEmail)).status).toBe(200);
    });

    it.each(['', 'nobody', `${'a'.repeat(300)}@acme.test`, 'a\0b@acme.test'])(
      'refuses a password link for %j',
      async (email) => {
        expect((await ask(email)).status).toBe(400);
      },
    );
  });
});
