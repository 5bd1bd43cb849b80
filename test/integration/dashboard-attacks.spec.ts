import { randomUUID } from 'node:crypto';
import { VisitLimits } from '../../src/dashboard/pages/visit-throttle.js';
import { AccountLinks } from '../../src/organizations/account-links.js';
import { USER_ROLES, type UserRole } from '../../src/organizations/user.entity.js';
import { Transactions } from '../../src/platform/database/transactions.js';
import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { checkedBulkSend } from '../support/bulk-sends.js';
import { DashboardMember, formTokenIn, PASSWORD, signedIn } from '../support/dashboard-member.js';
import { type DashboardRoute, declaredRoutes } from '../support/dashboard-routes.js';
import { hostileDraft, SCREENS } from '../support/hostile-draft.js';
import {
  addressOf,
  fillWithHostile,
  FORMULA,
  HOSTILE,
  type Ids,
  PARTS,
  SCRIPT,
  UNKNOWN,
} from '../support/hostile-organization.js';
import { inDepth } from '../support/in-depth.js';
import { createDraft } from '../support/samples.js';
import { sendRequest } from '../support/signing-requests.js';
import { draftTemplate } from '../support/templates.js';
import { type Seen } from '../support/visitor.js';

/** Together these suit every form, so only the id is wrong. */
const FIELDS = {
  role: 'admin',
  email: 'jo@acme.test',
  result: 'approved',
  because: 'agrees',
  ask: 'face:dark',
  note: 'A note',
  then: 'queue',
};

/** Forms that answer an unknown id as if it existed, and change nothing. */
const QUIET = ['reviews/:id/claim', 'reviews/:id/leave'];
/** Forms with files, which carry their token as a part. */
const UPLOADS = [
  'signatures/new',
  'signatures/:id/document',
  'signatures/:id/documents',
  'templates/new',
  'templates/import',
  'templates/:id/document',
  'bulk-sends/:id/upload',
  'settings',
  'settings/preview/:part',
];

