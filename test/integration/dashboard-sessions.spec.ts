import { UsersService } from '../../src/organizations/users.service.js';
import { Transactions } from '../../src/platform/database/transactions.js';
import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { DashboardMember, PASSWORD, signedIn } from '../support/dashboard-member.js';

describe('sessions at the dashboard', () => {
  let test: TestApp;
  let acme: TestOrganization;

  beforeAll(async () => {
    test = await startTestApp();
    acme = await test.createOrganization({ name: 'Acme' });
  });
  afterAll(() => test?.close());

  describe('a session', () => {
    it('ends when one signs out', async () => {
      const owner = await signedIn(test, acme);
      const cookie = owner.cookies.get('countersign_session')!;
      expect((await owner.send('sign-out', {}, 'account')).location).toBe('/sign-in');
      owner.cookies.set('countersign_session', cookie);
      expect((await owner.get()).location).toMatch(/^\/sign-in/);
    });

    it.each([
      ['12 hours without use', ['12 hours']],
      ['7 days of use', Array<string>(15).fill('11 hours 30 minutes')],
    ])('ends after %s', async (_how, moves) => {
      const owner = await signedIn(test, acme);
      for (const [index, move] of moves.entries()) {
        await test.database.moveClock(move);
        const isLast = index === moves.length - 1;
        expect((await owner.get()).status).toBe(isLast ? 303 : 200);
      }
    });

    it('can be ended from another one', async () => {
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

    it('ends at once when its user is removed', async () => {
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

    it('survives its own change of password, which ends the others', async () => {
      const [here, there] = [await signedIn(test, acme), new DashboardMember(test.url, acme.ownerEmail)];
      await there.signIn();
      const wrong = await here.send(
        'account/password',
        { present: 'wrong', next: 'four unrelated words' },
        'account',
      );
      expect(wrong.html).toContain('This password is not right.');
      const next = 'four more unrelated words';
      const changed = await here.send('account/password', { present: PASSWORD, next }, 'account');
      expect(changed.location).toBe('/account?changed=password');
      expect((await there.get()).location).toMatch(/^\/sign-in/);
      expect((await here.get()).status).toBe(200);
      expect((await there.signIn()).status).toBe(400);
      expect((await there.signIn(next)).location).toBe('');
    });
  });

  it('moves a person of several organizations from one to the other', async () => {
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
    // A reviewer there, who may not see the key.
    expect((await owner.get('api-key')).status).toBe(403);
    const unknown = await test.createOrganization();
    const strange = { organizationId: String(unknown.organizationId) };
    expect((await owner.send('organization', strange, 'account')).status).toBe(404);
  });
});
