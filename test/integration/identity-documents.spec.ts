import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { VerificationImage } from '../../src/identity-verifications/verification-image.entity.js';
import { type SharedTestApp, sharedTestApp, type TestOrganization } from '../support/app.js';
import { signedIn } from '../support/dashboard-member.js';
import { inDepth } from '../support/in-depth.js';
import { renderPassport } from '../support/passport-renderer.js';
import { beginVerification, NOTHING_READ } from '../support/verifications.js';

describe('documents in the hosted flow', () => {
  let app: SharedTestApp;
  let acme: TestOrganization;
  let passport: Buffer;
  let blurred: Buffer;

  beforeAll(async () => {
    app = await sharedTestApp();
    acme = await app.createOrganization({ name: 'Acme & Söhne' });
    await signedIn(app, acme, 'reviewer');
    passport = await renderPassport({}, { background: 'desk' });
    blurred = await renderPassport({}, { blur: 9 });
  });

  /** Another photo of it, because the same photo is refused. */
  const blurredAgain = (attempt: number) =>
    sharp(blurred)
      .jpeg({ quality: 80 + attempt })
      .toBuffer();

  describe('a passport', () => {
    it('approves a valid passport, and sends the person back', async () => {
      const session = await beginVerification(app, acme);
      expect((await session.person.look()).heading).toBe(
        'Acme &amp; Söhne has asked you to confirm your identity',
      );
      expect(await session.read()).toMatchObject({ status: 'in_progress' });
      expect((await session.person.post('/start')).heading).toContain('passport’s photo page');
      expect((await session.person.upload('front', passport)).heading).toBe('Checking your document');
      const result = await session.person.afterChecking();
      expect(result.heading).toBe('Your identity is confirmed');

      const verification = await session.read();
      expect(verification).toMatchObject({ status: 'completed', sessionUrl: null });
      expect(await session.events()).toEqual(['created', 'started', 'document_uploaded', 'completed']);
      const back = `https://shop.test/back?cart=7&amp;sessionId=${verification.sessionId}&amp;status=approved`;
      expect(result.html).toContain(`href="${back.replaceAll('=', '&#x3D;')}"`);
      expect((await session.report()).body).toEqual({
        verificationId: session.id,
        result: 'approved',
        documentType: 'passport',
        matchScore: 1,
        matchedBy: 'name',
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
        reasons: ['holder_not_matched'],
      });
    });

    test('rejects an expired passport', async () => {
      const session = await beginVerification(app, acme);
      const expired = await renderPassport({ expiryDate: '2019-04-15' });
      expect((await session.sendPhoto(expired)).html).toContain('Your document has expired.');
      expect(await session.events()).toEqual(['created', 'started', 'document_uploaded', 'failed']);
      expect(await session.read()).toMatchObject({ status: 'failed', sessionUrl: null });
      expect((await session.report()).body).toMatchObject({
        result: 'rejected',
        reasons: expect.arrayContaining(['document_expired']),
      });
    });

    test('sends a passport with another name to a reviewer, as failed, without an event yet', async () => {
      const session = await beginVerification(app, acme, { firstName: 'John', lastName: 'Smith' });
      const page = await session.sendPhoto(passport);
      expect(page.heading).toBe('A person will review this');
      expect(page.html).toContain('status&#x3D;failed');
      expect(await session.read()).toMatchObject({ status: 'failed' });
      expect(await session.events()).toEqual(['created', 'started', 'document_uploaded']);
      expect((await session.report()).body).toMatchObject({
        result: 'manual_review',
        matchScore: 0,
        reasons: expect.arrayContaining(['name_differs']),
      });
    });

    test('offers no retake for a passport that contradicts itself', async () => {
      const session = await beginVerification(app, acme);
      const altered = await renderPassport({ breakCheckDigit: 'expiryDate' });
      expect((await session.sendPhoto(altered)).heading).toBe('A person will review this');
      expect((await session.report()).body).toMatchObject({
        result: 'manual_review',
        extractedData: NOTHING_READ,
        reasons: expect.arrayContaining(['document_contradictory']),
      });
    });
  });

  describe('retakes', () => {
    inDepth('allows a retake of a blurred photo, with one upload event', async () => {
      const session = await beginVerification(app, acme);
      const again = await session.sendPhoto(blurred);
      expect(again.heading).toContain('passport’s photo page');
      expect(again.html).toContain('too blurred to read');
      expect(await session.read()).toMatchObject({ status: 'in_progress' });

      await session.person.upload('front', passport);
      expect((await session.person.afterChecking()).heading).toBe('Your identity is confirmed');
      expect(await session.events()).toEqual(['created', 'started', 'document_uploaded', 'completed']);
      expect(await session.audit()).toEqual([
        'consented',
        'image_received',
        'retake_requested',
        'image_received',
        'image_accepted',
        'decided',
      ]);
    });

    inDepth('decides on the last photo after the third retake', async () => {
      const session = await beginVerification(app, acme);
      await session.person.agree();
      for (let attempt = 1; attempt <= 4; attempt++) {
        await session.person.upload('front', await blurredAgain(attempt));
        expect((await session.person.afterChecking()).heading).toBe(
          attempt < 4 ? 'Photograph your passport’s photo page' : 'A person will review this',
        );
      }
      expect((await session.report()).body).toMatchObject({
        result: 'manual_review',
        reasons: expect.arrayContaining(['document_unreadable']),
      });
    });

    inDepth('rejects a document of the wrong type after the retakes', async () => {
      const session = await beginVerification(app, acme, { documentType: 'id_card' });
      await session.person.agree();
      await session.person.upload('front', passport);
      expect((await session.person.afterChecking()).html).toContain(
        'Please photograph this one: Identity card.',
      );
      for (let attempt = 2; attempt <= 3; attempt++) {
        await session.person.upload('front', await blurredAgain(attempt));
        expect((await session.person.afterChecking()).html).toContain('too blurred to read');
      }
      await session.person.upload('front', await sharp(passport).jpeg({ quality: 84 }).toBuffer());
      await session.person.afterChecking();
      expect((await session.report()).body).toMatchObject({
        result: 'rejected',
        reasons: expect.arrayContaining(['document_type_mismatch']),
      });
    });
  });

  describe('uploads', () => {
    inDepth('refuses an unusable picture at once, without storing or counting it', async () => {
      const session = await beginVerification(app, acme);
      await session.person.agree();
      const keptBefore = await storedFiles();
      const files: [Buffer | null, string][] = [
        [null, 'Take or choose a photo first.'],
        [Buffer.from('%PDF-1.7 not a picture'), 'cannot open this file as a picture'],
        [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"/>'), 'choose a photo'],
        [await sharp(passport).gif().toBuffer(), 'We cannot read this type of file'],
        [passport.subarray(0, passport.length / 2), 'did not arrive in full'],
        [await sharp(passport).resize(150).jpeg().toBuffer(), 'too small to read'],
        [Buffer.alloc(15 * 1024 * 1024 + 1, 1), 'larger than 15 MB'],
      ];
      for (const [bytes, words] of files) {
        const page = await session.person.upload('front', bytes);
        expect(page.html).toContain(words);
        expect(page.status).toBe(400);
      }
      expect(await storedFiles()).toEqual(keptBefore);
      expect(await session.events()).toEqual(['created', 'started']);
      expect(await session.person.step()).toMatch(/^upload-front-/);
    });

    inDepth('accepts a picture of another format, in its EXIF orientation', async () => {
      const session = await beginVerification(app, acme);
      const turned = await sharp(passport).rotate(90).withMetadata({ orientation: 8 }).webp().toBuffer();
      expect((await session.sendPhoto(turned)).heading).toBe('Your identity is confirmed');
    });

    test('counts a double click and a second photo during the check once', async () => {
      const session = await beginVerification(app, acme);
      await session.person.agree();
      const other = await renderPassport({ surname: 'Nilsson' });
      const pages = await Promise.all([
        session.person.upload('front', passport),
        session.person.upload('front', passport),
      ]);
      const late = await session.person.upload('front', other);
      expect((await session.person.afterChecking()).heading).toBe('Your identity is confirmed');
      expect([...pages, late].map(({ status }) => status)).toEqual([200, 200, 200]);
      expect((await session.audit()).filter((type) => type === 'image_received')).toHaveLength(1);
    });

    test('refuses the same photo again', async () => {
      const session = await beginVerification(app, acme);
      await session.sendPhoto(blurred);
      expect((await session.person.upload('front', blurred)).html).toContain(
        'This is the same photo as before.',
      );
      expect(await session.person.step()).toMatch(/^upload-front-/);
    });

    test('accepts nothing before consent, nor a side that is not due', async () => {
      const session = await beginVerification(app, acme);
      expect((await session.person.upload('front', passport)).heading).toContain('has asked you to confirm');
      await session.person.post('/start');
      expect((await session.person.upload('back', passport)).heading).toContain('photo page');
      expect(await session.events()).toEqual(['created', 'started']);
    });

    test('reads a body only if a photo is due', async () => {
      const nobody = `${new URL((await beginVerification(app, acme)).person.sessionUrl).origin}/verify/${'a'.repeat(64)}`;
      const form = () => {
        const body = new FormData();
        body.append('file', new Blob([new Uint8Array(16 * 1024 * 1024)]), 'photo');
        return body;
      };
      expect((await fetch(`${nobody}/front`, { method: 'POST', body: form() })).status).toBe(404);
      const session = await beginVerification(app, acme);
      await session.person.look();
      const early = await fetch(`${session.person.sessionUrl}/front`, {
        method: 'POST',
        body: form(),
        redirect: 'manual',
      });
      expect(early.status).toBe(303);
    });

    test('encrypts files at rest', async () => {
      const session = await beginVerification(app, acme);
      await session.sendPhoto(passport);
      const where = { verificationId: session.id };
      const { storageKey } = await app.dataSource.manager.findOneByOrFail(VerificationImage, where);
      const stored = await readFile(join(app.settings.dataDir, 'files', storageKey!));
      expect(stored.includes(passport.subarray(0, 64))).toBe(false);
    });
  });

  async function storedFiles(): Promise<string[]> {
    const folder = join(app.settings.dataDir, 'files', String(acme.organizationId));
    return (await readdir(folder).catch(() => [])).sort();
  }
});