describe('attacks on the dashboard', () => {
  let test: TestApp;
  let acme: TestOrganization;
  let members: Record<UserRole, DashboardMember>;
  const tokens = new Map<DashboardMember, string>();
  /** An organization with hostile values everywhere. */
  let other: TestOrganization;
  let others: Record<UserRole, DashboardMember>;
  let foreign: Ids;
  let ownSignature: string;
  let ownDraft: string;
  let ownTemplate: string;
  let ownBulk: string;

  beforeAll(async () => {
    // Without jobs, which would change rows on their own.
    test = await startTestApp({ role: 'web' });
    // Every form four times is more than a member may send in a minute.
    test.app.get(VisitLimits).ofAccount = 6_000;
    acme = await test.createOrganization({ name: 'Acme' });
    members = await everybodyOf(acme);
    ownSignature = String((await sendRequest(test, acme, 'fast')).id);
    ownDraft = String(await createDraft(acme.api));
    ownTemplate = (await draftTemplate(acme)).split('/').at(-1)!;
    ownBulk = (await checkedBulkSend(acme)).split('/').at(-1)!;
    // Ids that are on no page for any other reason.
    for (const table of [
      'organizations',
      'users',
      'signatures',
      'signature_signers',
      'identity_verifications',
      'webhook_endpoints',
      'templates',
      'bulk_sends',
      'form_files',
    ])
      await test.dataSource.query(`alter table ${table} alter column id restart with 7000007`);
    for (const table of ['invitations', 'dashboard_sessions', 'passkeys'])
      await test.dataSource.query(`alter table ${table} alter column id restart with 7000007`);
    other = await test.createOrganization({ name: HOSTILE });
    others = await everybodyOf(other);
    foreign = await fillWithHostile(test, other, others.owner);
  }, 120_000);
  afterAll(() => test?.close());

  async function everybodyOf(organization: TestOrganization): Promise<Record<UserRole, DashboardMember>> {
    const [owner, admin, reviewer] = [
      await signedIn(test, organization),
      await signedIn(test, organization, 'admin'),
      await signedIn(test, organization, 'reviewer'),
    ];
    for (const member of [owner, admin, reviewer])
      tokens.set(member, formTokenIn(await member.get('account'))!);
    return { owner, admin, reviewer };
  }

  const formFor = (member: DashboardMember, formToken = tokens.get(member)) => ({
    ...(formToken !== undefined && { formToken }),
    ...FIELDS,
  });
  function visit(member: DashboardMember, route: DashboardRoute, address: string): Promise<Seen> {
    if (route.method === 'GET') return member.get(address);
    return UPLOADS.includes(route.path)
      ? sendParts(member, address, tokens.get(member))
      : member.post(address, formFor(member));
  }

  function sendParts(member: DashboardMember, address: string, formToken = ''): Promise<Seen> {
    const body = new FormData();
    body.set('formToken', formToken);
    body.set('file', new Blob(['no document']), 'a.pdf');
    return member.postParts(address, body);
  }

  /** A summary of all rows of the other organization. */
  async function stateOf(organizationId: number): Promise<unknown[]> {
    const tables = await test.dataSource.query<{ name: string }[]>(
      `select table_name as name from information_schema.columns
       where table_schema = 'public' and column_name = 'organization_id' order by 1`,
    );
    const digests = tables.map(async ({ name }) => [
      name,
      await test.dataSource.query<unknown[]>(
        `select count(*), md5(string_agg(t::text, '|' order by t::text)) from ${name} t where organization_id = $1`,
        [organizationId],
      ),
    ]);
    return Promise.all(digests);
  }

  const withIds = declaredRoutes().filter(({ path }) => /:(id|signerId)/.test(path));

  it('another organization’s ids find nothing and change nothing', async () => {
    const before = await stateOf(other.organizationId);
    const said = async (route: DashboardRoute, ids: Ids, member: DashboardMember) => {
      const { status, html, location } = await visit(member, route, addressOf(route, ids));
      const own = Object.values(ids).reduce((text, id) => text.replaceAll(id, '#'), html + (location ?? ''));
      return { status, own: own.replace(/[0-9a-f]{32,}|[0-9a-f-]{36}/g, '#') };
    };
    const found: string[] = [];
    for (const role of USER_ROLES)
      for (const route of withIds) {
        const [theirs, nobodys] = [
          await said(route, foreign, members[role]),
          await said(route, UNKNOWN, members[role]),
        ];
        const isOpen = ![403, 404].includes(theirs.status) && !QUIET.includes(route.path);
        if (isOpen || theirs.own !== nobodys.own || theirs.status !== nobodys.status)
          found.push(`${role}: ${route.method} ${route.path} ${theirs.status} ${nobodys.status}`);
      }
    expect(found).toEqual([]);
    // Nor by the id of a foreign signer below one of the member's own requests.
    for (const route of withIds.filter(({ path }) => path.includes(':signerId'))) {
      const address = addressOf(route, { ...foreign, signature: ownSignature });
      expect((await visit(members.owner, route, address)).status).toBe(404);
    }
    // Nor by an id that is a filter or a choice.
    const range = { from: '2026-01-01', to: '2026-01-02', replay: randomUUID() };
    for (const page of ['deliveries', 'deliveries/replays/new']) {
      const seen = async (endpoint: string) => {
        const query = new URLSearchParams({ ...range, endpoint }).toString();
        const { status, html } = await members.owner.get(`${page}?${query}`);
        return { status, html: html.replaceAll(endpoint, '#').replace(/[0-9a-f]{32,}|[0-9a-f-]{36}/g, '#') };
      };
      expect(await seen(foreign.endpoint)).toEqual(await seen(UNKNOWN.endpoint));
    }
    const replaying = { ...formFor(members.owner), ...range, endpoint: foreign.endpoint };
    expect((await members.owner.post('deliveries/replays', replaying)).status).toBe(400);
    const entering = { ...formFor(members.owner), organizationId: foreign.organization };
    expect((await members.owner.post('organization', entering)).status).toBe(404);
    expect(await stateOf(other.organizationId)).toEqual(before);
    expect((await others.admin.get()).status).toBe(200);
  }, 120_000);

  inDepth(
    'refuses a form without a token, with a wrong one, or with that of another session',
    async () => {
      const posts = declaredRoutes().filter(
        ({ method, path }) => method === 'POST' && !/^(sign-in|welcome|forgotten|invitation)/.test(path),
      );
      const before = await stateOf(acme.organizationId);
      const taken: string[] = [];
      for (const route of posts) {
        const member = route.path.startsWith('reviews') ? members.reviewer : members.owner;
        const address = addressOf(route, {
          ...UNKNOWN,
          ...{ signature: ownDraft, template: ownTemplate, bulk: ownBulk },
        });
        for (const formToken of [undefined, '0'.repeat(64), tokens.get(members.admin)]) {
          const { status } = UPLOADS.includes(route.path)
            ? await sendParts(member, address, formToken)
            : await member.post(address, { ...FIELDS, ...(formToken && { formToken }) });
          if (status !== 403) taken.push(`${route.path} with ${formToken}: ${status}`);
        }
        const crossing = { 'sec-fetch-site': 'cross-site' };
        const { status } = await member.post(address, formFor(member), crossing);
        if (status !== 403) taken.push(`${route.path} from another site: ${status}`);
      }
      expect(taken).toEqual([]);
      expect(await stateOf(acme.organizationId)).toEqual(before);
    },
    120_000,
  );

  it('refuses a sign-in form with the token of another browser', async () => {
    const link = await test.app
      .get(Transactions)
      .run((tx) => test.app.get(AccountLinks).create(tx, acme.organizationId, members.reviewer.email));
    const [person, thief] = [1, 2].map(() => new DashboardMember(test.url, acme.ownerEmail));
    const theirs = formTokenIn(await thief!.get('sign-in'))!;
    await person!.get('sign-in');
    for (const page of [
      'sign-in',
      'sign-in/code',
      'sign-in/with',
      'sign-in/with/abcdefghjkmn',
      'forgotten-password',
      link.split('/dashboard/')[1]!,
    ])
      for (const formToken of ['', '0'.repeat(64), theirs]) {
        const { status, headers } = await person!.post(page, {
          ...FIELDS,
          formToken,
          password: 'x'.repeat(20),
        });
        expect([page, status]).toEqual([page, 403]);
        expect(headers.getSetCookie().join()).not.toContain('countersign_session');
      }
    expect((await members.reviewer.get()).status).toBe(200);
  });

  it.each(['https://evil.test/', '//evil.test', '/\\evil.test', '/dashboard/..//evil.test'])(
    'redirects nobody to %s',
    async (next) => {
      const formToken = tokens.get(members.owner)!;
      const confirmed = await members.owner.post('confirm', { formToken, password: PASSWORD, next });
      expect(confirmed.location).toBe('');
      const open = new DashboardMember(test.url, acme.ownerEmail);
      for (const [person, page] of [
        [members.owner, 'confirm'],
        [open, 'sign-in'],
        [open, 'sign-in/with'],
      ] as const) {
        const { html } = await person.get(`${page}?next=${encodeURIComponent(next)}`);
        expect(/name="next" value="([^"]*)"/.exec(html)?.[1]).toBe('/dashboard');
      }
    },
  );

  inDepth(
    'no stored script runs on a page, and no stored formula in a spreadsheet',
    async () => {
      const draft = await hostileDraft(others.owner, HOSTILE);
      const preview = await others.owner.get(`signatures/${draft}/preview/1`);
      const screens = [...preview.html.matchAll(/screen&#x3D;([\w-]+)"/g)].map(([, screen]) => screen!);
      const addressesOf = (route: DashboardRoute) =>
        [foreign, { ...foreign, signature: draft }].flatMap((ids) =>
          screens.map((screen) => addressOf(route, ids, { ...PARTS, ':screen': screen })),
        );
      const seen: string[] = [];
      for (const route of declaredRoutes().filter(({ method, path }) => method === 'GET' && path !== 'live'))
        for (const address of new Set(addressesOf(route))) {
          const member = route.path.startsWith('reviews') ? others.reviewer : others.owner;
          const { status, html, headers } = await member.get(address);
          if (!headers.get('content-type')?.startsWith('text/html') || status !== 200) continue;
          seen.push(route.path.replace(':screen', address.split('/').at(-1)!));
          expect([address, html]).toEqual([address, expect.not.stringContaining(SCRIPT)]);
          expect(html).not.toMatch(/="[^"]*"'>/);
        }
      expect(seen).toEqual(
        expect.arrayContaining([
          ...SCREENS.map((screen) => `signatures/:id/preview/:number/${screen}`),
          '',
          'signatures',
          'signatures/:id',
          'templates/:id',
          'templates/:id/use',
          'bulk-sends',
          'bulk-sends/:id/columns',
          'bulk-sends/:id/check',
          'bulk-sends/:id/preview',
          'verifications/:id',
          'reviews/:id',
          'deliveries/:id',
          'deliveries/replays/:id',
          'endpoints/:id',
          'people',
          'activity',
          'settings/preview/:part',
        ]),
      );
      const page = await others.owner.get(`deliveries/${foreign.delivery}`);
      expect(page.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;{{7}}');
      const csv = (await others.owner.get('verifications/export.csv')).html;
      expect(csv).toContain(`"'${FORMULA}`);
      expect(csv).not.toContain(`"${FORMULA}`);
      const file = await others.owner.get(`signatures/${foreign.signature}/original`);
      expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename="[^"\r\n]*"/);
    },
    120_000,
  );
});
