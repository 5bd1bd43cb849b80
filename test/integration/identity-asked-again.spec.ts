import { IsNull, Not } from 'typeorm';
import { operatorOf } from '../../src/activity/domain/activity-event.js';
import { Retention } from '../../src/identity-verifications/retention.js';
import { VerificationImage } from '../../src/identity-verifications/verification-image.entity.js';
import { VerificationImages } from '../../src/identity-verifications/verification-images.js';
import { ERASE_MEDIA, SHORTEN_RETENTION } from '../../src/identity-verifications/verification-job.kinds.js';
import { AskAgain } from '../../src/manual-review/ask-again.js';
import { ReviewsService } from '../../src/manual-review/reviews.service.js';
import { Transactions } from '../../src/platform/database/transactions.js';
import { type DomainEvent } from '../../src/platform/events/domain-events.js';
import { EventBus } from '../../src/platform/events/event-bus.js';
import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { signedIn } from '../support/dashboard-member.js';
import { inDepth } from '../support/in-depth.js';
import { Mailbox } from '../support/mailbox.js';
import { renderPassport } from '../support/passport-renderer.js';
import { Person } from '../support/person.js';
import { caseWithoutPictures } from '../support/review-cases.js';
import { until } from '../support/until.js';
import { beginVerification, type TestVerification, VERIFICATIONS } from '../support/verifications.js';

const FINAL = ['identity_verification.completed', 'identity_verification.failed'];

