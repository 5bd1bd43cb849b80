import { DocumentAnalysisService } from '../../src/identity-documents/document-analysis.service.js';
import { type SharedTestApp, sharedTestApp, type TestOrganization } from '../support/app.js';
import { signedIn } from '../support/dashboard-member.js';
import { Gate } from '../support/gate.js';
import { inDepth } from '../support/in-depth.js';
import { renderPassport } from '../support/passport-renderer.js';
import { Person } from '../support/person.js';
import { until } from '../support/until.js';
import { beginShortVerification, beginVerification, NOTHING_READ } from '../support/verifications.js';

describe('hosted verifications', () => {
  let app: SharedTestApp;
  let acme: TestOrganization;
  let passport: Buffer;

  beforeAll(async () => {
    app = await sharedTestApp();
    acme = await app.createOrganization({ name: 'Acme & Söhne' });
    await signedIn(app, acme, 'reviewer');
    passport = await renderPassport({}, { background: 'desk' });
  });

  describe('other documents and methods', () => {
    inDepth(
      'short form: the person chooses the document, sends both sides, and a reviewer decides',
      async () => {
        const session = await beginShortVerification(app, acme);
        expect((await session.person.agree()).heading).toBe('Which document do you have with you?');
        const empty = await session.person.post('/document-type', { documentType: 'visa' });
        expect(empty).toMatchObject({ status: 400, heading: 'Which document do you have with you?' });
        await session.person.post('/document-type', { documentType: 'passport' });
        const front = await session.person.post('/document-type', { documentType: 'drivers_license' });
        expect(front.heading).toBe('Photograph the front of your driving licence');
        const card = await renderPassport({ withoutMrz: true }, { pageWidth: 1000 });
        await session.person.upload('front', card);
        expect((await session.person.afterChecking()).heading).toBe('Now the back of your driving licence');
        await session.person.upload('back', card);
        expect((await session.person.afterChecking()).heading).toBe('Now look into the camera');
        const result = await session.person.askHuman();
        expect(result.heading).toBe('A person will review this');

        expect(await session.events()).toEqual(['created', 'started', 'document_uploaded']);
        const { sessionId, documentType } = await session.read();
        expect(documentType).toBe('drivers_license');
        expect(result.html).toContain(`callback?sessionId&#x3D;${sessionId}&amp;status&#x3D;failed`);
        expect((await session.report()).body).toMatchObject({
          result: 'manual_review',
          documentType: 'drivers_license',
          matchScore: 0,
          extractedData: { lastName: 'ERIKSSON', issuingCountry: null },
          livenessResult: null,
          reasons: expect.arrayContaining(['human_requested', 'document_unreadable', 'liveness_not_checked']),
        });
      },
      120_000,
    );

    test('counts the same number of steps before and after the document is chosen, and ends where it is cancelled', async () => {
      const { person } = await beginShortVerification(app, acme);
      const pages = [
        await person.look(),
        await person.agree(),
        await person.post('/document-type', { documentType: 'id_card' }),
        await person.look('/document-type'),
      ];
      const steps = pages.map(({ html }) => /Step \d of \d/.exec(html)?.[0]);
      expect(steps).toEqual(['Step 1 of 4', 'Step 2 of 4', 'Step 3 of 4', 'Step 2 of 4']);
      const cancelled = await person.post('/cancel');
      expect(cancelled.html).toContain('Go back now');
      expect(cancelled.html).not.toContain('http-equiv="refresh"');
    });

    test.each([
      ['document', 'Step 1 of 3'],
      ['combined', 'Step 1 of 3'],
      ['liveness', 'Step 1 of 2'],
    ])('counts the steps of a full form for %s', async (verificationMethod, step) => {
      const { person } = await beginVerification(app, acme, { verificationMethod });
      expect((await person.look()).html).toContain(step);
    });

    test('the combined method reads the passport, and the checks do not approve a person who asks for a review', async () => {
      const session = await beginVerification(app, acme, { verificationMethod: 'combined' });
      expect((await session.sendPhoto(passport)).heading).toBe('Now look into the camera');
      expect((await session.person.askHuman()).heading).toBe('A person will review this');
      const { body } = await session.report();
      expect(body).toMatchObject({
        result: 'manual_review',
        matchScore: 1,
        livenessResult: null,
        reasons: expect.arrayContaining(['human_requested', 'liveness_not_checked']),
        extractedData: { lastName: 'ERIKSSON' },
      });
      const unseen = body.checks.filter(({ outcome }: { outcome: string }) => outcome === 'not_run');
      expect(unseen.map(({ id }: { id: string }) => id)).toEqual(expect.arrayContaining(['liveness']));
    });

    test('the liveness method asks for consent and the camera, or offers a review', async () => {
      const session = await beginVerification(app, acme, { verificationMethod: 'liveness' });
      expect((await session.person.look()).html).toContain('turn your head when asked');
      expect((await session.person.post('/start')).heading).toBe('Now look into the camera');
      expect(await session.person.step()).toBe('selfie-1');
      expect((await session.person.askHuman()).heading).toBe('A person will review this');
      expect(await session.events()).toEqual(['created', 'started']);
      expect((await session.report()).body).toMatchObject({
        result: 'manual_review',
        matchScore: 0,
        extractedData: NOTHING_READ,
        livenessResult: null,
      });
    });
  });

  describe('leaving and returning', () => {
    test('cancelling asks for confirmation and ends the verification', async () => {
      const session = await beginVerification(app, acme);
      await session.person.agree();
      expect((await session.person.look('/cancel')).heading).toBe('Do you want to stop?');
      expect(await session.person.step()).toBe('upload-front-1');
      const page = await session.person.post('/cancel');
      expect(page.heading).toBe('You stopped the check');
      expect(page.html).toContain('status&#x3D;failed');
      expect(await session.events()).toEqual(['created', 'started', 'failed']);
      expect((await session.report()).body).toMatchObject({
        result: 'rejected',
        documentType: 'passport',
        matchScore: 0,
        extractedData: NOTHING_READ,
        checks: [],
        reasons: expect.arrayContaining(['cancelled_by_user']),
      });
      expect((await session.person.post('/cancel')).heading).toBe('You stopped the check');
      expect((await session.person.upload('front', passport)).heading).toBe('You stopped the check');
      expect(await session.events()).toEqual(['created', 'started', 'failed']);
    });

    test('cancelling while the photo is checked overrides the check', async () => {
      const session = await beginVerification(app, acme);
      await session.person.agree();
      const gate = new Gate();
      const analysis = app.app.get(DocumentAnalysisService, { strict: false });
      const { analyzeDocument } = analysis;
      analysis.analyzeDocument = async (...question) => {
        await gate.pass();
        return analyzeDocument.apply(analysis, question);
      };
      try {
        await session.person.upload('front', passport);
        await until('the photo is being checked', () => gate.entered === 1);
        await session.person.post('/cancel');
      } finally {
        gate.open();
        analysis.analyzeDocument = analyzeDocument;
      }
      await session.untilDone('verification.analyze');
      expect((await session.events()).at(-1)).toBe('failed');
      expect((await session.report()).body.reasons).toEqual(['cancelled_by_user']);
    });

    test('opens a session for a person, once, and not for programs', async () => {
      const session = await beginVerification(app, acme);
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
      expect(await session.read()).toMatchObject({ status: 'pending' });
      await Promise.all([session.person.look(), session.person.look(), session.person.post('/start')]);
      expect(await session.events()).toEqual(['created', 'started']);
    });

    test('unknown and malformed links show the same page', async () => {
      for (const token of ['0'.repeat(64), 'short', 'A'.repeat(64)]) {
        const page = await new Person(`${app.url}/verify/${token}`).look();
        expect(page).toMatchObject({ status: 404, heading: 'This link does not work' });
      }
    });

    test('pages speak Spanish, are never cached, and send no referrer', async () => {
      const { person } = await beginVerification(app, acme);
      const page = await person.look('', { 'accept-language': 'es-ES,es;q=0.9' });
      expect(page.heading).toBe('Acme &amp; Söhne le pide que confirme su identidad');
      expect(page.headers.get('cache-control')).toBe('no-store');
      expect(page.headers.get('referrer-policy')).toBe('no-referrer');
      expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    });
  });
});
