import { ReviewsService } from '../../src/manual-review/reviews.service.js';
import { UsersService } from '../../src/organizations/users.service.js';
import { Transactions } from '../../src/platform/database/transactions.js';
import { type DomainEvent } from '../../src/platform/events/domain-events.js';
import { EventBus } from '../../src/platform/events/event-bus.js';
import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { Mailbox } from '../support/mailbox.js';
import { caseWithoutPictures } from '../support/review-cases.js';
import { FULL_FORM, SHORT_FORM, type TestVerification, VERIFICATIONS } from '../support/verifications.js';

const FINAL = ['identity_verification.completed', 'identity_verification.failed'];

describe('manual reviews', () => {
  let app: TestApp;
  let mailbox: Mailbox;
  let acme: TestOrganization;
  let reviews: ReviewsService;
  const told: DomainEvent[] = [];

  beforeAll(async () => {
    mailbox = await Mailbox.start();
    app = await startTestApp({ smtpUrl: mailbox.url });
    reviews = app.app.get(ReviewsService);
    app.app.get(EventBus).listen(async (_tx, event) => void told.push(event));
  });
  beforeEach(async () => {
    acme = await app.createOrganization();
  });
  afterAll(async () => {
    await app?.close();
    await mailbox.stop();
  });

  /** The events of its end. */
  const endsOf = ({ id }: TestVerification) =>
    told.filter((event) => event.data.id === id && FINAL.includes(event.type));

  const awaitingReview = () => caseWithoutPictures(app, acme);

  test('mails every reviewer at once, without naming the person', async () => {
    const { organizationId } = acme;
    const addresses = [1, 2].map((number) => `reviewer-${organizationId}-${number}@acme.test`);
    for (const email of addresses) {
      const reviewer = { organizationId, email, role: 'reviewer' } as const;
      await app.app.get(Transactions).run((tx) => app.app.get(UsersService).create(tx, reviewer));
    }
    const { id } = await awaitingReview();
    for (const address of addresses) {
      const mail = await mailbox.waitForMailTo(address, new RegExp(`\\b${id}\\b`));
      expect(mail.text).toContain(`/dashboard/reviews/${id}`);
      expect(mail.text).toContain(`review:decide --verification ${id}`);
      expect(mail.text).not.toContain('Eriksson');
    }
    expect(mailbox.mails.filter(({ recipients }) => recipients.includes(acme.ownerEmail))).toEqual([]);
  });

  test('mails owners while there is no reviewer, and tells them how to invite one', async () => {
    const { id } = await awaitingReview();
    const mail = await mailbox.waitForMailTo(acme.ownerEmail, new RegExp(`\\b${id}\\b`));
    expect(mail.text).toContain('has no reviewer yet');
    expect(mail.text).toContain('/dashboard/people/invite');
    expect(mail.text).not.toContain(`/dashboard/reviews/${id}`);
    expect(mail.text).not.toContain('Eriksson');
  });

  test('lists a review, and lets it be approved once', async () => {
    const session = await awaitingReview();
    const { id: verificationId, person } = session;
    expect(await session.read()).toMatchObject({ status: 'failed', sessionUrl: person.sessionUrl });
    expect(await reviews.list(acme.organizationId)).toEqual([
      {
        verificationId,
        email: FULL_FORM.email,
        name: 'Anna Maria Eriksson',
        documentType: 'passport',
        verificationMethod: 'liveness',
        reasons: expect.arrayContaining(['liveness_not_checked']),
        createdAt: expect.stringMatching(/Z$/),
        reviewDueAt: expect.stringMatching(/Z$/),
      },
    ]);
    expect(endsOf(session)).toEqual([]);
    const decided = await reviews.decide({ verificationId, approve: true, reason: ' Spoke with her. ' });
    expect(decided).toEqual({ verificationId, status: 'completed', result: 'approved' });

    expect(await session.read()).toMatchObject({ status: 'completed', sessionUrl: null });
    expect((await session.report()).body).toMatchObject({
      result: 'approved',
      reasons: ['human_requested', 'liveness_not_checked', 'Spoke with her.'],
    });
    expect(endsOf(session).map(({ type }) => type)).toEqual(['identity_verification.completed']);
    expect((await person.look()).heading).toBe('Your identity is confirmed');
    expect(await reviews.list(acme.organizationId)).toEqual([]);
    await expect(reviews.decide({ verificationId, approve: false, reason: 'x' })).rejects.toMatchObject({
      statusCode: 400,
      code: 'not_in_review',
    });
  });

  test('publishes a rejection with the resource, without its address', async () => {
    const session = await awaitingReview();
    const { organizationId } = acme;
    await reviews.decide({
      organizationId,
      verificationId: session.id,
      approve: false,
      reason: 'Another person',
    });
    const [end] = endsOf(session);
    expect(end!.type).toBe('identity_verification.failed');
    const { sessionUrl, ...rest } = await session.read();
    expect(sessionUrl).toBeNull();
    expect(end!.data).toEqual(rest);
    expect((await session.person.look()).heading).toBe('We could not confirm your identity');
  });

  test('names a reason once that the machine gave as well', async () => {
    const session = await awaitingReview();
    const reason = 'liveness_not_checked';
    await reviews.decide({ verificationId: session.id, approve: false, reason });
    expect((await session.report()).body).toMatchObject({ reasons: ['human_requested', reason] });
  });

  test('refuses other organizations, unknown ids and empty reasons', async () => {
    const session = await awaitingReview();
    const other = await app.createOrganization();
    const decision = { verificationId: session.id, approve: true, reason: 'ok' };
    const foreign = { ...decision, organizationId: other.organizationId };
    for (const wrong of [foreign, { ...decision, verificationId: 999_999 }]) {
      await expect(reviews.decide(wrong)).rejects.toMatchObject({ statusCode: 404 });
    }
    for (const [reason, message] of [
      ['', 'reason has 0 characters, but must have 1 to 500'],
      ['  ', 'reason has 0 characters, but must have 1 to 500'],
      ['x'.repeat(501), 'reason has 501 characters, but must have 1 to 500'],
      ['a\0b', 'reason must not contain NUL bytes or unpaired surrogates'],
    ] as const)
      await expect(reviews.decide({ ...decision, reason })).rejects.toMatchObject({
        statusCode: 400,
        message,
      });
    expect(await reviews.list(other.organizationId)).toEqual([]);
    expect(endsOf(session)).toEqual([]);
  });

  test('reminds reviewers 4 hours before the deadline, when it rejects the case', async () => {
    const session = await awaitingReview();
    await app.database.moveClock('20 hours');
    await mailbox.waitForMailTo(acme.ownerEmail, new RegExp(`Four hours.*\\b${session.id}\\b`));
    expect(await session.read()).toMatchObject({ status: 'failed' });
    expect(endsOf(session)).toEqual([]);
    await app.database.moveClock('4 hours');
    await session.untilDone('verification.review%');
    expect(endsOf(session)).toHaveLength(1);
    expect((await session.report()).body).toMatchObject({
      result: 'rejected',
      reasons: expect.arrayContaining(['liveness_not_checked', 'review_timeout']),
    });
    expect(await session.events()).toEqual(['created', 'started', 'failed']);
    expect((await session.person.look()).html).toContain('Nobody could decide in time.');
  });

  test('makes one decision when two reviewers and the timer act at once', async () => {
    const session = await awaitingReview();
    await app.database.moveClock('24 hours');
    const results = await Promise.allSettled(
      [true, false, true].map((approve) =>
        reviews.decide({ verificationId: session.id, approve, reason: 'mine' }),
      ),
    );
    expect(results.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(1);
    await session.untilDone('verification.review%');
    expect(endsOf(session)).toHaveLength(1);
    expect((await session.events()).slice(2)).toHaveLength(1);
  });

  test('the short form mails the link to the person', async () => {
    const email = `anna-${acme.organizationId}@example.com`;
    const { body } = await acme.api.post(VERIFICATIONS, { ...SHORT_FORM, email });
    const mail = await mailbox.waitForMailTo(email);
    expect(mail.text).toContain(`${app.settings.publicUrl}/verify/${body.token}`);
  });
});
