import { VerificationImage } from '../../src/identity-verifications/verification-image.entity.js';
import { VerificationImages } from '../../src/identity-verifications/verification-images.js';
import { Transactions } from '../../src/platform/database/transactions.js';
import { EventBus } from '../../src/platform/events/event-bus.js';
import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { inDepth } from '../support/in-depth.js';
import { renderPassport } from '../support/passport-renderer.js';
import { beginVerification } from '../support/verifications.js';

describe('verifications that expire or cannot be analyzed', () => {
  let app: TestApp;
  let acme: TestOrganization;
  const told: { type: string; id: unknown }[] = [];

  beforeAll(async () => {
    app = await startTestApp({}, { analyses: 'fresh' });
    acme = await app.createOrganization();
    app.app.get(EventBus).listen(async (_tx, { type, data }) => void told.push({ type, id: data.id }));
  });
  afterAll(() => app?.close());

  inDepth('a session expires after 60 minutes, opened or not', async () => {
    const [unopened, opened] = [await beginVerification(app, acme), await beginVerification(app, acme)];
    await opened.person.agree();
    await app.database.moveClock('59 minutes');
    expect((await opened.person.look()).status).toBe(200);
    await app.database.moveClock('61 seconds');
    for (const session of [unopened, opened]) {
      await session.untilStatus('expired');
      expect(await session.read()).toMatchObject({ sessionUrl: null });
      expect(await session.report()).toMatchObject({ status: 404, body: { code: 'report_not_available' } });
      expect(await session.person.look()).toMatchObject({ status: 410, heading: 'This link has expired' });
      expect((await session.person.post('/cancel')).heading).toBe('This link has expired');
      expect(told.filter(({ id }) => id === session.id).at(-1)!.type).toBe('identity_verification.expired');
    }
    expect(await unopened.events()).toEqual(['created']);
    expect(await opened.events()).toEqual(['created', 'started']);
  });

  test('the next action notices the expiry even before the timer', async () => {
    const session = await beginVerification(app, acme);
    await session.person.agree();
    await endTime(session.id);
    const page = await session.person.upload('front', await renderPassport());
    expect(page.heading).toBe('This link has expired');
    expect(await session.read()).toMatchObject({ status: 'expired' });
  });

  inDepth('nothing expires once the last photo has been received', async () => {
    const session = await beginVerification(app, acme);
    await session.person.agree();
    await session.person.upload('front', await renderPassport());
    await app.database.moveClock('2 hours');
    await session.untilStatus('completed');
    expect(await session.events()).toEqual(['created', 'started', 'document_uploaded', 'completed']);
  });

  inDepth('decides on a bad photo if the time runs out while it is checked', async () => {
    const session = await beginVerification(app, acme);
    await session.person.agree();
    await session.person.upload('front', await renderPassport({}, { blur: 9 }));
    await endTime(session.id);
    await session.untilStatus('failed');
    expect((await session.report()).body).toMatchObject({
      result: 'manual_review',
      reasons: expect.arrayContaining(['document_unreadable']),
    });
  });

  inDepth('sends a photo that crashes every reader to a reviewer, whatever a late reader finds', async () => {
    const session = await beginVerification(app, acme);
    await session.person.agree();
    await session.person.upload('front', await renderPassport());
    const { id: verificationId } = session;
    const image = await app.dataSource.manager.findOneByOrFail(VerificationImage, { verificationId });
    const job = { organizationId: acme.organizationId, verificationId, imageId: image.id };
    await app.app.get(Transactions).run((tx) => app.app.get(VerificationImages).settle(tx, job, null));
    await session.untilDone('verification.analyze');
    expect((await session.report()).body).toMatchObject({
      result: 'manual_review',
      reasons: expect.arrayContaining(['analysis_failed']),
    });
    expect(await session.audit()).toContain('analysis_failed');
  });

  async function endTime(id: number): Promise<void> {
    await app.dataSource.query('update identity_verifications set expires_at = app_now() where id = $1', [
      id,
    ]);
  }
});
