import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { LogoEncoder } from '../../src/brands/logo-encoder.js';
import { type Admission } from '../../src/common/admission.js';
import { BrandForms } from '../../src/dashboard/pages/brand-forms.js';
import {
  ANALYSIS_SLOTS,
  DocumentAnalysisService,
} from '../../src/identity-documents/document-analysis.service.js';
import { PdfService } from '../../src/pdf/pdf.service.js';
import { ConsentController } from '../../src/signing/pages/consent.controller.js';
import { DocumentUploads, MAX_IMAGE_BYTES } from '../../src/verification-sessions/document-uploads.js';
import { SelfieFrames } from '../../src/verification-sessions/selfie-frames.js';
import { PICTURE_LIMITS } from '../../src/verification-sessions/session-uploads.js';
import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { type BrokenForm, BrokenUpload } from '../support/broken-upload.js';
import { formTokenIn, signedIn } from '../support/dashboard-member.js';
import { Gate } from '../support/gate.js';
import { renderPassport } from '../support/passport-renderer.js';
import { textPdf } from '../support/pdf-samples.js';
import { photoOfSignature } from '../support/signature-pictures.js';
import { sendRequest } from '../support/signing-requests.js';
import { until } from '../support/until.js';
import { beginVerification, type TestVerification } from '../support/verifications.js';

/** The number of the largest photos that an organization may send at once. */
const MOST = Math.floor(PICTURE_LIMITS.bytesPerKey / MAX_IMAGE_BYTES);
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);
const IDLE = { works: 0, bytes: 0 };

