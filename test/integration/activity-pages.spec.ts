import { ActivityLog } from '../../src/activity/activity-log.js';
import {
  ACTIVITY_CHAIN,
  type ActivityEntry,
  type ActivityEvent,
  operatorOf,
} from '../../src/activity/domain/activity-event.js';
import { ChainVerifier } from '../../src/audit-chain/hash-chain.js';
import { UsersService } from '../../src/organizations/users.service.js';
import { Transactions } from '../../src/platform/database/transactions.js';
import { type SharedTestApp, sharedTestApp, type TestOrganization } from '../support/app.js';
import { type DashboardMember, signedIn } from '../support/dashboard-member.js';

/** More than are read at once, and more than two pages show. */
const MANY = 520;

describe('the activity pages', () => {
  let test: SharedTestApp;
  let acme: TestOrganization;
  let owner: DashboardMember;
  /** A member whose address a spreadsheet would take for a formula. */
  let evil: { id: number; email: string };

  beforeAll(async () => {
    test = await sharedTestApp();
    acme = await test.createOrganization({ name: 'Acme' });
    owner = await signedIn(test, acme);
    const email = `=cmd|${acme.organizationId}@acme.test`;
    const user = { organizationId: acme.organizationId, email, role: 'admin' } as const;
    const { userId } = await inTransaction((tx) => test.app.get(UsersService).create(tx, user));
    evil = { id: userId, email };
    await record({ userId: evil.id, address: '192.0.2.7', data: { note: 'a "b",\r\n<b>ü</b> 😀' } });
    await record({ type: 'role_changed', subject: { kind: 'user', id: evil.id }, data: { to: 'admin' } });
    await record({ type: 'seal_retried', subject: { kind: 'signature', id: 77 } });
  });

  const inTransaction: Transactions['run'] = (work) => test.app.get(Transactions).run(work);
  const record = (entry: Partial<ActivityEntry>, { organizationId } = acme) =>
    inTransaction((tx) =>
      test.app
        .get(ActivityLog, { strict: false })
        .record(tx, { ...operatorOf(organizationId), type: 'endpoint_saved', ...entry }),
    );
  const numbersIn = (html: string) => [...html.matchAll(/>No\. (\d+)/g)].map(([, number]) => Number(number));

  it('lists what was done as text, newest first', async () => {
    const { html } = await owner.get('activity');
    expect(numbersIn(html)).toEqual([4, 3, 2, 1]);
    expect(html).toContain('Chose a password with a link');
    expect(html).toContain('The operator');
    expect(html).toContain('&lt;b&gt;ü&lt;/b&gt; 😀');
    expect(html).not.toContain('<b>ü');
    expect(html).toContain(
      'href="/dashboard/activity?kind&#x3D;signature&amp;id&#x3D;77">signature request 77<',
    );
  });

  it.each<[filter: string, numbers: number[]]>([
    ['type=role_changed', [3]],
    ['member=EVIL', [2]],
    ['member=none', [4, 3]],
    ['kind=user&id=EVIL', [3]],
    ['kind=signature', [4]],
    ['kind=signature&id=78', []],
    ['from=2020-01-01&to=9999-12-31', [4, 3, 2, 1]],
    ['from=0000-01-01&to=2020-01-01', []],
    ['member=none&kind=signature&type=seal_retried', [4]],
    ['before=3', [2, 1]],
    ['id=77', [4]],
    ['q=%2377', [4]],
    ['q=78', []],
    ['q=%3DCMD', [3, 2]],
    ['q=%3Dcmd%7C', [3, 2]],
    ['q=cmd%40', []],
    ['q=OWNER', [1]],
    ['q=changed', [3]],
    ['q=endpoint&type=endpoint_saved', [2]],
    ['q=endpoint&kind=user', []],
    ['q=nobody%27s', []],
  ])('filters the list by %s', async (filter, numbers) => {
    const { html } = await owner.get(`activity?${filter.replaceAll('EVIL', String(evil.id))}`);
    expect(numbersIn(html)).toEqual(numbers);
  });

  it('reports a wrong filter beside its field, keep what was typed, and show and export nothing', async () => {
    for (const [query, seen] of [
      ['kind=signature&id=%22%3Eseven', /id="id-error">Enter a number[^]+value="&quot;&gt;seven"/],
      ['from=2026-02-30', /id="from-error">Enter a day that exists[^]+type="text" value="2026-02-30"/],
      ['from=2026-03-02&to=2026-03-01', /id="to-error">The end is before[^]+value="2026-03-01"/],
    ] as const) {
      const { status, html } = await owner.get(`activity?${query}`);
      expect([status, numbersIn(html)]).toEqual([400, []]);
      expect(html).toMatch(seen);
      expect(html).not.toContain('export.');
      const exported = await owner.get(`activity/export.json?${query}`);
      expect([exported.status, exported.location]).toEqual([303, expect.stringContaining('/activity?')]);
    }
  });

  it('names filters that it does not know, and shows and exports nothing', async () => {
    const other = await test.createOrganization();
    for (const [query, value] of [
      ['type=nonsense', 'nonsense'],
      ['kind=%3Cb%3E', '&lt;b&gt;'],
      ['member=x', 'x'],
      [`member=${other.userId}`, String(other.userId)],
    ] as const) {
      const { status, html } = await owner.get(`activity?${query}`);
      expect([query, status, numbersIn(html)]).toEqual([query, 400, []]);
      expect(html).toContain(`This list does not know “${value}”.`);
      expect((await owner.get(`activity/export.csv?${query}`)).status).toBe(303);
    }
  });

  it('names people as they named themselves, and otherwise by address', async () => {
    const own = await test.createOrganization();
    const member = await signedIn(test, own);
    await member.send('account/name', { name: 'Dana <Ruiz>' }, 'account');
    await record({ type: 'role_changed', subject: { kind: 'user', id: own.userId } }, own);
    const { html } = await member.get('activity');
    expect(html).toContain('<bdi>Dana &lt;Ruiz&gt;</bdi><span class="under">127.0.0.1<');
    expect(html).toContain('about Dana &lt;Ruiz&gt;');
    expect(html).toContain(`>Dana &lt;Ruiz&gt;, ${own.ownerEmail}</option>`);
    expect((await owner.get('activity')).html).toContain(`about ${evil.email.replace('=', '&#x3D;')}`);
  });

  it('shows one row for the pictures of a case, while the chain keeps each that was viewed', async () => {
    const own = await test.createOrganization();
    const member = await signedIn(test, own);
    const look = (id: number, verificationId: number) =>
      record(
        {
          userId: own.userId,
          type: 'picture_seen',
          subject: { kind: 'picture', id },
          data: { verificationId, kind: 'front', isPart: false },
        },
        own,
      );
    await look(1, 9);
    for (let event = 0; event < 49; event++) await record({}, own);
    for (let id = 2; id < 80; id++) await look(id, 9);
    await look(80, 10);
    const { html } = await member.get('activity');
    expect(html).toContain('Viewed 78 pictures<div class="under">No. 129 and 77 more<');
    expect(html).toMatch(/Viewed 78 pictures[^]*<a [^>]*>identity verification 9</);
    expect(html).toMatch(/Viewed a picture<[^]*<a [^>]*>identity verification 10</);
    // Two cases and forty-nine others would be one row too many.
    expect(html.match(/No\. \d+/g)).toHaveLength(50);
    const older = /activity\?before&#x3D;(\d+)/.exec(html)![1]!;
    expect((await member.get(`activity?before=${older}`)).html).toContain('Viewed a picture');
    const exported = await member.get('activity/export.json?type=picture_seen');
    expect(JSON.parse(exported.html)).toHaveLength(80);
    const check = await member.get('activity/check');
    expect(check.html).toContain('The chain is intact');
  });

  it('exports CSV with no formula that a spreadsheet runs', async () => {
    const {
      status,
      headers,
      html: csv,
    } = await owner.get('activity/export.csv?to=9999-12-31&type=endpoint_saved');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('content-disposition')).toContain(
      `attachment; filename="activity-${acme.organizationId}.csv"`,
    );
    const [, line] = csv.split(/\r\n(?=\d)/);
    expect(line).toContain(
      `"endpoint_saved",${evil.id},"'${evil.email}","192.0.2.7","","","","{""note"":""a \\""b\\"",\\r\\n<b>ü</b> 😀""}",`,
    );
  });

  it('exports JSON that verifies and ends with the export itself', async () => {
    const { headers, html } = await owner.get('activity/export.json');
    expect(headers.get('content-disposition')).toContain('.json"');
    const events = JSON.parse(html) as ActivityEvent[];
    const verifier = new ChainVerifier(ACTIVITY_CHAIN);
    events.forEach((event) => verifier.add(event));
    expect(verifier.verdict.isWhole).toBe(true);
    expect(events.at(-1)).toMatchObject({
      type: 'activity_exported',
      userId: acme.userId,
      data: { format: 'json' },
    });
    const none = await owner.get('activity/export.json?kind=picture');
    expect(JSON.parse(none.html)).toEqual([]);
  });

  it('reports that the chain is intact, or where it is broken', async () => {
    const other = await test.createOrganization();
    const member = await signedIn(test, other);
    await record({}, other);
    await record({}, other);
    const whole = await member.get('activity/check');
    expect(whole.html).toContain('All 3 events are there, unchanged and in order.');
    await test.dataSource.query(`begin; set local session_replication_role = replica;
      delete from activity_events where organization_id = ${other.organizationId} and number = 2; commit`);
    const broken = await member.get('activity/check');
    expect(broken.html).toContain('Event no. 2 is missing or was changed');
    expect(numbersIn((await member.get('activity')).html)).toEqual([3, 1]);
  });

  it('leads from page to page, and exports more than fits on one', async () => {
    const many = await test.createOrganization();
    const member = await signedIn(test, many);
    await inTransaction(async (tx) => {
      for (let event = 0; event < MANY; event++)
        await test.app
          .get(ActivityLog, { strict: false })
          .record(tx, { ...operatorOf(many.organizationId), type: 'endpoint_saved', data: { event } });
    });
    let page = 'activity?type=endpoint_saved';
    const seen: number[] = [];
    for (let pages = 0; pages < 3; pages++) {
      const { html } = await member.get(page);
      seen.push(...numbersIn(html));
      page = /href="\/dashboard\/(activity\?[^"]+)">Older</
        .exec(html)![1]!
        .replaceAll('&#x3D;', '=')
        .replaceAll('&amp;', '&');
    }
    expect(seen).toEqual(Array.from({ length: 150 }, (_none, index) => MANY + 1 - index));
    const { html } = await member.get('activity/export.json?type=endpoint_saved');
    expect((JSON.parse(html) as ActivityEvent[]).map(({ data }) => data.event)).toEqual([
      ...Array(MANY).keys(),
    ]);
  });

  it('reveals nothing of another organization', async () => {
    const other = await test.createOrganization();
    const stranger = await signedIn(test, other);
    for (const page of ['activity', `activity?kind=user&id=${evil.id}`, 'activity/export.json']) {
      const { status, html } = await stranger.get(page);
      expect(status).toBe(200);
      expect(html).not.toContain('192.0.2.7');
      expect(html).not.toContain(evil.email);
    }
    // Not even if an event names a member of another organization.
    await record({ subject: { kind: 'user', id: evil.id } }, other);
    expect((await stranger.get('activity')).html).not.toContain(evil.email);
  });
});
