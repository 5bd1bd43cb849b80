import { createContext } from '../../src/configure-app.js';
import { LiveLimits } from '../../src/dashboard/live-limits.js';
import { LiveStreams } from '../../src/dashboard/live-streams.service.js';
import { AccountLinks } from '../../src/organizations/account-links.service.js';
import { Members } from '../../src/organizations/members.service.js';
import { type UserRole } from '../../src/organizations/user.entity.js';
import { UsersService } from '../../src/organizations/users.service.js';
import { Settings } from '../../src/platform/config/settings.js';
import { Transactions } from '../../src/platform/database/transactions.js';
import { OrganizationChanges } from '../../src/platform/events/organization-changes.service.js';
import { PinoLogger } from '../../src/platform/logging/pino-logger.js';
import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { DashboardMember, PASSWORD, signedIn } from '../support/dashboard-member.js';
import { EventStream } from '../support/event-stream.js';
import { publishEvent } from '../support/events.js';
import { caseWithoutPictures } from '../support/review-cases.js';
import { sendRequest } from '../support/signing-requests.js';
import { until } from '../support/until.js';

/** Longer than any test, so what arrives was sent and not found by looking. */
const NEVER_MS = 2 ** 30;

describe('the live stream of the dashboard', () => {
  let test: TestApp;
  let acme: TestOrganization;
  let other: TestOrganization;
  const streams: EventStream[] = [];

  beforeAll(async () => {
    test = await startTestApp();
    test.app.get(LiveLimits).lookEveryMs = NEVER_MS;
    acme = await test.createOrganization({ name: 'Acme' });
    other = await test.createOrganization({ name: 'Other' });
  });
  afterEach(async () => {
    for (const stream of streams.splice(0)) stream.leave();
    await until('all streams are gone', () => test.app.get(LiveStreams).size === 0);
  });
  afterAll(() => test?.close());

  async function follow({ cookie }: DashboardMember): Promise<EventStream> {
    const stream = await EventStream.open(`${test.url}/dashboard/live`, { cookie });
    streams.push(stream);
    if (stream.status === 200) expect(await stream.nextEvent()).toEqual({ type: 'ready', data: '' });
    return stream;
  }

  /** Somebody of Acme, with the id of the membership. */
  async function member(role: UserRole): Promise<{ member: DashboardMember; userId: number }> {
    const made = await signedIn(test, acme, role);
    const [user] = await test.dataSource.query<{ id: number }[]>(
      'select users.id from users join accounts on accounts.id = account_id where email = $1',
      [made.email],
    );
    return { member: made, userId: user!.id };
  }

  const inTransaction: Transactions['run'] = (work) => test.app.get(Transactions).run(work);
  const ENDED = { type: 'ended', data: '' };
  const CHANGED = { type: 'changed', data: '{"topic":"deliveries"}' };

  it('tells what changed to the roles that may see it, in the organization where it did', async () => {
    const owner = await signedIn(test, acme);
    const { member: reviewer, userId } = await member('reviewer');
    const stranger = await signedIn(test, other);
    const [open, narrow, strange] = [await follow(owner), await follow(reviewer), await follow(stranger)];
    await publishEvent(test, acme);
    expect(await open.nextEvent()).toEqual(CHANGED);
    // The next that the others hear is not that.
    await inTransaction((tx) => test.app.get(Members).remove(tx, acme.organizationId, userId));
    expect(await narrow.nextEvent()).toEqual(ENDED);
    await publishEvent(test, other);
    expect(await strange.nextEvent()).toEqual(CHANGED);
    await stranger.send('sign-out', {}, 'account');
    expect(await strange.nextEvent()).toEqual(ENDED);
  });

  it('announces requests and verifications to those who may open them, and cases to reviewers', async () => {
    const { member: reviewer } = await member('reviewer');
    const [open, narrow] = [await follow(await signedIn(test, acme)), await follow(reviewer)];
    const nextTopic = async (stream: EventStream, wanted: string) => {
      const passed: string[] = [];
      while (passed.at(-1) !== wanted)
        passed.push((JSON.parse((await stream.nextEvent())!.data) as { topic: string }).topic);
      return passed;
    };
    await sendRequest(test, acme, 'fast');
    await nextTopic(open, 'signatures');
    await caseWithoutPictures(test, acme);
    await nextTopic(open, 'verifications');
    // Nothing else came to the reviewer.
    expect(await nextTopic(narrow, 'reviews')).toEqual(['reviews']);
  });

  it('tells nothing of a transaction that is rolled back', async () => {
    const stream = await follow(await signedIn(test, acme));
    const { organizationId } = acme;
    const changes = test.app.get(OrganizationChanges);
    const undone = inTransaction(async (tx) => {
      changes.mark(tx, organizationId, 'deliveries');
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    test.app.get(LiveStreams).onModuleDestroy();
    expect(await stream.nextEvent()).toEqual({ type: 'closing', data: '' });
    expect(await stream.nextEvent()).toBeNull();
    Object.assign(test.app.get(LiveStreams), { isClosed: false });
  });

  type Ending = (who: { member: DashboardMember; userId: number }) => Promise<unknown>;
  const endings: [how: string, ending: Ending][] = [
    ['signs out', ({ member: leaving }) => leaving.send('sign-out', {}, 'account')],
    [
      'ends it from another session',
      async ({ member: leaving }) => {
        const elsewhere = new DashboardMember(test.url, leaving.email);
        await elsewhere.signIn();
        await elsewhere.send('account/sessions/end-others', {}, 'account');
      },
    ],
    [
      'changes the password in another session',
      async ({ member: leaving }) => {
        const elsewhere = new DashboardMember(test.url, leaving.email);
        await elsewhere.signIn();
        const next = 'four more unrelated words';
        await elsewhere.send('account/password', { present: PASSWORD, next }, 'account');
      },
    ],
    [
      'chooses a password with a link',
      async ({ member: leaving }) => {
        const { organizationId } = acme;
        const link = await inTransaction((tx) =>
          test.app.get(AccountLinks).create(tx, organizationId, leaving.email),
        );
        const welcome = link.split('/dashboard/')[1]!;
        await new DashboardMember(test.url, leaving.email).send(welcome, { password: PASSWORD });
      },
    ],
    [
      'is removed',
      ({ userId }) => inTransaction((tx) => test.app.get(Members).remove(tx, acme.organizationId, userId)),
    ],
    [
      'gets another role',
      ({ userId }) => {
        const change = { organizationId: acme.organizationId, userId, role: 'reviewer' as const };
        return inTransaction((tx) => test.app.get(Members).changeRole(tx, change));
      },
    ],
    [
      'moves to another organization',
      async ({ member: moving }) => {
        const { organizationId } = other;
        const { email } = moving;
        await inTransaction((tx) =>
          test.app.get(UsersService).create(tx, { organizationId, email, role: 'admin' }),
        );
        await moving.send('organization', { organizationId: String(organizationId) }, 'account');
      },
    ],
  ];

  it.each(endings)('ends at once when the person %s', async (_how, ending) => {
    const who = await member('admin');
    const stream = await follow(who.member);
    await ending(who);
    expect(await stream.nextEvent()).toEqual(ENDED);
    expect(await stream.nextEvent()).toBeNull();
  });

  it('ends at once when the person is removed by another process', async () => {
    const who = await member('admin');
    const stream = await follow(who.member);
    const settings = new Settings({ ...test.settings, role: 'web' } as Settings);
    const elsewhere = await createContext(settings, test.database.url, new PinoLogger('fatal'));
    await elsewhere
      .get(Transactions)
      .run((tx) => elsewhere.get(Members, { strict: false }).remove(tx, acme.organizationId, who.userId));
    expect(await stream.nextEvent()).toEqual(ENDED);
    await elsewhere.close();
  });

  it('goes on in the session that changes the password', async () => {
    const { member: admin } = await member('admin');
    const stream = await follow(admin);
    await admin.send('account/password', { present: PASSWORD, next: 'five unrelated words' }, 'account');
    await publishEvent(test, acme);
    expect(await stream.nextEvent()).toEqual(CHANGED);
  });

  it('is refused to a seventh page of a session, and beyond what an organization may have', async () => {
    const owner = await signedIn(test, acme);
    for (let opened = 0; opened < 6; opened++) expect((await follow(owner)).status).toBe(200);
    expect((await follow(owner)).status).toBe(429);
    const { ofOrganizations } = test.app.get(LiveLimits);
    ofOrganizations.perKey = 6;
    expect((await follow((await member('admin')).member)).status).toBe(429);
    const stranger = await signedIn(test, other);
    expect((await follow(stranger)).status).toBe(200);
    ofOrganizations.total = 7;
    expect((await follow(stranger)).status).toBe(503);
    Object.assign(ofOrganizations, new LiveLimits().ofOrganizations);
  });

  it('does not count as activity, nor does a page that fetches itself again', async () => {
    const { member: admin } = await member('admin');
    await test.database.moveClock('2 minutes');
    const lastUse = async () => {
      const [row] = await test.dataSource.query<{ idle: boolean }[]>(
        `select last_used_at < app_now() - interval '1 minute' as idle from dashboard_sessions s
         join accounts a on a.id = s.account_id where a.email = $1`,
        [admin.email],
      );
      return row!.idle ? 'before' : 'now';
    };
    (await follow(admin)).leave();
    expect((await admin.get('deliveries', { 'x-unattended': '1' })).status).toBe(200);
    expect(await lastUse()).toBe('before');
    await admin.get('deliveries');
    expect(await lastUse()).toBe('now');
  });
});

it('ends soon even if the end of the session was not announced', async () => {
  const test = await startTestApp();
  try {
    test.app.get(LiveLimits).lookEveryMs = 20;
    const { cookie } = await signedIn(test, await test.createOrganization());
    const stream = await EventStream.open(`${test.url}/dashboard/live`, { cookie });
    expect(await stream.nextEvent()).toEqual({ type: 'ready', data: '' });
    await test.dataSource.query('delete from dashboard_sessions');
    expect(await stream.nextEvent()).toEqual({ type: 'ended', data: '' });
  } finally {
    await test.close();
  }
});
