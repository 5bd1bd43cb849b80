import { KnownIdentity } from '../../src/identity-verifications/known-identity.entity.js';
import { LivenessFrame } from '../../src/identity-verifications/liveness-frame.entity.js';
import { MediaErasure } from '../../src/identity-verifications/media-erasure.js';
import { FileStore } from '../../src/platform/storage/file-store.js';
import { SignatureDocument } from '../../src/signatures/documents/signature-document.entity.js';
import { RequestRemoval } from '../../src/signatures/retention/internal/request-removal.js';
import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { endedWithFrames } from '../support/ended-verification.js';
import { S3Server } from '../support/s3-server.js';
import { sendRequest } from '../support/samples.js';
import { until } from '../support/until.js';

/** The delay of the storage for each request. */
const DELAY_MS = 30;
/** The most that a verification has: three challenges. */
const FRAMES = 540;
const PREFIX = 'slow';

describe('a slow bucket', () => {
  let storage: S3Server;
  let test: TestApp;
  let acme: TestOrganization;

  beforeAll(async () => {
    storage = await S3Server.start();
    test = await startTestApp({ s3: storage.settings(PREFIX) });
    acme = await test.createOrganization();
  });
  afterAll(async () => {
    await test?.close();
    await storage?.stop();
  });

  it('erases everything that a verification can have', async () => {
    const { session, keys } = await endedWithFrames(test, acme, FRAMES);
    expect(storage.keys(PREFIX)).toHaveLength(FRAMES);
    await storage.cable.cut();
    storage.cable.delayMs = DELAY_MS;
    await storage.cable.mend();
    const begun = await test.app.get(MediaErasure).begin(acme.organizationId, session.id);
    expect(begun).toEqual({ id: session.id, mediaErasedAt: null, filesLeft: FRAMES });
    const { manager } = test.dataSource;
    const of = { verificationId: session.id };
    expect(await manager.existsBy(KnownIdentity, of)).toBe(false);
    const frames = await manager.findBy(LivenessFrame, of);
    expect(frames.filter(({ observationSealed }) => observationSealed !== null)).toEqual([]);
    await until('nothing is left', () => storage.keys(PREFIX).length === 0);
    await until('it is recorded', async () => (await session.audit()).includes('media_erased'));
    expect(keys).toHaveLength(FRAMES);
    const { mediaErasedAt, filesLeft } = await test.app
      .get(MediaErasure)
      .begin(acme.organizationId, session.id);
    expect([mediaErasedAt instanceof Date, filesLeft]).toEqual([true, 0]);
  }, 180_000);

  it('keeps no request whose contents are removed', async () => {
    const { id: signatureId } = await sendRequest(acme.api, { signers: [{ email: 'mira@people.test' }] });
    await acme.api.delete(`/api/v1/signatures/${signatureId}`);
    const documents = await test.dataSource.manager.findBy(SignatureDocument, { signatureId });
    const key = documents[0]!.storageKey;
    await storage.cable.cut();
    await test.app
      .get(RequestRemoval, { strict: false })
      .removeEnded({ organizationId: acme.organizationId, signatureId });
    expect(await test.dataSource.manager.existsBy(SignatureDocument, { signatureId })).toBe(false);
    await until('the storage was asked', async () => {
      const rows = await test.dataSource.query<unknown[]>('select 1 from file_deletions where attempts > 0');
      return rows.length > 0;
    });
    await storage.cable.mend();
    await test.database.moveClock('1 hour');
    await until('the file is gone', () => !storage.keys(PREFIX).includes(key));
    await expect(test.app.get(FileStore).get(key)).rejects.toThrow('ENOENT');
  });
});
