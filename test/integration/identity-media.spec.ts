import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { KnownIdentity } from '../../src/identity-verifications/known-identity.entity.js';
import { LivenessFrame } from '../../src/identity-verifications/liveness-frame.entity.js';
import { VerificationImage } from '../../src/identity-verifications/verification-image.entity.js';
import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { feedWith } from '../support/event-feed.js';
import { inDepth } from '../support/in-depth.js';
import { renderPassport } from '../support/passport-renderer.js';
import { until } from '../support/until.js';
import { beginVerification, type TestVerification, VERIFICATIONS } from '../support/verifications.js';

describe('pictures and their findings', () => {
  let app: TestApp;
  let acme: TestOrganization;
  let passport: Buffer;

  beforeAll(async () => {
    app = await startTestApp({ retentionDays: 7 });
    acme = await app.createOrganization();
    passport = await renderPassport({}, { background: 'desk' });
  });
  afterAll(() => app?.close());

  async function approved(): Promise<TestVerification> {
    const session = await beginVerification(app, acme);
    await session.sendPhoto(passport);
    expect(await session.read()).toMatchObject({ status: 'completed' });
    return session;
  }
  const erase = ({ id }: TestVerification) => acme.api.delete(`${VERIFICATIONS}/${id}/media`);
  const imagesOf = ({ id }: TestVerification) =>
    app.dataSource.manager.findBy(VerificationImage, { verificationId: id });
  const fileCount = async () =>
    (await readdir(join(app.settings.dataDir, 'files', String(acme.organizationId)))).length;

  test('a request erases the pictures, and keeps the report and an audit event', async () => {
    const session = await approved();
    const before = (await session.report()).body;
    const files = await fileCount();
    const { status, body } = await erase(session);
    expect(status).toBe(200);
    expect(body).toEqual({ id: session.id, mediaErasedAt: expect.stringMatching(/Z$/), filesLeft: 0 });
    expect(await fileCount()).toBe(files - 1);
    expect(await imagesOf(session)).toEqual([
      expect.objectContaining({ storageKey: null, findingsSealed: null, sha256: expect.any(Buffer) }),
    ]);
    expect(await app.dataSource.manager.existsBy(KnownIdentity, { verificationId: session.id })).toBe(false);
    expect(await app.dataSource.manager.existsBy(LivenessFrame, { verificationId: session.id })).toBe(false);
    expect((await session.report()).body).toEqual(before);
    expect((await session.audit()).at(-1)).toBe('media_erased');
    expect((await erase(session)).body).toEqual(body);
    expect((await session.audit()).filter((type) => type === 'media_erased')).toHaveLength(1);
    const events = await feedWith<{ data: object }>(acme, 3);
    expect(events.map(({ data }) => data)).toEqual(
      events.map(() => ({ id: session.id, erased: true, erasedAt: expect.stringMatching(/Z$/) })),
    );
  });

  test('erases pictures when their retention period ends', async () => {
    const session = await approved();
    await app.database.moveClock('6 days 23 hours');
    expect((await imagesOf(session))[0]!.storageKey).not.toBeNull();
    await app.database.moveClock('2 hours');
    await session.untilDone('verification.erase-media');
    expect((await imagesOf(session))[0]!.storageKey).toBeNull();
    await until('its files are gone', async () => (await session.audit()).at(-1) === 'media_erased');
  });

  inDepth('keeps pictures while the person or a reviewer still needs them', async () => {
    const open = await beginVerification(app, acme);
    await open.person.agree();
    const reviewed = await beginVerification(app, acme, { firstName: 'John', lastName: 'Smith' });
    await reviewed.sendPhoto(passport);
    for (const session of [open, reviewed])
      expect(await erase(session)).toMatchObject({ status: 400, body: { code: 'verification_open' } });
    expect((await imagesOf(reviewed))[0]!.storageKey).not.toBeNull();
  });

  test('hides pictures of another organization, and needs a scope to erase any', async () => {
    const session = await approved();
    const other = await app.createOrganization();
    expect((await other.api.delete(`${VERIFICATIONS}/${session.id}/media`)).status).toBe(404);
    const reader = await app.createOrganization({ scopes: ['identity:read'] });
    expect((await reader.api.delete(`${VERIFICATIONS}/1/media`)).status).toBe(403);
  });

  test('stores pictures encrypted', async () => {
    const session = await approved();
    const [image] = await imagesOf(session);
    expect(image!.findingsSealed!.includes(Buffer.from('ERIKSSON'))).toBe(false);
  });

  inDepth('sends the same document under another name to a reviewer', async () => {
    await approved();
    const lines = { mrzLines: undefined, surname: 'Smith', givenNames: 'John' };
    const forged = await renderPassport(lines, { background: 'desk' });
    const session = await beginVerification(app, acme, { firstName: 'John', lastName: 'Smith' });
    await session.sendPhoto(forged);
    expect((await session.report()).body).toMatchObject({
      result: 'manual_review',
      reasons: expect.arrayContaining(['seen_under_another_name']),
    });
  });
});
