import { createContext } from '../../src/configure-app.js';
import { LiveLimits } from '../../src/dashboard/live-limits.js';
import { LiveStreams } from '../../src/dashboard/live-streams.js';
import { AccountLinks } from '../../src/organizations/account-links.js';
import { Memberships } from '../../src/organizations/memberships.js';
import { type UserRole } from '../../src/organizations/user.entity.js';
import { UsersService } from '../../src/organizations/users.service.js';
import { Settings } from '../../src/platform/config/settings.js';
import { Transactions } from '../../src/platform/database/transactions.js';
import { OrganizationChanges } from '../../src/platform/events/organization-changes.js';
import { PinoLogger } from '../../src/platform/logging/pino-logger.js';
import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { DashboardMember, PASSWORD, signedIn } from '../support/dashboard-member.js';
import { EventStream } from '../support/event-stream.js';
import { publishEvent } from '../support/events.js';
import { caseWithoutPictures } from '../support/review-cases.js';
import { sendRequest } from '../support/signing-requests.js';
import { until } from '../support/until.js';

/** Longer than any test, so whatever arrives was pushed and not found by polling. */
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

  /** A member of Acme, with the id of the membership. */
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

  it('reports what changed to the roles that can see it, in its organization only', async () => {
    const owner = await signedIn(test, acme);
    const { member: reviewer, userId } = await member('reviewer');
    const stranger = await signedIn(test, other);
    const [open, narrow, strange] = [await follow(owner), await follow(reviewer), await follow(stranger)];
    await publishEvent(test, acme);
    expect(await open.nextEvent()).toEqual(CHANGED);
    // This must not be the next thing that the others receive.
    await inTransaction((tx) => test.app.get(Memberships).remove(tx, acme.organizationId, userId));
    expect(await narrow.nextEvent()).toEqual(ENDED);
    await publishEvent(test, other);
    expect(await strange.nextEvent()).toEqual(CHANGED);
    await stranger.send('sign-out', {}, 'account');
    expect(await strange.nextEvent()).toEqual(ENDED);
  });

  it('announces requests and verifications to those who can open them, and cases to reviewers', async () => {
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
    // The reviewer received nothing else.
    expect(await nextTopic(narrow, 'reviews')).toEqual(['reviews']);
  });

  it('announces nothing of a transaction that is rolled back', async () => {
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
      ({ userId }) =>
        inTransaction((tx) => test.app.get(Memberships).remove(tx, acme.organizationId, userId)),
    ],
    [
      'gets another role',
      ({ userId }) => {
        const change = {
          organizationId: acme.organizationId,
          userId,
          role: 'reviewer' as const,
          isReviewer: false,
          sendsBulk: false,
        };
        return inTransaction((tx) => test.app.get(Memberships).changeRole(tx, change));
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

  it.each(endings)('closes the live stream at once when the person %s', async (_how, ending) => {
    const who = await member('admin');
    const stream = await follow(who.member);
    await ending(who);
    expect(await stream.nextEvent()).toEqual(ENDED);
    expect(await stream.nextEvent()).toBeNull();
  });

  it('closes the live stream at once when another process removes the person', async () => {
    const who = await member('admin');
    const stream = await follow(who.member);
    const settings = new Settings({ ...test.settings, role: 'web' } as Settings);
    const elsewhere = await createContext(settings, test.database.url, new PinoLogger('fatal'));
    await elsewhere
      .get(Transactions)
      .run((tx) => elsewhere.get(Memberships, { strict: false }).remove(tx, acme.organizationId, who.userId));
    expect(await stream.nextEvent()).toEqual(ENDED);
    await elsewhere.close();
  });

  it('keeps the live stream open in the session that changes the password', async () => {
    const { member: admin } = await member('admin');
    const stream = await follow(admin);
    await admin.send('account/password', { present: PASSWORD, next: 'five unrelated words' }, 'account');
    await publishEvent(test, acme);
    expect(await stream.nextEvent()).toEqual(CHANGED);
  });

  it('refuses a seventh live stream of a session, and streams beyond the limit of an organization', async () => {
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

  it('counts neither the live stream nor a page that refreshes itself as activity', async () => {
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

it('the live stream ends soon even if the end of the session was not announced', async () => {
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
