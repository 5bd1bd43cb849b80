import {
  ACTIVITY_TYPES,
  type ActivityEvent,
  type ActivityType,
} from '../../src/activity/domain/activity-event.js';
import { UsersService } from '../../src/organizations/users.service.js';
import { Transactions } from '../../src/platform/database/transactions.js';
import { activityOf } from '../support/activity.js';
import { type SharedTestApp, sharedTestApp, type TestOrganization } from '../support/app.js';
import { DashboardMember, PASSWORD, signedIn } from '../support/dashboard-member.js';
import { type DashboardRoute, declaredRoutes, NO_PAGES } from '../support/dashboard-routes.js';
import { inDepth } from '../support/in-depth.js';
import { RECORDED, RECORDED_ELSEWHERE } from '../support/recorded-actions.js';
import { sendRequest, SIGNATURES } from '../support/samples.js';
import { until } from '../support/until.js';

const NEXT_PASSWORD = 'four more unrelated words';
const ENDPOINT = 'https://8.8.8.8/hook?token=secret';

type Step = [type: ActivityType, act: () => Promise<{ status: number }>, event?: Partial<ActivityEvent>];

describe('the activity of members', () => {
  let test: SharedTestApp;
  let acme: TestOrganization;

  beforeAll(async () => {
    test = await sharedTestApp();
  });
  beforeEach(async () => {
    acme = await test.createOrganization({ name: 'Acme' });
  });

  const eventsOf = (organization: TestOrganization, after = 0) =>
    activityOf(test.dataSource, organization.organizationId, after);

  const addMember = async (organization: TestOrganization, email: string) => {
    const { organizationId } = organization;
    const user = { organizationId, email, role: 'admin' } as const;
    const made = await test.app.get(Transactions).run((tx) => test.app.get(UsersService).create(tx, user));
    return made.userId;
  };

  /** Takes the steps one after another: each records one event of its type. */
  async function walk(steps: readonly Step[]): Promise<void> {
    for (const [type, act, event] of steps) {
      const before = (await eventsOf(acme)).length;
      const { status } = await act();
      // A wrong password is recorded after its answer.
      const added = await until(`${type} is recorded`, async () => {
        const events = await eventsOf(acme, before);
        return events.length > 0 && events;
      });
      const expected = { type, userId: acme.userId, address: '127.0.0.1', ...event };
      expect([type, status, added]).toEqual([type, expect.any(Number), [expect.objectContaining(expected)]]);
    }
  }

  it('every form, download and picture is recorded, or has a reason not to be', () => {
    const nameOf = ({ method, path }: DashboardRoute) => `${method} ${path}`;
    const routes = declaredRoutes();
    const acting = routes
      .filter(({ method, path }) => method === 'POST' || NO_PAGES.includes(path))
      .map(nameOf);
    const named = Object.keys(RECORDED);
    expect(acting.filter((route) => !named.includes(route))).toEqual([]);
    expect(named.filter((route) => !routes.map(nameOf).includes(route))).toEqual([]);
    const types = Object.values(RECORDED).flatMap((recorded) =>
      typeof recorded === 'string' ? [] : recorded,
    );
    const all = [...new Set(types), ...Object.keys(RECORDED_ELSEWHERE)];
    expect(all.sort()).toEqual([...ACTIVITY_TYPES].sort());
  });

  inDepth('records each action on keys, the endpoint and people once', async () => {
    const owner = await signedIn(test, acme);
    const [used] = await eventsOf(acme);
    expect(used).toMatchObject({ type: 'link_used', userId: acme.userId, number: 1, subjectId: null });
    const colleague = await addMember(acme, `colleague-${acme.organizationId}@acme.test`);
    const about = { subjectKind: 'user', subjectId: colleague };
    const key = { subjectKind: 'api_key', subjectId: expect.any(Number) };
    const saved = { url: ENDPOINT, events: 'signature.completed' };
    await walk([
      [
        'api_key_created',
        () => owner.send('api-key/new', { scopes: 'identity:read' }),
        { ...key, data: { scopes: ['identity:read'] } },
      ],
      ['api_key_revoked', () => owner.send('api-key/revoke'), key],
      [
        'endpoint_saved',
        () => owner.send('endpoint', saved),
        // The address may contain a secret.
        { data: { host: '8.8.8.8', events: ['signature.completed'], holdsWhenDown: false } },
      ],
      ['endpoint_paused', () => owner.send('endpoint/pause', {}, 'endpoint')],
      ['endpoint_resumed', () => owner.send('endpoint/resume', {}, 'endpoint')],
      // Stops deliveries.
      ['endpoint_paused', () => owner.send('endpoint/pause', {}, 'endpoint')],
      [
        'test_event_sent',
        () => owner.send('endpoint/test', {}, 'endpoint'),
        {
          subjectKind: 'webhook_endpoint',
          data: { deliveryId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string },
        },
      ],
      ['endpoint_disabled', () => owner.send('endpoint/disable', {}, 'endpoint')],
      ['endpoint_enabled', () => owner.send('endpoint/enable', {}, 'endpoint')],
      [
        'endpoint_headers_set',
        () => owner.send('endpoint/headers', { 'name-0': 'X-Key', 'value-0': 'a secret' }),
        { subjectKind: 'webhook_endpoint', data: { count: 1 } },
      ],
      ['secret_rotated', () => owner.send('endpoint/secret', { when: 'now' }), { data: { when: 'now' } }],
      [
        'role_changed',
        () => owner.send(`people/${colleague}/role`, { role: 'reviewer' }, 'people'),
        { ...about, data: { from: 'admin', to: 'reviewer' } },
      ],
      [
        'member_removed',
        () => owner.send(`people/${colleague}/remove`, {}, 'people'),
        { ...about, data: { role: 'reviewer' } },
      ],
      [
        'four_eyes_set',
        () => owner.send('people/four-eyes', { fourEyes: 'yes' }, 'people'),
        { data: { fourEyes: true } },
      ],
      ['invitation_sent', () => owner.send('people/invite', { email: 'new@acme.test', role: 'reviewer' })],
      [
        'invitation_withdrawn',
        async () => {
          const [, id] = /people\/invitations\/(\d+)\/withdraw"/.exec((await owner.get('people')).html)!;
          return owner.send(`people/invitations/${id}/withdraw`, {}, 'people');
        },
        { data: { invitationId: expect.any(Number) as number } },
      ],
    ]);
  });

  it('records each action on verifications once', async () => {
    const owner = await signedIn(test, acme);
    const person = { person: 'Anna Maria Eriksson', email: 'anna@example.com', language: 'en' };
    await walk([
      [
        'verification_started',
        () => owner.send('verifications/new', person),
        { subjectKind: 'identity_verification', subjectId: expect.any(Number) as number },
      ],
      [
        'verifications_exported',
        () => owner.get('verifications/export.csv?state=failed'),
        { data: { filters: ['state'] } },
      ],
    ]);
  });

  it('records each action on passwords and sessions once', async () => {
    const owner = await signedIn(test, acme);
    const elsewhere = new DashboardMember(test.url, acme.ownerEmail);
    const session = { subjectKind: 'session', subjectId: expect.any(Number) };
    const endOther = async () => {
      const [, id] = /account\/sessions\/(\d+)\/end"/.exec((await owner.get('account')).html)!;
      return owner.send(`account/sessions/${id}/end`, {}, 'account');
    };
    const changed = { present: PASSWORD, next: NEXT_PASSWORD };
    await walk([
      ['signed_in', () => elsewhere.signIn(), session],
      ['session_ended', endOther, session],
      [
        'sign_in_failed',
        () => elsewhere.signIn('a wrong password'),
        { userId: null, subjectKind: 'user', subjectId: acme.userId, data: { failures: 1 } },
      ],
      [
        'confirmation_failed',
        () => owner.send('confirm', { password: 'a wrong password' }),
        // The account knows this browser, so its failures are counted separately.
        { data: { failures: 1 } },
      ],
      [
        'other_sessions_ended',
        () => owner.send('account/sessions/end-others', {}, 'account'),
        { data: { ended: 0 } },
      ],
      ['password_changed', () => owner.send('account/password', changed, 'account')],
      ['signed_out', () => owner.send('sign-out', {}, 'account'), session],
    ]);
  });

  it('records an action where it happens, and in every organization if it concerns the account', async () => {
    const other = await test.createOrganization({ name: 'Zenith' });
    const there = await addMember(other, acme.ownerEmail);
    const owner = await signedIn(test, acme);
    await new DashboardMember(test.url, acme.ownerEmail).signIn('a wrong password');
    await until('the failure is recorded', async () => (await eventsOf(other)).length === 2);
    await owner.send('organization', { organizationId: String(other.organizationId) }, 'account');
    await owner.send('sign-out', {}, 'account');
    const told = async (organization: TestOrganization) =>
      (await eventsOf(organization)).map(({ type, userId }) => [type, userId]);
    expect(await told(acme)).toEqual([
      ['link_used', acme.userId],
      ['sign_in_failed', null],
    ]);
    expect(await told(other)).toEqual([
      ['link_used', there],
      ['sign_in_failed', null],
      ['organization_entered', there],
      ['signed_out', there],
    ]);
  });

  it('records nothing if an action had no effect', async () => {
    const owner = await signedIn(test, acme);
    const before = (await eventsOf(acme)).length;
    await new DashboardMember(test.url, `nobody-${acme.organizationId}@acme.test`).signIn();
    await owner.send('endpoint', { url: 'http://10.0.0.1/' });
    await owner.send(`people/${acme.userId}/remove`, {}, 'people');
    await owner.send('api-key/revoke', { replaces: '1' });
    await owner.send('account/sessions/999999999/end', {}, 'account');
    expect(await eventsOf(acme, before)).toEqual([]);
  });

  it('records no actions of programs, which are in the audit trail of the request', async () => {
    const { id, signers } = await sendRequest(acme.api);
    const done = [
      await acme.api.post(`${SIGNATURES}/${id}/signers/${signers[0]!.id}/notification`),
      await acme.api.delete(`${SIGNATURES}/${id}`),
    ];
    expect(done.map(({ status }) => status)).toEqual([200, 200]);
    expect(await eventsOf(acme)).toEqual([]);
  });
});
