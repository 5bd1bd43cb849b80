import { REASON_CODES } from '../../src/identity-verifications/domain/decision.js';
import { ReviewsService } from '../../src/manual-review/reviews.service.js';
import { TemplateRenderer } from '../../src/platform/templates/template-renderer.js';
import { type TestApp, type TestOrganization } from '../support/app.js';
import { type DashboardMember, signedIn } from '../support/dashboard-member.js';
import { inDepth } from '../support/in-depth.js';
import {
  caseWithBarcode,
  caseWithoutPictures,
  caseWithPassport,
  reviewing,
} from '../support/review-cases.js';
import { ReviewDesk } from '../support/review-desk.js';
import { type TestVerification } from '../support/verifications.js';

const { open, post, approve, reject } = reviewing;
const HOSTILE = { firstName: '"><script>alert(1)</script>', lastName: '{{this}} &amp; 李小龍' };

describe('reviews at the dashboard', () => {
  let desk: ReviewDesk;
  let test: TestApp;
  let acme: TestOrganization;
  let owner: DashboardMember;
  let anna: DashboardMember;
  let boris: DashboardMember;

  beforeAll(async () => {
    desk = await ReviewDesk.start();
    ({ test, acme, owner, anna, boris } = desk);
  }, 120_000);
  afterAll(() => desk?.close());

  const endsOf = (session: TestVerification) => desk.endsOf(session);
  const waiting = () => desk.waiting();
  const setFourEyes = async (isOn: boolean) => {
    await owner.confirm();
    await owner.send('people/four-eyes', { fourEyes: isOn ? 'yes' : 'no' }, 'people');
  };

  it('shows the queue with what is known about each case, and an empty queue', async () => {
    const other = await test.createOrganization();
    expect((await (await signedIn(test, other, 'reviewer')).get('reviews')).html).toContain(
      'No cases are waiting for a decision.',
    );
    const session = await caseWithPassport(test, acme, HOSTILE);
    const { html } = await anna.get('reviews');
    expect(html).toContain(`case ${session.id}`);
    expect(html).toContain('The name only nearly matches the one given');
    expect(html).not.toContain('<script>alert(1)');
    const page = (await open(anna, session)).html;
    expect(page).not.toContain('<script>alert(1)');
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt; {{this}} &amp;amp; 李小龍');
    for (const text of [
      'ERIKSSON',
      'L898902C3',
      '1974-08-12',
      'same',
      'The names are similar, but not the same',
      'Uncertain',
    ])
      expect(page).toContain(text);
    await reject(anna, session);
    // The report has ISO codes only, and the page says so where the zone has another one.
    expect(page).toMatch(/>UTO<\/bdi><br><span[^>]*>None in the report: ISO 3166 has no code for it</);
    expect((await session.report()).body.extractedData).toMatchObject({
      lastName: 'ERIKSSON',
      nationality: null,
    });
    const { html: shown } = await owner.get(`verifications/${session.id}`);
    expect(shown).toContain('Match score 0.60: only the names were compared');
  });

  inDepth('shows what a barcode says that is not a licence’s', async () => {
    const session = await caseWithBarcode(test, acme, 'PERMIT 4711 <DOE> & JANE');
    const { html } = await open(anna, session);
    expect(html).toMatch(/What the barcode says<\/h2>\s*<pre[^>]*>PERMIT 4711 &lt;DOE&gt; &amp; JANE<\/pre>/);
    await reject(anna, session);
  });

  it('tells owners of cases that nobody can decide, and how to invite a reviewer', async () => {
    const theirs = await test.createOrganization();
    const [one, admin] = [await signedIn(test, theirs), await signedIn(test, theirs, 'admin')];
    const invitation = '<a href="/dashboard/people">invite a reviewer</a>';
    const shown = async (member: DashboardMember) => (await member.get('')).html;
    const looksShort = async () => {
      expect(await shown(one)).toContain(`Nobody can decide yet: ${invitation}`);
      expect(await shown(admin)).toContain('Nobody can decide yet: ask an owner to invite a reviewer.');
      expect((await admin.get('people')).html).toContain(
        'Nobody is a reviewer, so nobody can decide a case here',
      );
    };
    await looksShort();
    await caseWithoutPictures(test, theirs);
    await looksShort();

    await signedIn(test, theirs, 'reviewer');
    expect(await shown(one)).not.toContain('Nobody can decide yet');
    expect((await one.get('people')).html).not.toContain(
      'Nobody is a reviewer, so nobody can decide a case here',
    );
    await one.confirm();
    await one.send('people/four-eyes', { fourEyes: 'yes' }, 'people');
    for (const page of ['', 'people'])
      expect((await one.get(page)).html).toContain('There is only one reviewer');
  });

  it('has a sentence for every reason', () => {
    const texts = test.app.get(TemplateRenderer, { strict: false });
    for (const code of REASON_CODES)
      expect(texts.text(`dashboard.reviews.reasons.${code}`, 'en')).toBeTruthy();
  });

  it('requires a reason, keeps what was typed, and refuses what is too long', async () => {
    const session = await waiting();
    await open(anna, session);
    const empty = await post(anna, session, 'decision', { result: 'rejected', words: '  ' });
    expect(empty.status).toBe(400);
    expect(empty.html).toContain('Choose a reason or write one.');
    const words = 'x'.repeat(501);
    const long = await post(anna, session, 'decision', { result: 'rejected', words });
    expect(long.status).toBe(400);
    expect(long.html).toContain(words);
    expect((await post(anna, session, 'decision', { result: 'maybe', words: 'x' })).status).toBe(404);
    expect(endsOf(session)).toEqual([]);
    await reject(anna, session);
    expect((await session.report()).body.reasons.at(-1)).toBe(
      'The name does not match the one given: Not her.',
    );
  });

  it('shows decided cases without pictures, with their notes', async () => {
    const session = await caseWithPassport(test, acme);
    const before = await post(anna, session, 'notes', { note: 'too early' });
    expect(before.status).toBe(404);
    await open(anna, session);
    await reject(anna, session);
    const { html } = await open(boris, session);
    expect(html).not.toContain('/reviews/pictures/');
    expect(html).toContain('Not her.');
    expect((await post(boris, session, 'notes', { note: '<i>called</i> her' })).status).toBe(303);
    expect((await post(anna, session, 'notes', { note: ' ' })).status).toBe(400);
    expect((await post(anna, session, 'notes', { note: 'x'.repeat(1_001) })).status).toBe(400);
    expect((await open(anna, session)).html).toContain('&lt;i&gt;called&lt;/i&gt; her');
    await acme.api.delete(`/api/v1/identity-verifications/${session.id}/media`);
    expect((await open(anna, session)).html).toContain('Erased');
  });

  it('reveals nothing of another organization, nor of a case that was never reviewed', async () => {
    const other = await test.createOrganization();
    const foreign = await caseWithoutPictures(test, other);
    expect((await open(anna, foreign)).status).toBe(404);
    for (const [what, fields] of [
      ['decision', { result: 'approved', because: 'agrees' }],
      ['notes', { note: 'x' }],
    ] as const)
      expect((await post(anna, foreign, what, fields)).status).toBe(404);
    expect((await post(anna, foreign, 'claim')).status).toBe(400);
    expect((await post(anna, foreign, 'leave', { then: 'next' })).location).toBe('/reviews');
    const claims = await test.dataSource.query<unknown[]>(
      'select 1 from review_claims where verification_id = $1',
      [foreign.id],
    );
    expect(claims).toEqual([]);
    expect((await anna.get('reviews')).html).not.toContain(`case ${foreign.id}<`);
  });

  /** The recorded events about a case, in order. */
  const recordedAbout = ({ id }: TestVerification) =>
    test.dataSource.query<{ type: string; email: string; data: object }[]>(
      `select e.type, a.email, e.data from activity_events e join users u on u.id = e.user_id
       join accounts a on a.id = u.account_id
       where e.subject_kind = 'identity_verification' and e.subject_id = $1 order by e.number`,
      [id],
    );

  it('records who did what', async () => {
    const session = await waiting();
    await open(anna, session);
    await open(anna, session);
    await post(anna, session, 'leave');
    await open(boris, session);
    await approve(boris, session);
    await post(anna, session, 'notes', { note: 'called her' });
    const events = await recordedAbout(session);
    expect(events.map(({ type, email }) => [type, email])).toEqual([
      ['review_claimed', anna.email],
      ['review_left', anna.email],
      ['review_claimed', boris.email],
      ['review_decided', boris.email],
      ['review_noted', anna.email],
    ]);
    expect(events[3]!.data).toEqual({ result: 'approved' });
    expect(JSON.stringify(events)).not.toContain('called her');
  });

  describe('with four eyes', () => {
    beforeAll(async () => {
      await setFourEyes(true);
    });
    afterAll(() => setFourEyes(false));

    it('ends a review when two reviewers agree, and hides the first decision from the second', async () => {
      const session = await waiting();
      await open(anna, session);
      await reject(anna, session);
      expect(endsOf(session)).toEqual([]);
      const own = (await open(anna, session)).html;
      expect(own).toContain('Another reviewer must decide as well.');
      expect(own).not.toContain('data-decision');
      const seen = [(await boris.get('reviews')).html, (await open(boris, session)).html];
      expect(seen[0]).toContain('1 reviewer has decided');
      for (const html of seen) expect(html).not.toMatch(/Not her|was given: /);
      await reject(boris, session);
      expect(endsOf(session)).toEqual(['identity_verification.failed']);
      expect((await open(anna, session)).html.match(/Not her\./g)!.length).toBeGreaterThanOrEqual(2);
    });

    it('records the reviews, and votes without their content', async () => {
      const session = await waiting();
      await open(anna, session);
      await reject(anna, session);
      await open(boris, session);
      await reject(boris, session);
      const events = await recordedAbout(session);
      expect(events.map(({ type, email, data }) => [type, email, data])).toEqual([
        ['review_claimed', anna.email, {}],
        ['review_voted', anna.email, {}],
        ['review_claimed', boris.email, {}],
        ['review_decided', boris.email, { result: 'rejected' }],
      ]);
    });

    it('waits for a third reviewer after two disagree, and counts nobody twice or after a removal', async () => {
      const session = await waiting();
      const carla = await signedIn(test, acme, 'reviewer');
      for (const [member, decide] of [
        [anna, approve],
        [boris, reject],
      ] as const) {
        await open(member, session);
        await decide(member, session);
        await decide(member, session);
      }
      expect(endsOf(session)).toEqual([]);
      await open(carla, session);
      await approve(carla, session);
      expect(endsOf(session)).toEqual(['identity_verification.completed']);
    });

    inDepth('leaves the operator and the deadline unchanged', async () => {
      const [operated, late] = [await waiting(), await waiting()];
      await test.app.get(ReviewsService).decide({ verificationId: operated.id, approve: true, reason: 'ok' });
      expect(endsOf(operated)).toHaveLength(1);
      await open(anna, late);
      await approve(anna, late);
      await test.database.moveClock('24 hours');
      await late.untilDone('verification.review%');
      expect(endsOf(late)).toEqual(['identity_verification.failed']);
    });
  });
});
