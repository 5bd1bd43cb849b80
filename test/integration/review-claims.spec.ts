import { askReasonsFor } from '../../src/identity-verifications/domain/asked-part.js';
import { AskAgain } from '../../src/manual-review/ask-again.js';
import { Memberships } from '../../src/organizations/memberships.js';
import { Transactions } from '../../src/platform/database/transactions.js';
import { activityOf } from '../support/activity.js';
import { type TestApp, type TestOrganization } from '../support/app.js';
import { type DashboardMember, signedIn } from '../support/dashboard-member.js';
import { inDepth } from '../support/in-depth.js';
import { reviewing } from '../support/review-cases.js';
import { ReviewDesk } from '../support/review-desk.js';
import { type TestVerification } from '../support/verifications.js';

const { open, post, approve, reject } = reviewing;

describe('cases that wait for a reviewer', () => {
  let desk: ReviewDesk;
  let test: TestApp;
  let acme: TestOrganization;
  let anna: DashboardMember;
  let boris: DashboardMember;

  beforeAll(async () => {
    desk = await ReviewDesk.start();
    ({ test, acme, anna, boris } = desk);
    await anna.send('account/name', { name: 'Anna Reviewer' }, 'account');
  }, 120_000);
  afterAll(() => desk?.close());

  const endsOf = (session: TestVerification) => desk.endsOf(session);
  const waiting = () => desk.waiting();

  it('the first reviewer to open a case claims it, others see that, and leaving gives it up', async () => {
    const session = await waiting();
    expect((await open(anna, session)).html).toContain('Approve');
    const held = (await open(boris, session)).html;
    expect(held).toContain('Anna Reviewer is reviewing this case');
    expect(held).not.toContain('Approve');
    expect((await boris.get('reviews')).html).toContain('Anna Reviewer is reviewing this case');
    expect((await post(boris, session, 'claim')).status).toBe(400);
    expect((await post(anna, session, 'claim')).status).toBe(204);
    await approve(boris, session);
    expect(await session.read()).toMatchObject({ status: 'failed' });
    expect((await post(boris, session, 'leave')).location).toBe('/reviews');
    expect((await open(boris, session)).html).toContain('is reviewing this case');
    await post(anna, session, 'leave');
    expect((await open(boris, session)).html).toContain('Approve');
    expect((await approve(boris, session)).location).toBe(`/reviews?decided=${session.id}`);
    expect(endsOf(session)).toEqual(['identity_verification.completed']);
  });

  it('opening a case twice at once claims it once, and leaving works once', async () => {
    const session = await waiting();
    const { organizationId } = acme;
    const acts = async () =>
      (await activityOf(test.dataSource, organizationId))
        .filter(({ subjectId, type }) => subjectId === session.id && /^review_(claimed|left)$/.test(type))
        .map(({ type }) => type);
    await Promise.all([open(anna, session), open(anna, session), open(anna, session)]);
    expect(await acts()).toEqual(['review_claimed']);
    await Promise.all([post(anna, session, 'leave'), post(anna, session, 'leave')]);
    expect(await acts()).toEqual(['review_claimed', 'review_left']);

    await open(anna, session);
    await test.database.moveClock('6 minutes');
    await post(anna, session, 'leave');
    // The claim ended with its lease.
    expect(await acts()).toEqual(['review_claimed', 'review_left', 'review_claimed']);
    await open(anna, session);
    await approve(anna, session);
  });

  it('nobody holds a case once the operator has asked the person again', async () => {
    const session = await waiting();
    await open(anna, session);
    const asked = { part: 'face', reason: askReasonsFor('face')[0]!, verificationId: session.id };
    const { organizationId } = acme;
    await test.app
      .get(Transactions)
      .run((tx) => test.app.get(AskAgain, { strict: false }).ask(tx, { ...asked, organizationId }));
    const claims = 'select 1 from review_claims where verification_id = $1';
    expect(await test.dataSource.query(claims, [session.id])).toEqual([]);
  });

  it('only people claim a case, and not pages that refresh themselves', async () => {
    const session = await waiting();
    const watch = async (member: DashboardMember) =>
      (await member.get(`reviews/${session.id}`, { 'x-unattended': '1' })).html;
    expect(await watch(boris)).toContain('Nobody is reviewing this case now');
    await open(anna, session);
    const held = await watch(boris);
    expect(held).toContain('Anna Reviewer is reviewing this case');
    expect(held).not.toContain('Open the case');
    expect(await watch(anna)).toContain('You are reviewing this case');
    await post(anna, session, 'leave');
    const free = await watch(boris);
    expect(free).toContain(`href="/dashboard/reviews/${session.id}"`);
    expect(free).not.toContain('/reviews/pictures/');
    expect((await open(anna, session)).html).toContain('Approve');
    await approve(anna, session);
    expect(await watch(boris)).not.toContain('live-case');
  });

  it('a case is free again when the lease ends, and kept by renewing it', async () => {
    const session = await waiting();
    await open(anna, session);
    await test.database.moveClock('4 minutes');
    await post(anna, session, 'claim');
    await test.database.moveClock('4 minutes');
    expect((await open(boris, session)).html).toContain('is reviewing this case');
    await test.database.moveClock('2 minutes');
    expect((await open(boris, session)).html).toContain('Approve');
    await approve(anna, session);
    expect(endsOf(session)).toEqual([]);
    expect((await post(anna, session, 'claim')).status).toBe(400);
    await approve(boris, session);
    expect(endsOf(session)).toHaveLength(1);
  });

  it('keeps what a reviewer typed if the lease ended and nobody else took the case', async () => {
    const session = await waiting();
    await open(anna, session);
    await test.database.moveClock('6 minutes');
    const words = 'The stamp is covered by a thumb.';
    const late = await post(anna, session, 'decision', { result: 'rejected', because: 'unreadable', words });
    expect(late.status).toBe(400);
    expect(late.html).toMatch(/id="words-rejected-error">The case had been free for others/);
    expect(late.html).toContain(`value="${words}"`);
    expect(endsOf(session)).toEqual([]);
    expect((await open(boris, session)).html).toContain('is reviewing this case');
    expect((await approve(anna, session)).status).toBe(303);
    expect(endsOf(session)).toHaveLength(1);
  });

  it('decides a case once when everyone decides at once', async () => {
    const session = await waiting();
    await Promise.all([anna, boris].map((member) => open(member, session)));
    await Promise.all([
      approve(anna, session),
      reject(boris, session),
      approve(anna, session),
      reject(boris, session),
    ]);
    expect(endsOf(session)).toHaveLength(1);
    const votes = await test.dataSource.query<unknown[]>(
      'select 1 from review_votes where verification_id = $1',
      [session.id],
    );
    expect(votes).toHaveLength(1);
  });

  inDepth(
    'a removed reviewer, and one who stops reviewing, lose their cases at once',
    async () => {
      const { organizationId } = acme;
      const changes: ((id: number) => Promise<unknown>)[] = [
        (userId) =>
          test.app
            .get(Transactions)
            .run((tx) => test.app.get(Memberships).remove(tx, organizationId, userId)),
        (userId) =>
          test.app.get(Transactions).run((tx) =>
            test.app.get(Memberships).changeRole(tx, {
              organizationId,
              userId,
              role: 'admin',
              isReviewer: false,
              sendsBulk: false,
            }),
          ),
      ];
      for (const change of changes) {
        const leaver = await signedIn(test, acme, 'reviewer');
        const session = await waiting();
        await open(leaver, session);
        const [user] = await test.dataSource.query<{ id: number }[]>(
          'select u.id from users u join accounts a on a.id = u.account_id where a.email = $1',
          [leaver.email],
        );
        await change(user!.id);
        expect((await open(anna, session)).html).toContain('Approve');
        await approve(anna, session);
      }
    },
    120_000,
  );

  inDepth('leads from one case to the next, skipping those that others have claimed', async () => {
    const [first, second, third] = [await waiting(), await waiting(), await waiting()];
    await open(boris, second);
    expect((await anna.get('reviews/next')).location).toBe(`/reviews/${first.id}`);
    await open(anna, first);
    expect((await post(anna, first, 'leave', { then: 'next' })).location).toBe(`/reviews/${third.id}`);
    await open(anna, third);
    expect((await approve(anna, third)).location).toBe(`/reviews?decided=${third.id}`);
    await open(anna, first);
    expect((await approve(anna, first)).location).toBe('/reviews?decided=' + first.id);
    await approve(boris, second);
  });

  it('a browser that only prefetches changes nothing', async () => {
    const session = await waiting();
    expect((await anna.get(`reviews/${session.id}`, { 'sec-purpose': 'prefetch' })).html).toBe('');
    expect((await open(boris, session)).html).toContain('Approve');
    await approve(boris, session);
  });
});
