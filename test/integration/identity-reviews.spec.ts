import { DomainEvents } from '../../src/platform/events/domain-events.service.js';
import { Transactions } from '../../src/platform/database/transactions.js';
import { ReviewsService } from '../../src/manual-review/reviews.service.js';
import { UsersService } from '../../src/organizations/users.service.js';
import { VerificationImage } from '../../src/identity-verifications/verification-image.entity.js';
import { VerificationImages } from '../../src/identity-verifications/verification-images.service.js';
import { VerificationsService } from '../../src/identity-verifications/verifications.service.js';
import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { Mailbox } from '../support/mailbox.js';
import { Person } from '../support/person.js';
import { renderPassport } from '../support/passport-renderer.js';
import { until } from '../support/until.js';

const PATH = '/api/v1/identity-verifications';
const FULL = {
  email: 'anna@example.com',
  firstName: 'Anna Maria',
  lastName: 'Eriksson',
  documentType: 'passport',
  verificationMethod: 'document',
};
const FINAL = ['completed', 'failed'].map((name) => `identity_verification.${name}`);

describe('the time of verifications, and the human’s part', () => {
  let app: TestApp;
  let mailbox: Mailbox;
  let acme: TestOrganization;
  const told: { type: string; id: unknown; data: Record<string, unknown> }[] = [];

  beforeAll(async () => {
    mailbox = await Mailbox.start();
    app = await startTestApp({ smtpUrl: mailbox.url });
    app.app
      .get(DomainEvents)
      .listen(async (_tx, { type, data }) => void told.push({ type, id: data.id, data }));
  });
  beforeEach(async () => {
    acme = await app.createOrganization();
  });
  afterAll(async () => {
    await app?.close();
    await mailbox.stop();
  });

  const reviews = () => app.app.get(ReviewsService);
  const read = async (id: number) => (await acme.api.get(`${PATH}/${id}`)).body;
  const reportOf = async (id: number) => (await acme.api.get(`${PATH}/${id}/document-report`)).body;
  const finalsOf = (id: number) => told.filter((event) => event.id === id && FINAL.includes(event.type));
  const inStatus = (id: number, status: string) =>
    until(`${id} is ${status}`, async () => (await read(id)).status === status);

  async function begin(changes: object = {}): Promise<{ id: number; person: Person }> {
    const { body } = await acme.api.post(PATH, { ...FULL, ...changes });
    return { id: body.id, person: new Person(body.sessionUrl) };
  }

  /** A verification that waits for a human: of a face alone, which takes no photo. */
  async function awaitingReview(): Promise<{ id: number; person: Person }> {
    const session = await begin({ verificationMethod: 'liveness' });
    await session.person.agree();
    return session;
  }

  /** A signature request that was sent to one signer: its id and the signer's. */
  async function sentRequest(): Promise<[number, number]> {
    const draft = { type: 'fast', originalDocumentName: 'Lease', originalDocumentType: 'application/pdf' };
    const { body: made } = await acme.api.post('/api/v1/signatures', {
      ...draft,
      originalDocumentExtension: 'pdf',
    });
    const send = { signers: [{ email: 'anna@example.com' }], requireVerification: true };
    const { body: sent } = await acme.api.post(`/api/v1/signatures/${made.id}/send`, send);
    return [made.id, sent.signers[0].id];
  }

  describe('expiry', () => {
    test('ends a session after 60 minutes, opened or not', async () => {
      const [unopened, opened] = [await begin(), await begin()];
      await opened.person.agree();
      await app.database.moveClock('59 minutes');
      expect((await opened.person.look()).status).toBe(200);
      await app.database.moveClock('61 seconds');
      for (const { id, person } of [unopened, opened]) {
        await inStatus(id, 'expired');
        expect(await read(id)).toMatchObject({ sessionUrl: null });
        expect(await acme.api.get(`${PATH}/${id}/document-report`)).toMatchObject({
          status: 404,
          body: { code: 'report_not_available' },
        });
        expect(await person.look()).toMatchObject({ status: 410, heading: 'This link has expired' });
        expect((await person.post('/cancel')).heading).toBe('This link has expired');
        expect(told.filter((event) => event.id === id).map(({ type }) => type)).toEqual(
          expect.arrayContaining(['identity_verification.expired']),
        );
        expect(finalsOf(id)).toEqual([]);
      }
      expect((await read(opened.id)).events).toHaveLength(2);
    });

    test('is noticed by the next action even before its timer', async () => {
      const { id, person } = await begin();
      await person.agree();
      await app.dataSource.query(
        "update identity_verifications set expires_at = app_now() - interval '1 second' where id = $1",
        [id],
      );
      const photo = await renderPassport();
      expect((await person.upload('front', photo)).heading).toBe('This link has expired');
      expect(await read(id)).toMatchObject({ status: 'expired' });
    });

    test('no longer applies once the last photo is received', async () => {
      const { id, person } = await begin();
      await person.agree();
      await person.upload('front', await renderPassport());
      await app.database.moveClock('2 hours');
      await inStatus(id, 'completed');
      expect(finalsOf(id)).toHaveLength(1);
    });

    test('that passes while a bad photo is checked leaves the decision to what there is', async () => {
      const { id, person } = await begin();
      await person.agree();
      await person.upload('front', await renderPassport({}, { blur: 9 }));
      await app.dataSource.query('update identity_verifications set expires_at = app_now() where id = $1', [
        id,
      ]);
      await inStatus(id, 'failed');
      expect(await reportOf(id)).toMatchObject({ result: 'manual_review', reasons: ['document_unreadable'] });
    });
  });

  describe('review', () => {
    test('calls every reviewer at once, without naming the person', async () => {
      const email = `reviewer-${acme.organizationId}@acme.test`;
      await app.app
        .get(Transactions)
        .run((tx) =>
          app.app
            .get(UsersService)
            .create(tx, { organizationId: acme.organizationId, email, role: 'reviewer' }),
        );
      const { id } = await awaitingReview();
      for (const address of [acme.ownerEmail, email]) {
        const mail = await mailbox.waitForMailTo(address, new RegExp(`\\b${id}\\b`));
        expect(mail.text).toContain(`review:decide --verification ${id}`);
        expect(mail.text).not.toContain('Eriksson');
      }
    });

    test('is listed, and decided once: approved', async () => {
      const { id, person } = await awaitingReview();
      expect(await read(id)).toMatchObject({ status: 'failed', sessionUrl: person.sessionUrl });
      expect(await reviews().list(acme.organizationId)).toEqual([
        {
          verificationId: id,
          email: FULL.email,
          name: 'Anna Maria Eriksson',
          documentType: 'passport',
          verificationMethod: 'liveness',
          reasons: ['liveness_not_checked'],
          createdAt: expect.stringMatching(/Z$/),
          reviewDueAt: expect.stringMatching(/Z$/),
        },
      ]);
      expect(finalsOf(id)).toEqual([]);
      const decided = await reviews().decide({
        verificationId: id,
        approve: true,
        reason: ' Spoke with her. ',
      });
      expect(decided).toEqual({ verificationId: id, status: 'completed', result: 'approved' });

      expect(await read(id)).toMatchObject({ status: 'completed', sessionUrl: null });
      expect(await reportOf(id)).toMatchObject({
        result: 'approved',
        reasons: ['liveness_not_checked', 'Spoke with her.'],
      });
      expect(finalsOf(id).map(({ type }) => type)).toEqual(['identity_verification.completed']);
      expect((await person.look()).heading).toBe('Your identity is confirmed');
      expect(await reviews().list(acme.organizationId)).toEqual([]);
      await expect(
        reviews().decide({ verificationId: id, approve: false, reason: 'x' }),
      ).rejects.toMatchObject({
        statusCode: 400,
        code: 'not_in_review',
      });
    });

    test('may reject, which the webhook tells with the resource less its address', async () => {
      const { id, person } = await awaitingReview();
      await reviews().decide({
        organizationId: acme.organizationId,
        verificationId: id,
        approve: false,
        reason: 'Not the same person',
      });
      const [event] = finalsOf(id);
      const resource = await read(id);
      expect(event!.type).toBe('identity_verification.failed');
      const { sessionUrl, ...rest } = resource;
      expect(sessionUrl).toBeNull();
      expect(event!.data).toEqual(rest);
      expect((await person.look()).heading).toBe('Your identity could not be confirmed');
    });

    test('refuses other organizations, unknown ids and empty reasons', async () => {
      const { id: verificationId } = await awaitingReview();
      const other = await app.createOrganization();
      const decision = { verificationId, approve: true, reason: 'ok' };
      await expect(
        reviews().decide({ ...decision, organizationId: other.organizationId }),
      ).rejects.toMatchObject({ statusCode: 404 });
      await expect(reviews().decide({ ...decision, verificationId: 999_999 })).rejects.toMatchObject({
        statusCode: 404,
      });
      for (const reason of ['', '  ', 'x'.repeat(501), 'a\0b']) {
        await expect(reviews().decide({ ...decision, reason })).rejects.toMatchObject({ statusCode: 400 });
      }
      expect(await reviews().list(other.organizationId)).toEqual([]);
      expect(finalsOf(verificationId)).toEqual([]);
    });

    test('reminds 4 hours before the end and rejects at the end', async () => {
      const { id } = await awaitingReview();
      await app.database.moveClock('19 hours 59 minutes');
      await app.database.moveClock('61 seconds');
      await mailbox.waitForMailTo(acme.ownerEmail, new RegExp(`Four hours.*\\b${id}\\b`));
      expect(await read(id)).toMatchObject({ status: 'failed' });
      expect(finalsOf(id)).toEqual([]);
      await app.database.moveClock('4 hours');
      await until('the review timed out', async () => (await reportOf(id)).result === 'rejected');
      expect(await reportOf(id)).toMatchObject({ reasons: ['liveness_not_checked', 'review_timeout'] });
      expect(finalsOf(id).map(({ type }) => type)).toEqual(['identity_verification.failed']);
      expect((await read(id)).events.at(-1).type).toBe('identity_verification.failed');
    });

    test('two reviewers at once, and the timer: one decision', async () => {
      const { id: verificationId } = await awaitingReview();
      await app.database.moveClock('24 hours');
      const results = await Promise.allSettled(
        [true, false, true].map((approve) => reviews().decide({ verificationId, approve, reason: 'mine' })),
      );
      expect(results.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(1);
      await until('it has ended', () => finalsOf(verificationId).length > 0);
      const left = () =>
        app.dataSource.query(
          "select 1 from jobs where kind like 'verification.review%' and payload->>'verificationId' = $1::text",
          [verificationId],
        );
      await until('its timers have run', async () => ((await left()) as unknown[]).length === 0);
      expect(finalsOf(verificationId)).toHaveLength(1);
    });
  });

  test('a photo that no reader survives waits for a human', async () => {
    const { id, person } = await begin();
    await person.agree();
    await person.upload('front', await renderPassport());
    const image = await app.dataSource.manager.findOneByOrFail(VerificationImage, { verificationId: id });
    const job = { organizationId: acme.organizationId, verificationId: id, imageId: image.id };
    await app.app.get(Transactions).run((tx) => app.app.get(VerificationImages).settle(tx, job, null));
    expect(await reportOf(id)).toMatchObject({ result: 'manual_review', reasons: ['analysis_failed'] });
    await until('the job is done', async () => {
      const jobs = await app.dataSource.query(
        "select 1 from jobs where kind = 'verification.analyze' and payload->>'verificationId' = $1::text",
        [id],
      );
      return (jobs as unknown[]).length === 0;
    });
    expect(await reportOf(id)).toMatchObject({ result: 'manual_review' });
  });

  test('the short form mails its link', async () => {
    const { body } = await acme.api.post(PATH, {
      name: 'Anna Maria Eriksson',
      email: `anna-${acme.organizationId}@example.com`,
      callbackUrl: 'https://shop.test/back',
    });
    const mail = await mailbox.waitForMailTo(`anna-${acme.organizationId}@example.com`);
    expect(mail.text).toContain(`${app.settings.publicUrl}/verify/${body.token}`);
  });

  test('a signer’s verification is an ordinary one whose return address nobody else sees', async () => {
    const verifications = app.app.get(VerificationsService);
    const { organizationId } = acme;
    const [signatureId, signerId] = await sentRequest();
    const redirectUrl = `${app.settings.publicUrl}/sign/${'a'.repeat(64)}/identity`;
    const begun = await app.app.get(Transactions).run((tx) =>
      verifications.startForSigner(tx, {
        organizationId,
        signatureId,
        signerId,
        email: 'anna@example.com',
        name: null,
        redirectUrl,
      }),
    );
    const latest = () => verifications.latestForSigner(app.dataSource.manager, organizationId, signerId);
    expect(await latest()).toEqual({
      id: begun.id,
      status: 'pending',
      reportResult: null,
      verifiedName: null,
      sessionUrl: begun.sessionUrl,
    });
    expect(await read(begun.id)).toMatchObject({
      verificationMethod: 'combined',
      documentType: null,
      metadata: { signatureId, signerId },
      redirectUrl: null,
    });

    const person = new Person(begun.sessionUrl, () =>
      app.dataSource.manager.existsBy(VerificationImage, { verificationId: begun.id, analysis: 'waiting' }),
    );
    await person.agree();
    await person.post('/document-type', { documentType: 'passport' });
    await person.upload('front', await renderPassport());
    expect((await person.afterChecking()).html).toContain(`/sign/${'a'.repeat(64)}/identity?sessionId`);
    expect(await latest()).toMatchObject({
      status: 'failed',
      reportResult: 'manual_review',
      verifiedName: null,
    });
    await reviews().decide({ verificationId: begun.id, approve: true, reason: 'seen' });
    expect(await latest()).toMatchObject({
      status: 'completed',
      reportResult: 'approved',
      verifiedName: 'ANNA MARIA ERIKSSON',
      sessionUrl: null,
    });
    expect(
      await verifications.latestForSigner(app.dataSource.manager, organizationId + 1, signerId),
    ).toBeNull();
    expect(JSON.stringify(told.filter(({ id }) => id === begun.id))).not.toContain('a'.repeat(64));
  });
});
