import sharp, { type OutputInfo } from 'sharp';
import { ReviewPictures } from '../../src/manual-review/review-pictures.js';
import { type SharedTestApp, sharedTestApp, type TestOrganization } from '../support/app.js';
import { DashboardMember, signedIn } from '../support/dashboard-member.js';
import { inDepth } from '../support/in-depth.js';
import { renderPassport } from '../support/passport-renderer.js';
import { addFilm, caseWithPassport } from '../support/review-cases.js';
import { type TestVerification } from '../support/verifications.js';

const PICTURE = /\/dashboard\/reviews\/pictures\/[\w-]+/g;

describe('pictures for reviewers', () => {
  let test: SharedTestApp;
  let acme: TestOrganization;
  let reviewer: DashboardMember;
  let waiting: TestVerification;
  /** The pictures on the page as the reviewer sees it. */
  let pictures: string[];

  beforeAll(async () => {
    test = await sharedTestApp();
    acme = await test.createOrganization();
    reviewer = await signedIn(
      test,
      acme,
      'reviewer',
      `<b>&"-${Date.now()}@acme.test`.replace(/[<>&"]/g, '!'),
    );
    waiting = await caseWithPassport(test, acme);
    await addFilm(test, acme, waiting);
    pictures = (await reviewer.get(`reviews/${waiting.id}`)).html.match(PICTURE)!;
  });

  const look = async ({ cookie }: { cookie: string }, address: string) => {
    const response = await fetch(`${test.url}${address}`, { headers: { cookie }, redirect: 'manual' });
    const { status, headers } = response;
    return { status, headers, bytes: Buffer.from(await response.arrayBuffer()) };
  };
  const decode = async ({ bytes }: { bytes: Buffer }) =>
    sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const mean = (data: Buffer) => data.reduce((sum, value) => sum + value, 0) / data.length;

  inDepth(
    'shows the document, the best frame, the zone, parts of the print and a strip of frames',
    async () => {
      const [document, face, ...rest] = pictures;
      const shown = await decode(await look(reviewer, document!));
      const passport = await renderPassport({}, { background: 'desk' });
      const original = await sharp(passport)
        .resize(shown.info.width, shown.info.height)
        .removeAlpha()
        .raw()
        .toBuffer();
      // The same picture except for its watermark.
      const differing = shown.data.filter((value, index) => Math.abs(value - original[index]!) > 24).length;
      expect(differing / original.length).toBeLessThan(0.12);
      expect(differing / original.length).toBeGreaterThan(0.005);
      // The third frame.
      expect(Math.abs(mean((await decode(await look(reviewer, face!))).data) - 90)).toBeLessThan(12);
      const sizes = [];
      for (const address of rest) sizes.push((await decode(await look(reviewer, address))).info);
      const isPart = ({ width, height }: OutputInfo) => width > 2 * height;
      expect(sizes.filter(isPart).length).toBeGreaterThanOrEqual(5);
      expect(sizes.filter((info) => Math.max(info.width, info.height) === 240)).toHaveLength(6);
    },
    120_000,
  );

  it('sends pictures with headers that prevent caching and embedding', async () => {
    const { status, headers } = await look(reviewer, pictures[0]!);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('image/jpeg');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('content-disposition')).toMatch(/^inline;/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
  });

  it('records every view of a picture', async () => {
    const seen = async () => {
      const rows = await test.dataSource.query<{ data: object; address: string }[]>(
        "select data, address from activity_events where organization_id = $1 and type = 'picture_seen' order by number",
        [acme.organizationId],
      );
      return rows;
    };
    const before = await seen();
    expect((await look(reviewer, pictures[0]!)).status).toBe(200);
    // Whatever the length is, one of these adds fewer bits than a byte.
    for (const more of ['x', 'xx', 'xxx'])
      expect((await look(reviewer, pictures[0]! + more)).status).toBe(404);
    const after = await seen();
    expect(after).toHaveLength(before.length + 1);
    expect(after.at(-1)).toEqual({
      data: { verificationId: waiting.id, kind: 'photo', isPart: false },
      address: '127.0.0.1',
    });
  });

  it('hides pictures from other members, sessions, organizations and addresses', async () => {
    const second = await signedIn(test, acme, 'reviewer');
    const elsewhere = new DashboardMember(test.url, reviewer.email);
    await elsewhere.signIn();
    expect((await elsewhere.get(`reviews/${waiting.id}`)).html).toMatch(PICTURE);
    const other = await test.createOrganization();
    const stranger = await signedIn(test, other, 'reviewer');
    const [token] = pictures;
    const changed = `${token!.slice(0, -3)}AAA`;
    for (const member of [second, stranger, elsewhere]) expect((await look(member, token!)).status).toBe(404);
    for (const address of [changed, '/dashboard/reviews/pictures/x', `${token}${'A'.repeat(2_000)}`])
      expect((await look(reviewer, address)).status).toBe(404);
    expect((await look(await signedIn(test, acme), token!)).status).toBe(403);
    expect(await look({ cookie: '' }, token!)).toMatchObject({ status: 303, bytes: Buffer.alloc(0) });
  }, 120_000);

  it('finds no picture with another case, picture or organization in the address', async () => {
    const other = await test.createOrganization();
    const foreign = await caseWithPassport(test, other);
    const own = await caseWithPassport(test, acme);
    await reviewer.get(`reviews/${own.id}`);
    const [session] = await test.dataSource.query<{ id: number; userId: number }[]>(
      `select s.id, s.user_id as "userId" from dashboard_sessions s join users u on u.id = s.user_id
       join accounts a on a.id = u.account_id where a.email = $1`,
      [reviewer.email],
    );
    const [image] = await test.dataSource.query<{ id: number }[]>(
      'select id from identity_verification_images where verification_id = $1',
      [own.id],
    );
    const picture = { kind: 'photo', id: image!.id, turn: 0, region: null, maxSide: 200 } as const;
    const service = test.app.get(ReviewPictures);
    const visit = { sessionId: session!.id, organizationId: acme.organizationId };
    const statusOf = async (token: string) =>
      (await look(reviewer, `/dashboard/reviews/pictures/${token}`)).status;
    expect(await statusOf(service.tokenFor(visit, own.id, picture))).toBe(200);
    expect(await statusOf(service.tokenFor(visit, waiting.id, picture))).toBe(404);
    expect(await statusOf(service.tokenFor(visit, own.id, { ...picture, kind: 'frame' }))).toBe(404);
    const abroad = { ...visit, organizationId: other.organizationId };
    expect(await statusOf(service.tokenFor(abroad, foreign.id, picture))).toBe(404);
    expect(
      await statusOf(service.tokenFor({ ...visit, sessionId: visit.sessionId + 1 }, own.id, picture)),
    ).toBe(404);
  }, 120_000);

  it('picture links end with the claim, with the decision and with the pictures', async () => {
    const own = await caseWithPassport(test, acme);
    const address = (await reviewer.get(`reviews/${own.id}`)).html.match(PICTURE)![0];
    expect((await look(reviewer, address)).status).toBe(200);
    await reviewer.send(`reviews/${own.id}/leave`, { then: 'queue' }, `reviews/${own.id}`);
    expect((await look(reviewer, address)).status).toBe(404);
    const page = `reviews/${own.id}`;
    const again = (await reviewer.get(page)).html.match(PICTURE)![0];
    await test.dataSource.query(
      'update identity_verification_images set storage_key = null where verification_id = $1',
      [own.id],
    );
    expect((await look(reviewer, again)).status).toBe(404);
    expect((await reviewer.get(page)).html).toContain('There are no pictures.');
  });
});
