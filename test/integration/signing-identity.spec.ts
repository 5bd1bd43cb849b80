import { type EntityManager } from 'typeorm';
import { type IdentityVerification } from '../../src/identity-verifications/identity-verification.entity.js';
import { SealedFindings } from '../../src/identity-verifications/sealed-findings.service.js';
import { VerificationImage } from '../../src/identity-verifications/verification-image.entity.js';
import { PersonSteps } from '../../src/identity-verifications/person-steps.service.js';
import { VerificationQueries } from '../../src/identity-verifications/verification.queries.js';
import { ReviewsService } from '../../src/manual-review/reviews.service.js';
import { Transactions } from '../../src/platform/database/transactions.js';
import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { findingsOf, side } from '../support/document-findings.js';
import { Mailbox } from '../support/mailbox.js';
import {
  ANNA,
  type NewSigner,
  sendRequest,
  type SentRequest,
  visitorOf,
} from '../support/signing-requests.js';
import { SigningVisitor } from '../support/signing-visitor.js';
import { until } from '../support/until.js';

describe('signing after an identity check', () => {
  let test: TestApp;
  let acme: TestOrganization;
  let mailbox: Mailbox;

  beforeAll(async () => {
    mailbox = await Mailbox.start();
    test = await startTestApp({ smtpUrl: mailbox.url });
    acme = await test.createOrganization({ name: 'Acme' });
  });
  afterAll(async () => {
    await test.close();
    await mailbox.stop();
  });

  const send = (signer: NewSigner = ANNA, type = 'fast') =>
    sendRequest(test, acme, type, [signer], { requireVerification: true });

  const verificationsOf = async ({ signerIds }: SentRequest): Promise<{ id: number; state: string }[]> =>
    test.dataSource.query('select id, state from identity_verifications where signer_id = $1 order by id', [
      signerIds[0],
    ]);

  /** Begins the check and goes to its pages, as the person does. */
  async function begin(anna: SigningVisitor): Promise<SigningVisitor> {
    const { location } = await anna.post('identity');
    expect(location).toMatch(/\/verify\/[0-9a-f]{64}$/);
    const session = new SigningVisitor(location!);
    await session.get();
    return session;
  }

  async function askHuman(request: SentRequest): Promise<number> {
    const { id } = (await verificationsOf(request)).at(-1)!;
    await test.app.get(Transactions).run(async (tx) => {
      const locked = await test.app
        .get(VerificationQueries, { strict: false })
        .lock(tx, acme.organizationId, id);
      await showPassport(tx, locked!.verification);
      await test.app.get(PersonSteps, { strict: false }).askHuman(tx, locked!.verification);
    });
    return id;
  }

  /** A passport that was read without doubt, as if the person had photographed it. */
  async function showPassport(
    tx: EntityManager,
    { id, organizationId }: IdentityVerification,
  ): Promise<void> {
    const image = {
      side: 'front',
      attempt: 1,
      mimeType: 'image/jpeg',
      sizeBytes: 1,
      analysis: 'accepted',
    } as const;
    const inserted = await tx.insert(VerificationImage, {
      ...image,
      organizationId,
      verificationId: id,
      sha256: Buffer.alloc(32),
    });
    const imageId = (inserted.identifiers[0] as { id: number }).id;
    const sealed = test.app.get(SealedFindings, { strict: false });
    const findingsSealed = sealed.sealImage(imageId, side(findingsOf()));
    await tx.update(VerificationImage, { id: imageId, organizationId }, { findingsSealed });
  }

  const review = (verificationId: number, approve: boolean) =>
    test.app
      .get(ReviewsService, { strict: false })
      .decide({ verificationId, approve, reason: 'looked at it' });

  it('blocks signing until the check is passed, through the human decision', async () => {
    const email = 'reviewed@signers.test';
    const request = await send({ email, name: 'Anna Maria Eriksson' });
    const anna = request.visitors[0]!;
    expect((await anna.get('document')).status).toBe(200);
    expect((await anna.get('consent')).location).toBe('/identity');
    expect((await anna.sign()).location).toBe('/identity');

    const session = await begin(anna);
    expect((await anna.post('identity')).location).toBe(`${test.url}/verify/${session.token}`);
    expect((await anna.get('identity')).html).toContain('Go on with the check');
    expect((await anna.sign()).location).toBe('/identity');

    const verification = await askHuman(request);
    expect((await anna.get('identity')).heading).toBe('A person is looking at your check');
    expect((await anna.get('state')).html).toBe('{"step":"in_review"}');
    expect((await anna.post('identity')).location).toBe('/identity');
    expect((await anna.sign()).location).toBe('/identity');

    const invitations = () => mailbox.mails.filter(({ recipients }) => recipients.includes(email)).length;
    const before = invitations();
    await review(verification, true);
    expect((await anna.get('state')).html).toBe('{"step":"passed"}');
    await until('the signer is called back', () => invitations() > before);
    expect((await anna.get('identity')).location).toBe('/consent');
    expect((await anna.sign()).location).toBe('/done');
    await until('the request is completed', async () => (await request.status()) === 'completed');
    const trail = (await acme.api.get(`${request.path}/audit-trail`)).body.items as { type: string }[];
    expect(trail.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['identity_started', 'identity_passed', 'signed']),
    );
    expect(trail.find(({ type }) => type === 'signed')).toMatchObject({ verificationId: verification });
    const passed = trail.find(({ type }) => type === 'identity_passed');
    expect(passed).toMatchObject({
      verificationId: verification,
      wasReviewed: true,
      checks: expect.arrayContaining([{ id: 'name_match', outcome: 'clear', score: 1 }]),
      documentImages: [{ side: 'front', attempt: 1, sha256: '00'.repeat(32) }],
    });
    expect(JSON.stringify(passed)).not.toMatch(/eriksson|looked at it/i);
  });

  it('lists the check like every other, and keeps the signing link out of it', async () => {
    const request = await send();
    await begin(request.visitors[0]!);
    const [{ id } = { id: 0 }] = await verificationsOf(request);
    const { body } = await acme.api.get(`/api/v1/identity-verifications/${id}`);
    expect(body).toMatchObject({
      verificationMethod: 'combined',
      metadata: { signatureId: request.id, signerId: request.signerIds[0] },
    });
    expect(JSON.stringify(body)).not.toContain(request.visitors[0]!.token);
  });

  it('takes the verified name where the sender gave none, and the signer confirms it', async () => {
    const request = await send({ email: 'unnamed@signers.test' });
    const anna = request.visitors[0]!;
    await begin(anna);
    await review(await askHuman(request), true);
    const consent = await anna.get('consent');
    expect(consent.html).toMatch(/signed by Anna Maria Eriksson, as your identity document says/i);
    expect(consent.html).not.toContain('Your full name');
    expect((await anna.sign({ name: 'Somebody Else' })).location).toBe('/done');
    const [row] = await test.dataSource.query('select name from signature_signers where id = $1', [
      request.signerIds[0],
    ]);
    expect(row.name).toMatch(/^Anna Maria Eriksson$/i);
  });

  it('lets a failed check begin again twice, then tells the sender and stays closed', async () => {
    const request = await send();
    const anna = request.visitors[0]!;
    for (let tries = 1; tries <= 3; tries++) {
      const session = await begin(anna);
      await session.post('cancel');
      const { html, heading } = await anna.get('identity');
      expect(heading).toBe(tries < 3 ? 'Show who you are' : 'The check did not succeed');
      expect(html.includes('Begin again')).toBe(tries < 3);
    }
    expect((await anna.post('identity')).location).toBe('/identity');
    expect(await verificationsOf(request)).toHaveLength(3);
    expect((await anna.sign()).location).toBe('/identity');
    const mail = await mailbox.waitForMailTo(acme.ownerEmail, /Anna Maria Eriksson/);
    expect(mail.text).toContain(String(request.id));
  });

  it('counts an expired check as a failed one', async () => {
    const request = await send();
    const anna = request.visitors[0]!;
    await begin(anna);
    await test.database.moveClock('61 minutes');
    await until('the check is expired', async () => (await verificationsOf(request))[0]!.state === 'expired');
    expect((await anna.get('identity')).html).toContain('Begin again');
  });

  it('begins one check where the button is pressed twice', async () => {
    const request = await send();
    const anna = request.visitors[0]!;
    const answers = await Promise.all([anna.post('identity'), anna.post('identity'), anna.post('identity')]);
    expect(new Set(answers.map(({ location }) => location)).size).toBe(1);
    expect(await verificationsOf(request)).toHaveLength(1);
  });

  it('does not let one person pass for another by a change of address', async () => {
    const request = await send();
    const anna = request.visitors[0]!;
    await begin(anna);
    await review(await askHuman(request), true);
    expect((await anna.get('consent')).status).toBe(200);
    const { signerIds } = request;
    await acme.api.patch(`${request.path}/signers/${signerIds[0]}`, { email: 'stranger@signers.test' });
    const stranger = await visitorOf(test, acme.organizationId, signerIds[0]!);
    expect((await stranger.get('identity')).html).toContain('Begin the check');
    expect((await stranger.sign()).location).toBe('/identity');
  });

  it('comes after the code', async () => {
    const request = await send(ANNA, 'advanced');
    const anna = request.visitors[0]!;
    expect((await anna.get('identity')).location).toBe('/code');
    expect((await anna.post('identity')).location).toBe('/identity');
    expect(await verificationsOf(request)).toEqual([]);
  });
});
