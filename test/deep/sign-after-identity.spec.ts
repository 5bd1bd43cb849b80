import { createHash } from 'node:crypto';
import { verifyChain } from '../../src/audit-chain/audit-chain.js';
import { readEvidence } from '../../src/audit-chain/read-evidence.js';
import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { inspect, openPage, PHONE, takePicture } from '../support/browser.js';
import { CameraPerson } from '../support/camera-person.js';
import { actsWithAddress } from '../support/certificate-acts.js';
import { Mailbox } from '../support/mailbox.js';
import { textPdf } from '../support/pdf-samples.js';
import { signInDocument } from '../support/signing-browser.js';
import { sendPdf } from '../support/signing-requests.js';
import { until } from '../support/until.js';
import { attachedFile, pdfsig, pdfText } from '../support/validators.js';
import { VERIFICATIONS } from '../support/verifications.js';

const EMAIL = 'anna@signers.test';

describe('signing after an identity check with a camera', () => {
  let test: TestApp;
  let acme: TestOrganization;
  let mailbox: Mailbox;
  let person: CameraPerson;

  beforeAll(async () => {
    mailbox = await Mailbox.start();
    test = await startTestApp({ smtpUrl: mailbox.url });
    acme = await test.createOrganization({ name: 'Hearth & Sons' });
    person = await CameraPerson.appear(test);
  }, 120_000);
  afterAll(async () => {
    await person.leave();
    await test.close();
    await mailbox.stop();
  });

  it('leads from the mail to the check and back, and ends with a signature under the verified name', async () => {
    const signer = { email: EMAIL, name: 'Anna Maria Eriksson' };
    const options = { requireVerification: true };
    const request = await sendPdf(acme, 'advanced', [signer], await textPdf(1), options);
    const { context, page, failures } = await openPage(person.browser, { ...PHONE, permissions: ['camera'] });
    const press = (name: string) => page.getByRole('button', { name }).click();
    await page.goto(await mailbox.waitForSigningLink(EMAIL));
    await inspect(page, 'identity-1-landing');
    await press('Send me a code');
    await page.getByLabel('Code from the email').fill(await mailbox.waitForCode(EMAIL));
    await press('Continue');
    await signInDocument(page);
    await page.getByRole('heading', { name: 'Confirm your identity' }).waitFor();
    await press('Start the check');

    await press('Agree and continue');
    await page.getByRole('radio', { name: /^Passport/ }).check();
    await press('Continue');
    await person.sendPassport(page);
    await inspect(page, 'verify-camera-1-before');
    await person.takePoses(page, () => takePicture(page, 'verify-camera-2-challenge'));
    await page.getByText('You can now sign the document').waitFor();
    await inspect(page, 'identity-2-confirmed');
    await page.waitForURL(/\/sign\/[0-9a-f]{64}\/consent$/);
    await page.getByRole('checkbox').check();
    await inspect(page, 'identity-3-consent');
    await press('Sign now');
    await page.getByRole('heading', { name: 'You have signed' }).waitFor();
    expect(failures).toEqual([]);
    await context.close();
    await until('the request is completed', async () => (await request.status()) === 'completed');
    await expectEvidence(request.path);
  }, 240_000);

  /** Expects an ordinary check, and its findings in the evidence without a picture. */
  async function expectEvidence(path: string): Promise<void> {
    const get = async (what: string) => (await acme.api.get(`${path}/${what}`)).body as Buffer;
    expect(pdfsig(await get('document/signed')).map(({ signer, verdict }) => [signer, verdict])).toEqual([
      ['ANNA MARIA ERIKSSON', 'Signature is Valid.'],
      ['Hearth & Sons document seal', 'Signature is Valid.'],
    ]);
    const certificate = await get('certificate');
    expect(pdfText(certificate)).toContain('Face matched to identity document');
    expect(actsWithAddress(certificate)).toBe(4);
    const { events, signers } = readEvidence(attachedFile(certificate, 'evidence.json'))!;
    expect(verifyChain(events).isWhole).toBe(true);
    const { verificationId } = signers[0]!.identifiedBy.find(({ kind }) => kind === 'identity_verification')!;
    const { body: report } = await acme.api.get(`${VERIFICATIONS}/${verificationId}/document-report`);
    expect(report).toMatchObject({
      result: 'approved',
      livenessResult: { passed: true, spoofDetected: false },
      reasons: [],
    });
    const match = report.checks.find(({ id }: { id: string }) => id === 'face_match');
    expect(match).toMatchObject({ outcome: 'clear' });
    expect(report.matchScore).toBe(match.score);
    const passed = events.find(({ type }) => type === 'identity_passed')!;
    expect(passed.data).toEqual({
      salt: expect.stringMatching(/^[0-9a-f]{32}$/),
      verificationId,
      wasReviewed: false,
      matchScore: report.matchScore,
      liveness: { passed: true, score: report.livenessResult.score },
      checks: report.checks.map(({ id, outcome, score }: Record<string, unknown>) => ({
        id,
        outcome,
        score,
      })),
      documentImages: [
        { side: 'front', attempt: 1, sha256: createHash('sha256').update(person.passport).digest('hex') },
      ],
    });
    expect(passed.data.checks).toContainEqual({ id: 'name_match', outcome: 'clear', score: 1 });
  }
});
