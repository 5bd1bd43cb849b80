import { UsersService } from '../../src/organizations/users.service.js';
import { Transactions } from '../../src/platform/database/transactions.js';
import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { DashboardMember, formTokenIn, hiddenIn, PASSWORD, signedIn } from '../support/dashboard-member.js';
import { type Fields, type Seen } from '../support/visitor.js';

describe('sessions at the dashboard', () => {
  let test: TestApp;
  let acme: TestOrganization;

  beforeAll(async () => {
    test = await startTestApp();
    acme = await test.createOrganization({ name: 'Acme' });
  });
  afterAll(() => test?.close());

  describe('a session', () => {
    it('a session ends when the member signs out', async () => {
      const owner = await signedIn(test, acme);
      const cookie = owner.cookies.get('countersign_session')!;
      expect((await owner.send('sign-out', {}, 'account')).location).toBe('/sign-in');
      owner.cookies.set('countersign_session', cookie);
      expect((await owner.get()).location).toMatch(/^\/sign-in/);
    });

    it.each([
      ['12 hours without use', ['12 hours']],
      ['7 days of use', Array<string>(15).fill('11 hours 30 minutes')],
    ])('a session ends after %s', async (_how, moves) => {
      const owner = await signedIn(test, acme);
      for (const [index, move] of moves.entries()) {
        await test.database.moveClock(move);
        const isLast = index === moves.length - 1;
        expect((await owner.get()).status).toBe(isLast ? 303 : 200);
      }
    });

    it('a session can be ended from another one', async () => {
      const [here, there] = [await signedIn(test, acme), new DashboardMember(test.url, acme.ownerEmail)];
      await there.signIn();
      const list = await here.get('account');
      const [, id] = /account\/sessions\/(\d+)\/end"/.exec(list.html)!;
      const other = await signedIn(test, await test.createOrganization());
      expect((await other.send(`account/sessions/${id}/end`, {}, 'account')).status).toBe(404);
      expect((await there.get()).status).toBe(200);
      expect((await here.send(`account/sessions/${id}/end`, {}, 'account')).location).toBe('/account');
      expect((await there.get()).location).toMatch(/^\/sign-in/);
      expect((await here.get()).status).toBe(200);
    });

    it('a session ends at once when its user is removed', async () => {
      const reviewer = await signedIn(test, acme, 'reviewer');
      expect((await reviewer.get()).status).toBe(200);
      await test.dataSource.query(
        `update users set removed_at = app_now() from accounts a
         where a.id = users.account_id and a.email = $1`,
        [reviewer.email],
      );
      expect((await reviewer.get()).location).toMatch(/^\/sign-in/);
      expect((await new DashboardMember(test.url, reviewer.email).signIn()).status).toBe(400);
    });

    it('a session survives its own change of password, which ends the others', async () => {
      const [here, there] = [await signedIn(test, acme), new DashboardMember(test.url, acme.ownerEmail)];
      await there.signIn();
      const wrong = await here.send(
        'account/password',
        { present: 'wrong', next: 'four unrelated words' },
        'account',
      );
      expect(wrong.html).toContain('This password is incorrect.');
      const next = 'four more unrelated words';
      const changed = await here.send('account/password', { present: PASSWORD, next }, 'account');
      expect(changed.location).toBe('/account?changed=password');
      expect((await there.get()).location).toMatch(/^\/sign-in/);
      expect((await here.get()).status).toBe(200);
      expect((await there.signIn()).status).toBe(400);
      expect((await there.signIn(next)).location).toBe('');
    });
  });

  it('moves a person from one of their organizations to another', async () => {
    const other = await test.createOrganization({ name: 'Meridian Notaries' });
    const email = acme.ownerEmail;
    const { organizationId } = other;
    const { password } = await test.app
      .get(Transactions)
      .run((tx) => test.app.get(UsersService).create(tx, { organizationId, email, role: 'reviewer' }));
    expect(password).toBeNull();
    const owner = await signedIn(test, acme);
    expect((await owner.get()).html).toContain('Switch to Meridian Notaries');
    const move = { organizationId: String(organizationId) };
    expect((await owner.send('organization', move, 'account')).location).toBe('');
    expect((await owner.get()).html).toContain('Switch to Acme');
    // Only a reviewer there, who cannot see the key.
    expect((await owner.get('api-key')).status).toBe(403);
    const unknown = await test.createOrganization();
    const strange = { organizationId: String(unknown.organizationId) };
    expect((await owner.send('organization', strange, 'account')).status).toBe(404);
  });

  describe('a form whose sender must enter the password first', () => {
    let owner: DashboardMember;
    const people = async () => (await owner.get('people')).html;
    const invite = { email: 'zoe@acme.test', role: 'admin' };

    beforeEach(async () => {
      acme = await test.createOrganization({ name: 'Acme' });
      owner = await signedIn(test, acme);
    });

    /** Opens a page, and sends its form after the password has become due. */
    async function sendLate(page: string, fields: Fields = {}, form = page): Promise<Seen> {
      const shown = await owner.get(form);
      await test.database.moveClock('11 minutes');
      const formToken: [string, string] = ['formToken', formTokenIn(shown)!];
      const asked = await owner.post(page, [formToken, ...hiddenIn(shown), ...Object.entries(fields)]);
      expect(asked.location).toMatch(/^\/confirm\?next=[^&]+&kept=[0-9a-f-]{36}$/);
      return asked;
    }
    const sendAndConfirm = async (...form: Parameters<typeof sendLate>) =>
      owner.confirm(await sendLate(...form));
    const idOf = async (email: string) =>
      new RegExp(`for="role-(\\d+)">Role of ${email}<`).exec(await people())![1]!;

    it('invites the person who was entered, and shows errors beside the field', async () => {
      expect((await sendAndConfirm('people/invite', { ...invite, email: 'zoe' })).html).toMatch(
        /not an email address[^]+value="zoe"[^]+value="admin" selected/,
      );
      expect((await sendAndConfirm('people/invite', invite)).location).toBe('/people');
      expect(await people()).toMatch(/zoe@acme.test[^]+Invited as Admin/);
      const [, again] = /(people\/invitations\/\d+\/resend)/.exec(await people())!;
      expect((await sendAndConfirm(again!, {}, 'people')).location).toBe('/people');
    });

    it('changes and removes members, and requires two reviewers', async () => {
      const { email } = await signedIn(test, acme, 'reviewer');
      const id = await idOf(email);
      await sendAndConfirm(`people/${id}/role`, { role: 'admin' }, 'people');
      expect(await people()).toMatch(new RegExp(`role-${id}[^]+?value="admin" selected`));
      await sendAndConfirm('people/four-eyes', { fourEyes: 'yes' }, 'people');
      expect(await people()).toContain('name="fourEyes" value="no"');
      expect((await sendAndConfirm(`people/${id}/remove`, {}, 'people')).location).toBe('/people');
      expect(await people()).not.toContain(email);
    });

    it('keeps what was entered about single sign-on, but shows no secret', async () => {
      const typed = { label: 'Acme <ID>', issuer: 'http://acme.test', clientId: 'client 7' };
      const seen = await sendAndConfirm('sign-on/edit', { ...typed, clientSecret: 'hidden words' });
      expect(seen.status).toBe(400);
      expect(seen.html).toContain('value="Acme &lt;ID&gt;"');
      expect(seen.html).toContain('value="http://acme.test"');
      expect(seen.html).toContain('value="client 7"');
      expect(seen.html).not.toContain('hidden words');
    });

    it('replaces and revokes the API key, and replaces the secret', async () => {
      const made = await sendAndConfirm('api-key/new', { scopes: 'identity:read' });
      expect(made.html).toMatch(/data-secret>sk_/);
      expect(made.html).not.toContain('<code>identity:write</code>');
      expect((await sendAndConfirm('api-key/revoke')).location).toBe('/api-key');
      expect((await owner.get('api-key')).html).toContain('There is no API key');
      const rotated = await sendAndConfirm('endpoint/secret', { when: 'now' });
      expect(rotated.html).toMatch(/data-secret>sk_webhook_/);
    });

    it('asks again for the code of a second step that has lapsed', async () => {
      const seen = await sendAndConfirm('account/second-step', { code: '000000' });
      expect(seen.status).toBe(400);
      expect(seen.html).toMatch(/id="code-error">[^<]+/);
    });

    it('sends the form on once, with the right password', async () => {
      const asked = await sendLate('people/invite', invite);
      const kept = /kept=(.+)/.exec(asked.location!)![1]!;
      expect((await owner.get(asked.location!.slice(1))).html).toContain('What you entered is kept');
      const wrong = await owner.confirm(asked, 'wrong');
      expect(wrong.html).toContain(`name="kept" value="${kept}"`);
      expect((await owner.confirm(asked)).location).toBe('/people');
      const again = await owner.send(
        `people/invite?kept=${kept}`,
        { next: '/dashboard/activity' },
        'account',
      );
      expect(again.location).toBe('/activity');
      expect(await test.dataSource.query('select 1 from kept_forms')).toEqual([]);
    });

    it('sends the form on neither to another form nor without the session’s token', async () => {
      const asked = await sendLate('people/invite', invite);
      const kept = /kept=(.+)/.exec(asked.location!)![1]!;
      await owner.confirm();
      expect((await owner.post(`people/invite?kept=${kept}`)).status).toBe(403);
      await owner.send(`people/four-eyes?kept=${kept}`, { fourEyes: 'yes' }, 'account');
      expect((await owner.confirm(asked)).location).toBe('/people/invite');
      expect(await people()).not.toContain(invite.email);
      expect(await people()).toContain('name="fourEyes" value="yes"');
    });

    it('sends the form on neither in another session or organization, nor after ten minutes', async () => {
      const other = await test.createOrganization({ name: 'Meridian' });
      await signedIn(test, other, 'owner', acme.ownerEmail);
      await owner.signIn();
      const asked = await sendLate('people/invite', invite);
      const elsewhere = new DashboardMember(test.url, acme.ownerEmail);
      await elsewhere.signIn();
      expect((await elsewhere.confirm(asked)).location).toBe('/people/invite');
      const move = ({ organizationId }: TestOrganization) =>
        owner.send('organization', { organizationId: String(organizationId) }, 'account');
      await move(other);
      expect((await owner.confirm(asked)).location).toBe('/people/invite');
      await move(acme);
      await test.database.moveClock('10 minutes');
      expect((await owner.confirm(asked)).location).toBe('/people/invite');
      for (const organization of [other, acme]) {
        await move(organization);
        expect(await people()).not.toContain(invite.email);
      }
    });
  });
});
