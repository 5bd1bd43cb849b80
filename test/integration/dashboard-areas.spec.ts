import { USER_ROLES, type UserRole } from '../../src/organizations/user.entity.js';
import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { type DashboardMember, formTokenIn, signedIn } from '../support/dashboard-member.js';
import { declaredRoutes } from '../support/dashboard-routes.js';
import { EventStream } from '../support/event-stream.js';

const EVERYBODY = ['owner', 'admin', 'reviewer'];
const ADMINS = ['owner', 'admin'];
const REVIEWERS = ['reviewer'];
const OWNERS = ['owner'];
const UNKNOWN = '00000000-0000-4000-8000-000000000000';

/** Every page and form with the roles that can open it: the table of docs/dashboard.md. */
const ROUTES: readonly [method: 'GET' | 'POST', page: string, roles: readonly string[]][] = [
  ['GET', '', EVERYBODY],
  ['POST', 'set-up/hide', ADMINS],
  ['GET', 'account', EVERYBODY],
  ['POST', 'account/name', EVERYBODY],
  ['GET', 'account/reading', EVERYBODY],
  ['POST', 'account/reading', EVERYBODY],
  ['POST', 'account/password', EVERYBODY],
  ['POST', 'account/sessions/1/end', EVERYBODY],
  ['POST', 'account/sessions/end-others', EVERYBODY],
  ['GET', 'account/second-step', EVERYBODY],
  ['POST', 'account/second-step', EVERYBODY],
  ['POST', 'account/second-step/off', EVERYBODY],
  ['POST', 'account/recovery-codes', EVERYBODY],
  ['GET', 'account/passkeys/new', EVERYBODY],
  ['POST', 'account/passkeys/new', EVERYBODY],
  ['POST', 'account/passkeys/1/remove', EVERYBODY],
  ['POST', 'account/sign-on/1/connect', EVERYBODY],
  ['POST', 'account/sign-on/1/disconnect', EVERYBODY],
  ['GET', 'confirm/passkey', EVERYBODY],
  ['POST', 'confirm/passkey', EVERYBODY],
  ['POST', 'organization', EVERYBODY],
  ['GET', 'live', EVERYBODY],
  ['GET', 'confirm', EVERYBODY],
  ['POST', 'confirm', EVERYBODY],
  ['GET', 'signatures', ADMINS],
  ['GET', 'signatures/export.csv', ADMINS],
  ['GET', 'signatures/export.zip', ADMINS],
  ['GET', 'signatures/1', ADMINS],
  ['GET', 'signatures/1/:kind', ADMINS],
  ['GET', 'signatures/1/attachments/:fileId', ADMINS],
  ['GET', 'signatures/1/trail.json', ADMINS],
  ['GET', 'signatures/1/first-page', ADMINS],
  ['POST', 'signatures/1/remind', ADMINS],
  ['POST', 'signatures/1/again', ADMINS],
  ['POST', 'signatures/1/signers/:signerId/remind', ADMINS],
  ['POST', 'signatures/1/signers/:signerId/address', ADMINS],
  ['POST', 'signatures/1/recipients', ADMINS],
  ['POST', 'signatures/1/recipients/:recipientId/remind', ADMINS],
  ['POST', 'signatures/1/recipients/:recipientId/address', ADMINS],
  ['POST', 'signatures/1/recipients/:recipientId/remove', ADMINS],
  ['POST', 'signatures/people', ADMINS],
  ['GET', 'signatures/new', ADMINS],
  ['POST', 'signatures/new', ADMINS],
  ['GET', 'signatures/1/document', ADMINS],
  ['POST', 'signatures/1/document', ADMINS],
  ['POST', 'signatures/1/document/form', ADMINS],
  ['POST', 'signatures/1/documents', ADMINS],
  ['POST', 'signatures/1/documents/2/remove', ADMINS],
  ['GET', 'signatures/1/documents/2/fields', ADMINS],
  ['POST', 'signatures/1/documents/2/fields', ADMINS],
  ['GET', 'signatures/1/presented', ADMINS],
  ['GET', 'signatures/1/verdict', ADMINS],
  ['GET', 'signatures/1/signers', ADMINS],
  ['POST', 'signatures/1/signers', ADMINS],
  ['GET', 'signatures/1/fields', ADMINS],
  ['POST', 'signatures/1/fields', ADMINS],
  ['GET', 'signatures/1/check', ADMINS],
  ['GET', 'signatures/1/preview/:number', ADMINS],
  ['GET', 'signatures/1/preview/:number/:screen', ADMINS],
  ['POST', 'signatures/1/send', ADMINS],
  ['POST', 'signatures/1/signers/:signerId/link', ADMINS],
  ['POST', 'signatures/1/signers/:signerId/host', ADMINS],
  ['POST', 'signatures/1/cancel', ADMINS],
  ['POST', 'signatures/1/seal', ADMINS],
  ['POST', 'signatures/1/template', ADMINS],
  ['GET', 'templates', ADMINS],
  ['GET', 'templates/new', ADMINS],
  ['POST', 'templates/new', ADMINS],
  ['GET', 'templates/import', ADMINS],
  ['POST', 'templates/import', ADMINS],
  ['GET', 'templates/1', ADMINS],
  ['POST', 'templates/1/details', ADMINS],
  ['POST', 'templates/1/duplicate', ADMINS],
  ['POST', 'templates/1/archive', ADMINS],
  ['GET', 'templates/1/export.zip', ADMINS],
  ['GET', 'templates/1/document', ADMINS],
  ['POST', 'templates/1/document', ADMINS],
  ['POST', 'templates/1/document/form', ADMINS],
  ['POST', 'templates/1/documents/:number/remove', ADMINS],
  ['GET', 'templates/1/presented', ADMINS],
  ['GET', 'templates/1/roles', ADMINS],
  ['POST', 'templates/1/roles', ADMINS],
  ['GET', 'templates/1/fields', ADMINS],
  ['POST', 'templates/1/fields', ADMINS],
  ['GET', 'templates/1/publish', ADMINS],
  ['POST', 'templates/1/publish', ADMINS],
  ['GET', 'templates/1/differences', ADMINS],
  ['GET', 'templates/1/use', ADMINS],
  ['POST', 'templates/1/use', ADMINS],
  ['GET', 'bulk-sends', OWNERS],
  ['GET', 'bulk-sends/new', OWNERS],
  ['POST', 'bulk-sends/new', OWNERS],
  ['GET', 'bulk-sends/1', OWNERS],
  ['GET', 'bulk-sends/1/upload', OWNERS],
  ['POST', 'bulk-sends/1/upload', OWNERS],
  ['GET', 'bulk-sends/1/example.csv', OWNERS],
  ['GET', 'bulk-sends/1/reading', OWNERS],
  ['POST', 'bulk-sends/1/reading', OWNERS],
  ['GET', 'bulk-sends/1/columns', OWNERS],
  ['POST', 'bulk-sends/1/columns', OWNERS],
  ['GET', 'bulk-sends/1/check', OWNERS],
  ['GET', 'bulk-sends/1/preview', OWNERS],
  ['GET', 'bulk-sends/1/rows/:number/document', OWNERS],
  ['GET', 'bulk-sends/1/send', OWNERS],
  ['POST', 'bulk-sends/1/send', OWNERS],
  ['POST', 'bulk-sends/1/pause', OWNERS],
  ['POST', 'bulk-sends/1/resume', OWNERS],
  ['POST', 'bulk-sends/1/cancel', OWNERS],
  ['POST', 'bulk-sends/1/retry', OWNERS],
  ['GET', 'bulk-sends/1/errors.csv', OWNERS],
  ['GET', 'bulk-sends/1/results.csv', OWNERS],
  ['GET', 'verifications', ADMINS],
  ['GET', 'verifications/export.csv', ADMINS],
  ['GET', 'verifications/new', ADMINS],
  ['POST', 'verifications/new', ADMINS],
  ['GET', 'verifications/1', ADMINS],
  ['POST', 'verifications/1/resend', ADMINS],
  ['POST', 'verifications/1/link', ADMINS],
  ['POST', 'verifications/1/cancel', ADMINS],
  ['POST', 'verifications/1/erase', ['owner']],
  ['GET', 'reviews', REVIEWERS],
  ['GET', 'reviews/next', REVIEWERS],
  ['GET', 'reviews/pictures/token', REVIEWERS],
  ['GET', 'reviews/1', REVIEWERS],
  ['POST', 'reviews/1/claim', REVIEWERS],
  ['POST', 'reviews/1/leave', REVIEWERS],
  ['POST', 'reviews/1/decision', REVIEWERS],
  ['POST', 'reviews/1/ask', REVIEWERS],
  ['POST', 'reviews/1/notes', REVIEWERS],
  ['GET', 'deliveries', ADMINS],
  ['GET', 'deliveries/check', ADMINS],
  ['POST', 'deliveries/check', ADMINS],
  ['GET', 'deliveries/replays/new', ADMINS],
  ['POST', 'deliveries/replays', ADMINS],
  ['GET', `deliveries/replays/${UNKNOWN}`, ADMINS],
  ['GET', `deliveries/${UNKNOWN}`, ADMINS],
  ['POST', `deliveries/${UNKNOWN}/replay`, ADMINS],
  ['POST', `deliveries/${UNKNOWN}/retry`, ADMINS],
  ['GET', `deliveries/${UNKNOWN}/answers/2`, ADMINS],
  ['GET', 'endpoint', ADMINS],
  ['POST', 'endpoint', ADMINS],
  ['POST', 'endpoint/pause', ADMINS],
  ['POST', 'endpoint/resume', ADMINS],
  ['POST', 'endpoint/disable', ADMINS],
  ['POST', 'endpoint/enable', ADMINS],
  ['POST', 'endpoint/test', ADMINS],
  ['POST', 'endpoint/retry', ADMINS],
  ['GET', 'endpoint/delete', ADMINS],
  ['POST', 'endpoint/delete', ADMINS],
  ['GET', 'endpoint/secret', ADMINS],
  ['POST', 'endpoint/secret', ADMINS],
  ['GET', 'endpoint/headers', ADMINS],
  ['POST', 'endpoint/headers', ADMINS],
  ['GET', 'endpoints', ADMINS],
  ['GET', 'endpoints/new', ADMINS],
  ['POST', 'endpoints/new', ADMINS],
  ['GET', 'endpoints/1', ADMINS],
  ['POST', 'endpoints/1', ADMINS],
  ['POST', 'endpoints/1/pause', ADMINS],
  ['POST', 'endpoints/1/resume', ADMINS],
  ['POST', 'endpoints/1/disable', ADMINS],
  ['POST', 'endpoints/1/enable', ADMINS],
  ['POST', 'endpoints/1/test', ADMINS],
  ['POST', 'endpoints/1/retry', ADMINS],
  ['GET', 'endpoints/1/delete', ADMINS],
  ['POST', 'endpoints/1/delete', ADMINS],
  ['GET', 'endpoints/1/secret', ADMINS],
  ['POST', 'endpoints/1/secret', ADMINS],
  ['GET', 'endpoints/1/headers', ADMINS],
  ['POST', 'endpoints/1/headers', ADMINS],
  ['GET', 'api-key', ADMINS],
  ['GET', 'api-key/new', ADMINS],
  ['POST', 'api-key/new', ADMINS],
  ['GET', 'api-key/revoke', ADMINS],
  ['POST', 'api-key/revoke', ADMINS],
  ['GET', 'api-key/test', ['owner']],
  ['POST', 'api-key/test', ['owner']],
  ['GET', 'sign-on', ADMINS],
  ['GET', 'sign-on/edit', ADMINS],
  ['POST', 'sign-on/edit', ADMINS],
  ['POST', 'sign-on/remove', ADMINS],
  ['GET', 'people', ADMINS],
  ['POST', 'people/1/role', ['owner']],
  ['POST', 'people/1/remove', ['owner']],
  ['POST', 'people/1/disconnect', ['owner']],
  ['POST', 'people/four-eyes', ['owner']],
  ['GET', 'people/invite', ['owner']],
  ['POST', 'people/invite', ['owner']],
  ['POST', 'people/invitations/1/resend', ['owner']],
  ['POST', 'people/invitations/1/withdraw', ['owner']],
  ['GET', 'settings', ADMINS],
  ['POST', 'settings', ADMINS],
  ['GET', 'settings/preview/:part', ADMINS],
  ['POST', 'settings/preview/:part', ADMINS],
  ['GET', 'settings/person', ['owner']],
  ['POST', 'settings/person/export', ['owner']],
  ['POST', 'settings/person/check', ['owner']],
  ['POST', 'settings/person/erase', ['owner']],
  ['GET', 'settings/rules', ADMINS],
  ['POST', 'settings/rules/review-mails', ADMINS],
  ['POST', 'settings/rules/review-faces', ADMINS],
  ['POST', 'settings/rules/retention', ['owner']],
  ['POST', 'settings/rules/documents', ['owner']],
  ['GET', 'settings/trust', ADMINS],
  ['GET', 'settings/trust/authority.cer', ADMINS],
  ['GET', 'activity', ADMINS],
  ['GET', 'activity/check', ADMINS],
  ['GET', 'activity/export.csv', ADMINS],
  ['GET', 'activity/export.json', ADMINS],
  ['GET', 'mail', ADMINS],
  ['POST', 'mail', ADMINS],
  ['POST', 'sign-out', EVERYBODY],
];

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
