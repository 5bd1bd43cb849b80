import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { inDepth } from '../support/in-depth.js';
import { Mailbox } from '../support/mailbox.js';
import { SignerChecks } from '../support/signer-checks.js';
import {
  ANNA,
  type NewSigner,
  sendRequest,
  type SentRequest,
  visitorOf,
} from '../support/signing-requests.js';
import { type SigningVisitor } from '../support/signing-visitor.js';
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

  const checks = () => new SignerChecks(test, acme);
  const verificationsOf = (request: SentRequest) => checks().of(request);
  const begin = (anna: SigningVisitor) => checks().begin(anna);
  const askHuman = (request: SentRequest) => checks().askHuman(request);
  const review = (verificationId: number, approve: boolean) => checks().review(verificationId, approve);

  inDepth('blocks signing until the check has passed, human review included', async () => {
    const email = 'reviewed@signers.test';
    const request = await send({ email, name: 'Anna Maria Eriksson' });
    const anna = request.visitors[0]!;
    expect((await anna.get('document')).status).toBe(200);
    expect((await anna.get('consent')).location).toBe('/identity');
    expect((await anna.sign()).location).toBe('/identity');

    const session = await begin(anna);
    expect((await session.get()).html).not.toMatch(/Step \d of \d/);
    expect((await anna.post('identity')).location).toBe(`${test.url}/verify/${session.token}`);
    expect((await anna.get('identity')).html).toContain('Continue the check');
    expect((await anna.sign()).location).toBe('/identity');

    const verification = await askHuman(request);
    expect((await anna.get('identity')).heading).toBe('We have received everything');
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

  it('lists the check like any other, without the signing link', async () => {
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

  it('uses the verified name if the sender gave none', async () => {
    const request = await send({ email: 'unnamed@signers.test' });
    const anna = request.visitors[0]!;
    const { html } = await anna.get('document');
    expect(html).toContain('data-clicked="The name on your identity document"');
    expect(html).not.toContain('Your full name');
    await begin(anna);
    await review(await askHuman(request), true);
    const consent = await anna.get('consent');
    expect(consent.html).toMatch(/as Anna Maria Eriksson, the name on your identity document/i);
    expect(consent.html).not.toContain('Your full name');
    expect((await anna.sign({ name: 'Somebody Else' })).location).toBe('/done');
    const [row] = await test.dataSource.query('select name from signature_signers where id = $1', [
      request.signerIds[0],
    ]);
    expect(row.name).toMatch(/^Anna Maria Eriksson$/i);
  });

  it('lets a signer repeat a failed check twice, then tells the sender and stays closed', async () => {
    const request = await send();
    const anna = request.visitors[0]!;
    for (let tries = 1; tries <= 3; tries++) {
      const session = await begin(anna);
      await session.post('cancel');
      const { html, heading } = await anna.get('identity');
      expect(heading).toBe(tries < 3 ? 'Confirm your identity' : 'We could not confirm your identity');
      expect(html.includes('Start again')).toBe(tries < 3);
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
    expect((await anna.get('identity')).html).toContain('Start again');
  });

  it('starts only one check on a double click', async () => {
    const request = await send();
    const anna = request.visitors[0]!;
    const answers = await Promise.all([anna.post('identity'), anna.post('identity'), anna.post('identity')]);
    expect(new Set(answers.map(({ location }) => location)).size).toBe(1);
    expect(await verificationsOf(request)).toHaveLength(1);
  });

  it('does not carry a check over to a new address', async () => {
    const request = await send();
    const anna = request.visitors[0]!;
    await begin(anna);
    await review(await askHuman(request), true);
    expect((await anna.get('consent')).status).toBe(200);
    const { signerIds } = request;
    await acme.api.patch(`${request.path}/signers/${signerIds[0]}`, { email: 'stranger@signers.test' });
    const stranger = await visitorOf(test, acme.organizationId, signerIds[0]!);
    expect((await stranger.get('identity')).html).toContain('Start the check');
    expect((await stranger.sign()).location).toBe('/identity');
  });

  it('asks for the code before the check', async () => {
    const request = await send(ANNA, 'advanced');
    const anna = request.visitors[0]!;
    expect((await anna.get('identity')).location).toBe('/code');
    expect((await anna.post('identity')).location).toBe('/identity');
    expect(await verificationsOf(request)).toEqual([]);
  });
});