describe('pictures of hosted pages', () => {
  let test: TestApp;
  let acme: TestOrganization;
  let other: TestOrganization;
  let passport: Buffer;
  const clients: BrokenUpload[] = [];

  beforeAll(async () => {
    test = await startTestApp({}, { analyses: 'fresh' });
    acme = await test.createOrganization();
    other = await test.createOrganization();
    passport = await renderPassport();
  });
  afterEach(async () => {
    for (const client of clients.splice(0)) client.breakOff();
    await until('no upload is left', () => photos().load.works === 0 && frames().load.works === 0);
  });
  afterAll(() => test.close());

  const photos = () => test.app.get(DocumentUploads, { strict: false }).uploads.admission;
  const frames = () => test.app.get(SelfieFrames, { strict: false }).uploads.admission;

  /** The sizes of files that are not kept yet. */
  async function partialFiles(): Promise<number[]> {
    const folder = join(test.settings.dataDir, 'files');
    const names = await readdir(folder, { recursive: true }).catch(() => []);
    const parts = names.filter((name) => name.endsWith('.part'));
    return Promise.all(parts.map(async (name) => (await stat(join(folder, name))).size));
  }

  async function agreed(owner: TestOrganization, changes: object = {}): Promise<TestVerification> {
    const session = await beginVerification(test, owner, changes);
    await session.person.agree();
    return session;
  }
  const allAgreed = (count: number) => Promise.all(Array.from({ length: count }, () => agreed(acme)));

  function begin(address: string, form: BrokenForm): BrokenUpload {
    const client = new BrokenUpload(address, form);
    clients.push(client);
    return client;
  }
  const sendPhoto = ({ person }: TestVerification, form: BrokenForm) =>
    begin(`${person.sessionUrl}/front`, form);

  /** Occupies every process for pictures until the gate opens. @returns what resolves when they are free again */
  function occupy(gate: Gate): Promise<unknown> {
    const analysis = test.app.get(DocumentAnalysisService, { strict: false });
    const read = () => gate.pass().then(() => passport);
    const look = () => analysis.inspectImage(read, { tenant: other.organizationId });
    return Promise.all(Array.from({ length: ANALYSIS_SLOTS.slots }, look));
  }

  it('admits pictures by their bytes, per organization and overall, before reading them', async () => {
    const sessions = await allAgreed(MOST + 1);
    const last = sessions.pop()!;
    for (const session of sessions) sendPhoto(session, { bytes: JPEG, size: MAX_IMAGE_BYTES });
    await until('all are admitted', () => photos().load.works === MOST);
    expect(photos().load.bytes).toBe(MOST * MAX_IMAGE_BYTES);

    const refusal = await sendPhoto(last, { bytes: JPEG, size: MAX_IMAGE_BYTES }).answer();
    expect(refusal).toMatchObject({ status: 429, headers: { 'retry-after': '60' } });
    expect(refusal.html).toMatch(/<h1[^>]*>Too many/);
    const stranger = await agreed(other);
    expect((await stranger.person.upload('front', passport)).heading).toBe('Checking your document');

    for (const client of clients) client.breakOff();
    await until('all are dropped', () => photos().load.works === 0);
    expect(photos().load).toEqual(IDLE);
    expect(await partialFiles()).toEqual([]);
  });

  it('leaves neither a file nor work behind for pictures that are broken off while they wait', async () => {
    const sessions = await allAgreed(8);
    const facing = await agreed(acme, { verificationMethod: 'liveness' });
    const begun = await fetch(`${facing.person.sessionUrl}/challenge`, { method: 'POST' });
    const { nonce } = (await begun.json()) as { nonce: string };
    const gate = new Gate();
    const ahead = occupy(gate);
    const [{ person }] = sessions as [TestVerification];
    for (const session of sessions) sendPhoto(session, { bytes: passport });
    begin(`${facing.person.sessionUrl}/frames`, {
      bytes: passport,
      headers: { 'x-challenge-nonce': nonce },
    });
    await until('all have arrived', async () => {
      const whole = (await partialFiles()).filter((size) => size > passport.length);
      return whole.length === sessions.length + 1;
    });

    for (const client of clients.splice(0)) client.breakOff();
    await until('they have left the queue', () => photos().load.works + frames().load.works === 0);
    expect([photos().load, frames().load, await partialFiles()]).toEqual([IDLE, IDLE, []]);
    gate.open();
    await ahead;
    for (const session of sessions) expect(await session.person.step()).toMatch(/^upload-front-/);
    expect(await facing.person.step()).toBe('selfie-1');
    expect((await person.upload('front', passport)).heading).toBe('Checking your document');
  });

  it('accepts a picture sent again, even if the first is found to be broken off only afterwards', async () => {
    const session = await agreed(acme);
    const gate = new Gate();
    const ahead = occupy(gate);
    const first = sendPhoto(session, { bytes: passport });
    await until('it is admitted', () => photos().load.works === 1);
    const second = session.person.upload('front', passport);
    const { uploads } = test.app.get(DocumentUploads, { strict: false });
    await until('the second one waits', () => uploads['sessions'].load.works === 2);
    expect((await session.person.upload('front', passport)).heading).toContain('passport’s photo page');

    first.breakOff();
    gate.open();
    await ahead;
    expect((await second).heading).toBe('Checking your document');
    expect((await session.audit()).filter((type) => type === 'image_received')).toHaveLength(1);
  });

  it.each<[string, () => Promise<[BrokenUpload, Admission, Gate, Promise<unknown>]>]>([
    [
      'of signatures',
      async () => {
        const [visitor] = (await sendRequest(test, acme, 'self_signed')).visitors;
        const gate = new Gate();
        const read = () => gate.pass().then(() => textPdf());
        const ahead = test.app
          .get(PdfService, { strict: false })
          .extractText(read, { tenant: acme.organizationId });
        const form = { field: 'picture', bytes: await photoOfSignature() };
        const admission = test.app.get(ConsentController, { strict: false })['admission'];
        return [begin(`${test.url}/sign/${visitor!.token}/picture`, form), admission, gate, ahead];
      },
    ],
    [
      'of brands',
      async () => {
        const member = await signedIn(test, acme);
        const gate = new Gate();
        const pool = test.app.get(LogoEncoder, { strict: false })['pool'];
        const read = () => gate.pass().then(() => ({ image: passport }));
        const limits = { timeoutMs: 10_000, maxResidentMb: 512 };
        const ahead = pool.run(read, limits, { tenant: other.organizationId });
        const formToken = formTokenIn(await member.get('settings'))!;
        const form = { fields: { formToken }, bytes: passport, headers: { cookie: member.cookie } };
        const admission = test.app.get(BrandForms, { strict: false })['admission'];
        return [begin(`${test.url}/dashboard/settings`, form), admission, gate, ahead];
      },
    ],
  ])('releases pictures %s, held in memory, with their client', async (_kind, send) => {
    const [client, admission, gate, ahead] = await send();
    await until('it is admitted', () => admission.load.works === 1);
    expect(admission.load.bytes).toBeGreaterThan(0);
    client.breakOff();
    await until('it is dropped', () => admission.load.works === 0);
    gate.open();
    await ahead;
  });
});
