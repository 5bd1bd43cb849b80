import sharp from 'sharp';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { VerificationAuditEvent } from '../../src/identity-verifications/verification-audit-event.entity.js';
import { VerificationImage } from '../../src/identity-verifications/verification-image.entity.js';
import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { renderPassport } from '../support/passport-renderer.js';
import { Person, type SeenPage } from '../support/person.js';
import { until } from '../support/until.js';

const PATH = '/api/v1/identity-verifications';
const FULL = {
  email: 'anna@example.com',
  firstName: 'Anna Maria',
  lastName: 'Eriksson',
  documentType: 'passport',
  verificationMethod: 'document',
  redirectUrl: 'https://shop.test/back?cart=7',
};
const NOTHING_READ = {
  firstName: null,
  lastName: null,
  dateOfBirth: null,
  documentNumber: null,
  expiryDate: null,
  nationality: null,
  issuingCountry: null,
};

interface Session {
  id: number;
  person: Person;
}

describe('hosted verifications', () => {
  let app: TestApp;
  let acme: TestOrganization;
  let passport: Buffer;
  let blurred: Buffer;

  beforeAll(async () => {
    app = await startTestApp();
    acme = await app.createOrganization({ name: 'Acme & Söhne' });
    passport = await renderPassport({}, { background: 'desk' });
    blurred = await renderPassport({}, { blur: 9 });
  });
  afterAll(() => app?.close());

  async function begin(changes: object = {}): Promise<Session> {
    const { status, body } = await acme.api.post(PATH, { ...FULL, ...changes });
    expect(status).toBe(201);
    const sessionUrl = body.sessionUrl ?? `${app.settings.publicUrl}/verify/${body.token}`;
    return { id: body.id, person: new Person(sessionUrl, () => isChecking(body.id)) };
  }

  const isChecking = (verificationId: number) =>
    app.dataSource.manager.existsBy(VerificationImage, { verificationId, analysis: 'waiting' });

  const beginShort = () =>
    begin({
      ...Object.fromEntries(Object.keys(FULL).map((key) => [key, undefined])),
      email: 'anna@example.com',
      name: 'Anna Maria Eriksson',
      callbackUrl: 'https://shop.test/callback',
    });

  const read = async ({ id }: Session) => (await acme.api.get(`${PATH}/${id}`)).body;
  const report = ({ id }: Session) => acme.api.get(`${PATH}/${id}/document-report`);
  const eventsOf = async (session: Session) =>
    (await read(session)).events.map(({ type }: { type: string }) =>
      type.replace('identity_verification.', ''),
    );
  const auditOf = async ({ id: verificationId }: Session) =>
    (
      await app.dataSource.manager.find(VerificationAuditEvent, {
        where: { verificationId },
        order: { id: 'ASC' },
      })
    ).map(({ type }) => type);

  /** From the first look to the page after the checks of one photo. */
  async function sendPhoto({ person }: Session, photo: Buffer): Promise<SeenPage> {
    await person.agree();
    await person.upload('front', photo);
    return person.afterChecking();
  }

  describe('a passport', () => {
    test('in order is approved, and the person is sent back', async () => {
      const session = await begin();
      expect((await session.person.look()).heading).toBe(
        'Acme &amp; Söhne asks you to confirm your identity',
      );
      expect(await read(session)).toMatchObject({ status: 'in_progress' });
      expect((await session.person.post('/start')).heading).toContain('passport’s photo page');
      expect((await session.person.upload('front', passport)).heading).toBe('Checking your document');
      const result = await session.person.afterChecking();
      expect(result.heading).toBe('Your identity is confirmed');

      const verification = await read(session);
      expect(verification).toMatchObject({ status: 'completed', sessionUrl: null });
      expect(await eventsOf(session)).toEqual(['created', 'started', 'document_uploaded', 'completed']);
      const back = `https://shop.test/back?cart=7&amp;sessionId=${verification.sessionId}&amp;status=approved`;
      expect(result.html).toContain(`href="${back.replaceAll('=', '&#x3D;')}"`);
      expect((await report(session)).body).toEqual({
        verificationId: session.id,
        result: 'approved',
        documentType: 'passport',
        matchScore: 1,
        extractedData: {
          firstName: 'ANNA MARIA',
          lastName: 'ERIKSSON',
          dateOfBirth: '1974-08-12',
          documentNumber: 'L898902C3',
          expiryDate: '2038-04-15',
          nationality: null,
          issuingCountry: 'UTO',
        },
        livenessResult: null,
        completedAt: expect.stringMatching(/Z$/),
        checks: expect.arrayContaining([
          expect.objectContaining({ id: 'name_match', outcome: 'clear', score: 1 }),
        ]),
        reasons: [],
      });
    });

    test('that has expired is rejected', async () => {
      const session = await begin();
      const expired = await renderPassport({ expiryDate: '2019-04-15' });
      expect((await sendPhoto(session, expired)).html).toContain('The document has expired.');
      expect(await eventsOf(session)).toEqual(['created', 'started', 'document_uploaded', 'failed']);
      expect(await read(session)).toMatchObject({ status: 'failed', sessionUrl: null });
      expect((await report(session)).body).toMatchObject({
        result: 'rejected',
        reasons: ['document_expired'],
      });
    });

    test('of another name waits for a human, as failed, and tells nobody yet', async () => {
      const session = await begin({ firstName: 'John', lastName: 'Smith' });
      const page = await sendPhoto(session, passport);
      expect(page.heading).toBe('A person will look at this');
      expect(page.html).toContain('status&#x3D;failed');
      expect(await read(session)).toMatchObject({ status: 'failed' });
      expect(await eventsOf(session)).toEqual(['created', 'started', 'document_uploaded']);
      expect((await report(session)).body).toMatchObject({
        result: 'manual_review',
        matchScore: 0,
        reasons: ['name_differs'],
      });
    });

    test('turned by its EXIF orientation is read', async () => {
      const session = await begin();
      const turned = await sharp(passport).rotate(90).withMetadata({ orientation: 8 }).jpeg().toBuffer();
      expect((await sendPhoto(session, turned)).heading).toBe('Your identity is confirmed');
    });

    test('whose data contradict themselves is never offered a retake', async () => {
      const session = await begin();
      const altered = await renderPassport({ breakCheckDigit: 'expiryDate' });
      expect((await sendPhoto(session, altered)).heading).toBe('A person will look at this');
      expect((await report(session)).body).toMatchObject({
        result: 'manual_review',
        extractedData: NOTHING_READ,
        reasons: ['document_contradictory'],
      });
    });
  });

  describe('retakes', () => {
    test('a blurred photo may be taken again, and the document is uploaded once', async () => {
      const session = await begin();
      const again = await sendPhoto(session, blurred);
      expect(again.heading).toContain('passport’s photo page');
      expect(again.html).toContain('too blurred to read');
      expect(await read(session)).toMatchObject({ status: 'in_progress' });

      await session.person.upload('front', passport);
      expect((await session.person.afterChecking()).heading).toBe('Your identity is confirmed');
      expect(await eventsOf(session)).toEqual(['created', 'started', 'document_uploaded', 'completed']);
      expect(await auditOf(session)).toEqual([
        'consented',
        'image_received',
        'retake_requested',
        'image_received',
        'image_accepted',
        'decided',
      ]);
    });

    test('after the third the decision is made on what there is', async () => {
      const session = await begin();
      await session.person.agree();
      for (let attempt = 1; attempt <= 4; attempt++) {
        await session.person.upload(
          'front',
          await sharp(blurred)
            .jpeg({ quality: 80 + attempt })
            .toBuffer(),
        );
        expect((await session.person.afterChecking()).heading).toBe(
          attempt < 4 ? 'Photograph your passport’s photo page' : 'A person will look at this',
        );
      }
      expect((await report(session)).body).toMatchObject({
        result: 'manual_review',
        reasons: ['document_unreadable'],
      });
    });

    test('another document than the one asked for is rejected after them', async () => {
      const session = await begin({ documentType: 'id_card' });
      await session.person.agree();
      for (let attempt = 1; attempt <= 4; attempt++) {
        await session.person.upload(
          'front',
          await sharp(passport)
            .jpeg({ quality: 80 + attempt })
            .toBuffer(),
        );
        const page = await session.person.afterChecking();
        if (attempt < 4) expect(page.html).toContain('Please photograph this one: Identity card.');
      }
      expect((await report(session)).body).toMatchObject({
        result: 'rejected',
        reasons: ['document_type_mismatch'],
      });
    });
  });

  describe('uploads', () => {
    test('what is no usable picture is told at once, kept nowhere, and counts as no photo', async () => {
      const session = await begin();
      await session.person.agree();
      const keptBefore = await storedFiles();
      const files: [Buffer | null, string][] = [
        [null, 'Please take or choose a photo first.'],
        [Buffer.from('%PDF-1.7 not a picture'), 'not a picture that we can open'],
        [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"/>'), 'choose a photo'],
        [await sharp(passport).gif().toBuffer(), 'We cannot read this kind of file'],
        [passport.subarray(0, passport.length / 2), 'did not arrive whole'],
        [await sharp(passport).resize(200).jpeg().toBuffer(), 'too small to read'],
        [Buffer.alloc(15 * 1024 * 1024 + 1, 1), 'larger than 15 MB'],
      ];
      for (const [bytes, words] of files) {
        const page = await session.person.upload('front', bytes);
        expect(page.html).toContain(words);
        expect(page.status).toBe(400);
      }
      expect(await storedFiles()).toEqual(keptBefore);
      expect(await eventsOf(session)).toEqual(['created', 'started']);
      expect(await session.person.step()).toBe('upload');
    });

    test.each(['png', 'webp'] as const)('%s is taken', async (format) => {
      const session = await begin();
      expect((await sendPhoto(session, await sharp(passport).toFormat(format).toBuffer())).heading).toBe(
        'Your identity is confirmed',
      );
    });

    test('the same press twice, and a second photo while the first is checked, count once', async () => {
      const session = await begin();
      await session.person.agree();
      const other = await renderPassport({ surname: 'Nilsson' });
      const pages = await Promise.all([
        session.person.upload('front', passport),
        session.person.upload('front', passport),
      ]);
      const late = await session.person.upload('front', other);
      expect((await session.person.afterChecking()).heading).toBe('Your identity is confirmed');
      expect([...pages, late].map(({ status }) => status)).toEqual([200, 200, 200]);
      expect((await auditOf(session)).filter((type) => type === 'image_received')).toHaveLength(1);
    });

    test('the same photo again is not taken for another one', async () => {
      const session = await begin();
      await sendPhoto(session, blurred);
      expect((await session.person.upload('front', blurred)).html).toContain(
        'This is the same photo as before.',
      );
      expect(await session.person.step()).toBe('upload');
    });

    test('nothing is taken before the person agrees, nor a side that is not due', async () => {
      const session = await begin();
      expect((await session.person.upload('front', passport)).heading).toContain('asks you to confirm');
      await session.person.post('/start');
      expect((await session.person.upload('back', passport)).heading).toContain('photo page');
      expect(await eventsOf(session)).toEqual(['created', 'started']);
    });

    test('files are encrypted at rest', async () => {
      const session = await begin();
      await sendPhoto(session, passport);
      const { storage_key: key } = await one(
        'select storage_key from identity_verification_images where verification_id = $1',
        session.id,
      );
      const { readFile } = await import('node:fs/promises');
      const stored = await readFile(join(app.settings.dataDir, 'files', key as string));
      expect(stored.includes(passport.subarray(0, 64))).toBe(false);
    });
  });

  describe('other documents and methods', () => {
    test('the short form: the person picks the document, sends both sides, and a human decides', async () => {
      const session = await beginShort();
      expect((await session.person.agree()).heading).toBe('Which document do you have at hand?');
      const empty = await session.person.post('/document-type', { documentType: 'visa' });
      expect(empty).toMatchObject({ status: 400, heading: 'Which document do you have at hand?' });
      await session.person.post('/document-type', { documentType: 'passport' });
      const front = await session.person.post('/document-type', { documentType: 'drivers_license' });
      expect(front.heading).toBe('Photograph the front of your driving licence');
      const card = await renderPassport({ withoutMrz: true });
      await session.person.upload('front', card);
      expect((await session.person.afterChecking()).heading).toBe('Now the back of your driving licence');
      await session.person.upload('back', card);
      const result = await session.person.afterChecking();
      expect(result.heading).toBe('A person will look at this');

      expect(await eventsOf(session)).toEqual(['created', 'started', 'document_uploaded']);
      const { sessionId, documentType } = await read(session);
      expect(documentType).toBe('drivers_license');
      expect(result.html).toContain(`callback?sessionId&#x3D;${sessionId}&amp;status&#x3D;failed`);
      expect((await report(session)).body).toMatchObject({
        result: 'manual_review',
        documentType: 'drivers_license',
        matchScore: 0,
        extractedData: NOTHING_READ,
        livenessResult: null,
        reasons: ['document_type_unsupported', 'face_not_checked', 'liveness_not_checked'],
      });
    });

    test('combined reads the passport, checks no face and pretends none', async () => {
      const session = await begin({ verificationMethod: 'combined' });
      expect((await sendPhoto(session, passport)).heading).toBe('A person will look at this');
      const { body } = await report(session);
      expect(body).toMatchObject({
        result: 'manual_review',
        matchScore: 1,
        livenessResult: null,
        reasons: ['face_not_checked', 'liveness_not_checked'],
        extractedData: { lastName: 'ERIKSSON' },
      });
      const unseen = body.checks.filter(({ outcome }: { outcome: string }) => outcome === 'not_run');
      expect(unseen.map(({ id, score }: { id: string; score: unknown }) => [id, score])).toEqual([
        ['face_match', null],
        ['liveness', null],
      ]);
    });

    test('liveness alone asks for consent, and then a human', async () => {
      const session = await begin({ verificationMethod: 'liveness' });
      expect((await session.person.look()).html).toContain('a person will decide');
      expect((await session.person.post('/start')).heading).toBe('A person will look at this');
      expect(await eventsOf(session)).toEqual(['created', 'started']);
      expect((await report(session)).body).toMatchObject({
        result: 'manual_review',
        matchScore: 0,
        extractedData: NOTHING_READ,
        livenessResult: null,
      });
    });
  });

  describe('leaving and returning', () => {
    test('cancelling asks once more, and ends it', async () => {
      const session = await begin();
      await session.person.agree();
      expect((await session.person.look('/cancel')).heading).toBe('Do you want to stop?');
      expect(await session.person.step()).toBe('upload');
      const page = await session.person.post('/cancel');
      expect(page.heading).toBe('You stopped here');
      expect(page.html).toContain('status&#x3D;failed');
      expect(await eventsOf(session)).toEqual(['created', 'started', 'failed']);
      expect((await report(session)).body).toMatchObject({
        result: 'rejected',
        documentType: 'passport',
        matchScore: 0,
        extractedData: NOTHING_READ,
        checks: [],
        reasons: ['cancelled_by_user'],
      });
      expect((await session.person.post('/cancel')).heading).toBe('You stopped here');
      expect((await session.person.upload('front', passport)).heading).toBe('You stopped here');
      expect(await eventsOf(session)).toEqual(['created', 'started', 'failed']);
    });

    test('cancelling while the photo is checked holds against the check', async () => {
      const session = await begin();
      await session.person.agree();
      await session.person.upload('front', passport);
      await session.person.post('/cancel');
      await until('the check has run', async () => {
        const { count } = await one(
          "select count(*) from jobs where kind = 'verification.analyze' and (payload->>'verificationId')::int = $1",
          session.id,
        );
        return count === 0;
      });
      expect((await eventsOf(session)).at(-1)).toBe('failed');
      expect((await report(session)).body.reasons).toEqual(['cancelled_by_user']);
    });

    test('programs that look do not open a session; a person does, once', async () => {
      const session = await begin();
      const automatic = [
        { 'user-agent': 'Slackbot-LinkExpanding 1.0' },
        { 'user-agent': 'facebookexternalhit/1.1' },
        { 'user-agent': 'WhatsApp/2.23' },
        { 'sec-purpose': 'prefetch;prerender' },
        { purpose: 'prefetch' },
      ];
      for (const headers of automatic)
        expect((await session.person.look('', headers as never)).status).toBe(200);
      await fetch(session.person.sessionUrl, { method: 'HEAD' });
      expect(await read(session)).toMatchObject({ status: 'pending' });
      await Promise.all([session.person.look(), session.person.look(), session.person.post('/start')]);
      expect(await eventsOf(session)).toEqual(['created', 'started']);
    });

    test('an unknown link, and one that is none, are a page without a word about why', async () => {
      for (const token of ['0'.repeat(64), 'short', 'A'.repeat(64)]) {
        const page = await new Person(`${app.url}/verify/${token}`).look();
        expect(page).toMatchObject({ status: 404, heading: 'This link does not work' });
      }
    });

    test('pages speak Spanish, are never cached, and send no referrer', async () => {
      const { person } = await begin();
      const page = await person.look('', { 'accept-language': 'es-ES,es;q=0.9' });
      expect(page.heading).toBe('Acme &amp; Söhne le pide que confirme su identidad');
      expect(page.headers.get('cache-control')).toBe('no-store');
      expect(page.headers.get('referrer-policy')).toBe('no-referrer');
      expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    });
  });

  async function storedFiles(): Promise<string[]> {
    const folder = join(app.settings.dataDir, 'files', String(acme.organizationId));
    return (await readdir(folder).catch(() => [])).sort();
  }

  async function one(sql: string, ...values: unknown[]): Promise<Record<string, unknown>> {
    return (await app.dataSource.query<Record<string, unknown>[]>(sql, values))[0]!;
  }
});