describe('a person who is asked again', () => {
  let app: TestApp;
  let mailbox: Mailbox;
  let acme: TestOrganization;
  let reviews: ReviewsService;
  const told: DomainEvent[] = [];

  beforeAll(async () => {
    mailbox = await Mailbox.start();
    app = await startTestApp({ smtpUrl: mailbox.url });
    acme = await app.createOrganization();
    await signedIn(app, acme, 'reviewer');
    reviews = app.app.get(ReviewsService);
    app.app.get(EventBus).listen(async (_tx, event) => void told.push(event));
  });
  afterAll(async () => {
    await app?.close();
    await mailbox.stop();
  });

  /** The events of its end; every ending has one. */
  const endsOf = ({ id }: TestVerification) =>
    told.filter((event) => event.data.id === id && FINAL.includes(event.type)).map(({ type }) => type);

  const ask = (session: TestVerification, part: string, reason: string, owner = acme) =>
    app.app
      .get(Transactions)
      .run((tx) =>
        app.app
          .get(AskAgain)
          .ask(tx, { organizationId: owner.organizationId, verificationId: session.id, part, reason }),
      );

  const decide = ({ id: verificationId }: TestVerification, approve: boolean) =>
    reviews.decide({ verificationId, approve, reason: 'Looked at it' });

  const jobsOf = async ({ organizationId }: TestOrganization, kind: string) => {
    const sql = "select 1 from jobs where kind = $1 and payload->>'organizationId' = $2::text";
    return (await app.dataSource.query<unknown[]>(sql, [kind, organizationId])).length;
  };

  const timeLeft = async ({ id }: TestVerification) => {
    const [row] = await app.dataSource.query<{ hours: number | null }[]>(
      'select round(extract(epoch from review_due_at - app_now()) / 3600)::int as hours from identity_verifications where id = $1',
      [id],
    );
    return row!.hours;
  };

  /** The person asked for a reviewer instead of sending photos. */
  const awaitingReview = () => caseWithoutPictures(app, acme, { verificationMethod: 'document' });

  /** A verification whose photo contradicts itself. */
  async function contradicting(
    email = 'anna@example.com',
    { owner = acme, locale = 'en' } = {},
  ): Promise<TestVerification> {
    const session = await beginVerification(app, owner, { email, locale });
    await session.sendPhoto(await renderPassport({ breakCheckDigit: 'expiryDate' }));
    return session;
  }

  /** The person at the new link. */
  async function answering(session: TestVerification): Promise<Person> {
    const { sessionUrl } = await session.read();
    return new Person(sessionUrl, () =>
      app.dataSource.manager.existsBy(VerificationImage, { verificationId: session.id, analysis: 'waiting' }),
    );
  }

  inDepth('sends a new link with a sentence, accepts the one picture, and decides again', async () => {
    const session = await contradicting('asked-once@example.com');
    const before = (await session.report()).body;
    expect(before).toMatchObject({ result: 'manual_review' });
    const eventsBefore = await session.events();
    await ask(session, 'front', 'glare');

    expect(await session.read()).toMatchObject({ status: 'in_progress' });
    expect(await session.report()).toMatchObject({ status: 404, body: { code: 'report_not_available' } });
    expect(await reviews.list(acme.organizationId)).toEqual([]);
    expect((await session.person.look()).status).toBe(404);
    const person = await answering(session);
    const mail = await mailbox.waitForMailTo('asked-once@example.com', /needs one more picture/);
    expect(mail.text).toContain(person.sessionUrl);
    expect(mail.text).toContain(
      'Please photograph the photo page of your passport again. A reflection covers part',
    );
    const page = await person.look();
    expect(page).toMatchObject({ status: 200, heading: 'Photograph your passport’s photo page' });
    expect(page.html).toContain('needs one more picture');
    expect(page.html).toContain('A reflection covers part of your last photo.');
    await expect(ask(session, 'front', 'glare')).rejects.toMatchObject({ code: 'not_in_review' });
    const erasure = await acme.api.delete(`${VERIFICATIONS}/${session.id}/media`);
    expect(erasure).toMatchObject({ status: 400, body: { code: 'verification_open' } });

    await person.upload('front', await renderPassport());
    expect((await person.afterChecking()).heading).toBe('Your identity is confirmed');
    expect((await session.report()).body).toMatchObject({
      result: 'approved',
      reasons: ['holder_not_matched'],
    });
    expect(endsOf(session)).toEqual(['identity_verification.completed']);
    expect(await session.events()).toEqual([...eventsBefore, 'completed']);
    // The mail is sent, and recorded, at any moment meanwhile.
    const audit = (await session.audit()).filter((type) => !type.startsWith('link_mail'));
    expect(audit.slice(-4)).toEqual(['asked_again', 'image_received', 'image_accepted', 'decided']);
  });

  inDepth(
    'asks in the person’s language, and rejects at once if the new photo shows an expired document',
    async () => {
      const session = await contradicting('asked-in-german@example.com', { locale: 'de' });
      await ask(session, 'front', 'glare');
      const person = await answering(session);
      const mail = await mailbox.waitForMailTo('asked-in-german@example.com', /braucht noch ein Bild/);
      expect(mail.text).toContain(person.sessionUrl);
      expect(mail.text).toContain(
        'Bitte fotografieren Sie die Seite Ihres Reisepasses mit dem Lichtbild noch einmal. Eine Spiegelung verdeckt',
      );
      const { html } = await person.look();
      expect(html).toContain('<html lang="de"');
      expect(html).toContain('Eine Spiegelung verdeckt einen Teil Ihres letzten Fotos.');

      await person.upload('front', await renderPassport({ expiryDate: '2019-04-15' }));
      expect((await person.afterChecking()).heading).toBe('Wir konnten Ihre Identität nicht bestätigen');
      expect((await session.report()).body).toMatchObject({
        result: 'rejected',
        reasons: expect.arrayContaining(['document_expired']),
      });
      expect(endsOf(session)).toEqual(['identity_verification.failed']);
      await expect(decide(session, true)).rejects.toMatchObject({ code: 'not_in_review' });
      expect(endsOf(session)).toHaveLength(1);
    },
  );

  const timeOut = async (session: TestVerification) => {
    await app.database.moveClock('24 hours');
    await session.untilDone('verification.review%');
    expect((await session.report()).body.reasons).toContain('review_timeout');
  };

  inDepth('returns the case unchanged if the link lapses, with 24 hours of its own', async () => {
    const session = await awaitingReview();
    const before = (await session.report()).body;
    await app.database.moveClock('23 hours');
    await ask(session, 'front', 'blurred');
    const person = await answering(session);
    expect((await person.look()).status).toBe(200);
    await app.database.moveClock('2 hours');
    // The timer of the first 24 hours is over, and must not decide the case.
    await session.untilDone('verification.review-timeout');
    expect(await session.read()).toMatchObject({ status: 'in_progress' });

    await app.database.moveClock('22 hours 1 minute');
    await session.untilStatus('failed');
    expect((await session.report()).body).toEqual(before);
    expect(await timeLeft(session)).toBe(24);
    expect((await person.look()).heading).toBe('A person will review this');
    expect(endsOf(session)).toEqual([]);
    expect(await session.audit()).not.toContain('expired');
    await expect(ask(session, 'front', 'blurred')).rejects.toMatchObject({ code: 'not_askable' });

    await app.database.moveClock('24 hours');
    await session.untilDone('verification.review%');
    expect((await session.report()).body).toMatchObject({
      result: 'rejected',
      reasons: [...before.reasons, 'review_timeout'],
    });
    expect(endsOf(session)).toEqual(['identity_verification.failed']);
  });

  test.each([
    ['approved', true, 'identity_verification.completed'],
    ['rejected', false, 'identity_verification.failed'],
  ])('a case whose link lapsed is %s by a reviewer, without another timer', async (_how, approve, end) => {
    const session = await awaitingReview();
    await ask(session, 'front', 'blurred');
    await app.database.moveClock('24 hours 1 minute');
    await session.untilStatus('failed');
    await app.database.moveClock('23 hours');
    expect(endsOf(session)).toEqual([]);
    await decide(session, approve);
    expect(endsOf(session)).toEqual([end]);
    await app.database.moveClock('2 hours');
    await session.untilDone('verification.review-timeout');
    expect(endsOf(session)).toEqual([end]);
  });

  inDepth(
    'a shortened period removes no picture while the person is asked, nor before the reviewer decides',
    async () => {
      const shop = await app.createOrganization();
      const session = await contradicting('kept@example.com', { owner: shop });
      const shorten = async (days: number) => {
        await app.app.get(Retention, { strict: false }).set(operatorOf(shop.organizationId), days);
        await until('the period is shortened', async () => (await jobsOf(shop, SHORTEN_RETENTION)) === 0);
      };
      const kept = () =>
        app.dataSource.manager.countBy(VerificationImage, {
          verificationId: session.id,
          storageKey: Not(IsNull()),
        });
      await shorten(2);
      await ask(session, 'front', 'glare', shop);
      await shorten(1);
      expect(await jobsOf(shop, ERASE_MEDIA)).toBe(0);
      await app.database.moveClock('24 hours 1 minute');
      await session.untilStatus('failed');
      await app.database.moveClock('23 hours');
      expect(await kept()).toBe(1);
      await decide(session, true);
      await app.database.moveClock('23 hours');
      expect(await kept()).toBe(1);
      await app.database.moveClock('2 hours');
      await session.untilDone(ERASE_MEDIA);
      expect(await kept()).toBe(0);
    },
  );

  test.each<[string, (session: TestVerification) => Promise<unknown>, string]>([
    ['approved by a reviewer', (session) => decide(session, true), 'identity_verification.completed'],
    ['rejected by a reviewer', (session) => decide(session, false), 'identity_verification.failed'],
    ['rejected after 24 hours', (session) => timeOut(session), 'identity_verification.failed'],
  ])('a case whose person cancels is still %s', async (_how, finish, end) => {
    const session = await awaitingReview();
    const before = (await session.report()).body;
    await ask(session, 'front', 'covered');
    const person = await answering(session);
    expect((await person.look('/cancel')).html).toContain('decide with what you have already sent');
    expect((await person.post('/cancel')).heading).toBe('A person will review this');
    expect((await session.report()).body).toEqual(before);
    expect(await timeLeft(session)).toBe(24);
    expect(endsOf(session)).toEqual([]);
    await finish(session);
    expect(endsOf(session)).toEqual([end]);
    expect(await session.audit()).toContain('ask_cancelled');
  });

  inDepth('returns the case to a reviewer if no new picture is good enough', async () => {
    const session = await contradicting();
    await ask(session, 'front', 'blurred');
    const person = await answering(session);
    await person.upload('front', await renderPassport({ breakCheckDigit: 'birthDate' }));
    expect((await person.afterChecking()).heading).toBe('A person will review this');
    expect((await session.report()).body).toMatchObject({ result: 'manual_review' });
    expect(await timeLeft(session)).toBe(24);
    await decide(session, false);
    expect(endsOf(session)).toEqual(['identity_verification.failed']);
  });

  inDepth('does not decide on a late result for an earlier picture', async () => {
    const session = await contradicting();
    await ask(session, 'front', 'blurred');
    const { organizationId } = acme;
    const earlier = { verificationId: session.id, round: 1 };
    await app.dataSource.manager.update(VerificationImage, earlier, { analysis: 'waiting' });
    const { id: imageId } = await app.dataSource.manager.findOneByOrFail(VerificationImage, earlier);
    const job = { organizationId, verificationId: session.id, imageId };
    await app.app.get(Transactions).run((tx) => app.app.get(VerificationImages).settle(tx, job, null));
    expect(await session.read()).toMatchObject({ status: 'in_progress' });
    expect((await (await answering(session)).look()).heading).toBe('Photograph your passport’s photo page');
  });

  test.each([
    ['back', 'blurred', 'not_askable'],
    ['face', 'dark', 'not_askable'],
    ['elbow', 'blurred', 'validation_failed'],
    ['front', 'dark', 'validation_failed'],
  ])('refuses to ask for the %s of a passport because of %s', async (part, reason, code) => {
    const session = await awaitingReview();
    await expect(ask(session, part, reason)).rejects.toMatchObject({ statusCode: 400, code });
    expect(await session.read()).toMatchObject({ status: 'failed' });
  });

  test('lets only the own organization ask, and once if two ask at the same time', async () => {
    const session = await awaitingReview();
    const other = await app.createOrganization();
    await expect(ask(session, 'front', 'glare', other)).rejects.toMatchObject({ statusCode: 404 });
    const asked = await Promise.allSettled([1, 2, 3].map(() => ask(session, 'front', 'glare')));
    expect(asked.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
    expect((await session.audit()).filter((type) => type === 'asked_again')).toHaveLength(1);
  });
});
