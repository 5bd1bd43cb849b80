import { USER_ROLES, type UserRole } from '../../src/organizations/user.entity.js';
import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { ROUTES } from '../support/dashboard-areas.js';
import { type DashboardMember, formTokenIn, signedIn } from '../support/dashboard-member.js';
import { declaredRoutes } from '../support/dashboard-routes.js';
import { EventStream } from '../support/event-stream.js';

/** After these the member may have to sign in again: the session with the id 1 may be their own. */
const ENDS_SESSIONS = ['sign-out', 'account/sessions/1/end'];

/** The pages of people who are not signed in, each with its form. */
const OPEN_PAGES = [
  'sign-in',
  'sign-in/code',
  'sign-in/passkey',
  'sign-in/with',
  'sign-in/with/:code',
  'welcome/:token',
  'forgotten-password',
  'invitation/:token',
];
const OPEN = [
  ...OPEN_PAGES.flatMap((page) => [`GET ${page}`, `POST ${page}`]),
  'GET sign-in/back',
  'POST invitation/:token/sign-on',
];

/** An id in a path of the table. */
const ID = /\b(?:1|[0-9a-f-]{36})\b/;
const TOKEN = /\btoken$/;

describe('the areas of the dashboard', () => {
  let test: TestApp;
  let acme: TestOrganization;
  let members: Record<UserRole, DashboardMember>;

  beforeAll(async () => {
    test = await startTestApp();
    acme = await test.createOrganization({ name: 'Acme' });
    members = {
      owner: await signedIn(test, acme),
      admin: await signedIn(test, acme, 'admin'),
      reviewer: await signedIn(test, acme, 'reviewer'),
    };
  });

  afterAll(() => test?.close());

  const visit = async (member: DashboardMember, method: string, page: string) => {
    if (page === 'live') {
      const stream = await EventStream.open(`${test.url}/dashboard/live`, { cookie: member.cookie });
      stream.leave();
      return stream;
    }
    if (method === 'GET') return member.get(page);
    const formToken = formTokenIn(await member.get('account'))!;
    return member.post(page, { formToken });
  };

  it.each(ROUTES)('opens %s %s to its roles only', async (method, page, roles) => {
    for (const role of USER_ROLES) {
      const { status } = await visit(members[role], method, page);
      if (ENDS_SESSIONS.includes(page)) members[role] = await signedIn(test, acme, role);
      if (roles.includes(role)) expect(status).not.toBe(403);
      else expect(status).toBe(403);
    }
  });

  it.each(ROUTES)(
    'sends people who are not signed in from %s %s to the sign-in page',
    async (method, page) => {
      const response = await fetch(`${test.url}/dashboard${page === '' ? '' : `/${page}`}`, {
        method,
        redirect: 'manual',
      });
      expect(response.status).toBe(303);
      expect(response.headers.get('location')).toMatch(/^\/dashboard\/sign-in\?next=/);
    },
  );

  it('lists every route in the table', () => {
    const withoutIds = ROUTES.map(
      ([method, page]) =>
        `${method} ${page.replace(ID, ':id').replace(/\b2$/, ':attempt').replace(TOKEN, ':token')}`,
    );
    const declared = declaredRoutes().map(({ method, path }) => `${method} ${path}`);
    expect([...withoutIds, ...OPEN].sort()).toEqual(declared.sort());
  });

  it.each(['99999999999999999999', '0', 'x'])('does not fail on the id %s', async (id) => {
    const owner = await signedIn(test, acme);
    for (const page of [`account/sessions/${id}/end`, `people/${id}/role`])
      expect((await visit(owner, 'POST', page)).status).toBe(400);
    expect((await owner.get(`deliveries?before=${id}`)).status).toBe(400);
    expect((await owner.get(`deliveries/${id}`)).status).toBe(404);
  });
});
