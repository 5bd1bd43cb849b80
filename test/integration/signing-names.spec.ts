import { verifyChain } from '../../src/audit-chain/audit-chain.js';
import { readEvidence } from '../../src/audit-chain/read-evidence.js';
import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { inDepth } from '../support/in-depth.js';
import { Mailbox } from '../support/mailbox.js';
import { undirected } from '../support/names.js';
import { SignerChecks } from '../support/signer-checks.js';
import { type NewSigner, sendRequest, type SentRequest } from '../support/signing-requests.js';
import { until } from '../support/until.js';
import { ask, attachedFile, pdfsig, pdfText } from '../support/validators.js';

/** Characters that reverse text, break lines or ring a bell. */
const STEERING = /[^\P{Cc}\t\n\f\r]|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

describe('the names of signers', () => {
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

  const completed = (request: SentRequest) =>
    until('the request is completed', async () => (await request.status()) === 'completed');
  const download = async ({ path }: SentRequest, what: string) =>
    (await acme.api.get(`${path}/${what}`)).body as Buffer;

  inDepth('keeps characters that reverse text or break lines out of every page, mail and PDF', async () => {
    const signers: NewSigner[] = [
      { email: 'rtl@signers.test', name: '\u202etsoH oguH\u202c\u0007 Anna\r\nBcc: eve@signers.test' },
      { email: 'arabic@signers.test', name: '\u2067ليلى\u2069 الحسن' },
      { email: 'hebrew@signers.test', name: 'דוד\u200f כהן\u001b[31m' },
    ];
    const request = await sendRequest(test, acme, 'fast', signers, {
      senderName: 'Clara\u202e\r\nX-Evil: yes',
      subject: 'Lease\u2066\u0007',
      messageContent: 'Dear all,\u202e\r\nhere is the lease.\u2067',
    });
    for (const [index, visitor] of request.visitors.entries()) {
      for (const page of ['', 'document', 'consent', 'reject']) {
        const { status, html } = await visitor.get(page);
        expect([index, page, status, STEERING.exec(html)]).toEqual([index, page, 200, null]);
      }
      expect((await visitor.sign()).location).toBe('/done');
      expect((await visitor.get('done')).html).not.toMatch(STEERING);
    }
    await completed(request);
    for (const what of ['document/signed', 'certificate']) {
      const pdf = await download(request, what);
      // pdftotext itself puts right-to-left text into embeddings, and this test a mark after it.
      expect(undirected(pdfText(pdf))).not.toMatch(STEERING);
      for (const name of ['tsoH oguH Anna', 'ليلى الحسن', 'דוד כהן'])
        expect(undirected(pdfText(pdf))).toContain(name);
      expect(pdfText(pdf)).toContain('Bcc: eve@signers.test');
      expect(pdfsig(pdf).map(({ verdict }) => verdict)).toEqual(['Signature is Valid.']);
    }
    for (const { email } of signers) {
      await mailbox.waitForMailTo(email, /Completed/);
      for (const mail of mailbox.mails.filter(({ recipients }) => recipients.includes(email))) {
        expect(mail.recipients).toEqual([email]);
        expect([...mail.headers.keys()].filter((name) => ['bcc', 'x-evil'].includes(name))).toEqual([]);
        expect(`${mail.subject}${mail.from!.text}${mail.text}${String(mail.html)}`).not.toMatch(STEERING);
      }
    }
  });

  it('ignores an invisible name, and asks the signer for one', async () => {
    const request = await sendRequest(test, acme, 'fast', [
      { email: 'unseen@signers.test', name: ' \u202e\u2066\u200f\u0007 ' },
    ]);
    const [visitor] = request.visitors;
    expect((await visitor!.get('consent')).html).toContain('Your full name');
    expect((await visitor!.sign()).status).toBe(400);
    expect((await visitor!.sign({ name: 'Anna Eriksson', reviewed: 'yes' })).location).toBe('/done');
    await completed(request);
    expect(pdfText(await download(request, 'document/signed'))).toContain('Anna Eriksson');
  });

  inDepth('prevents signing under a name that differs from the verified one, and records why', async () => {
    const checks = new SignerChecks(test, acme);
    const person = { email: 'jonas@signers.test', name: 'Jonas Brandt' };
    const request = await sendRequest(test, acme, 'fast', [person], { requireVerification: true });
    const [jonas] = request.visitors;
    await checks.begin(jonas!);
    const refused = await checks.askHuman(request);
    expect((await jonas!.get('identity')).heading).toBe('We have received everything');
    expect((await jonas!.sign()).location).toBe('/identity');
    await checks.review(refused, false);
    expect((await jonas!.sign()).location).toBe('/identity');
    expect((await jonas!.get('consent')).location).toBe('/identity');
    expect(await request.status()).toBe('created');

    // A reviewer may accept a changed name, for example after a marriage, and the evidence shows it.
    await checks.begin(jonas!);
    const accepted = await checks.askHuman(request);
    await checks.review(accepted, true);
    expect((await jonas!.sign()).location).toBe('/done');
    await completed(request);

    const certificate = await download(request, 'certificate');
    const evidence = readEvidence(attachedFile(certificate, 'evidence.json'))!;
    expect(verifyChain(evidence.events).isWhole).toBe(true);
    const found = {
      wasReviewed: true,
      matchScore: expect.any(Number),
      liveness: null,
      checks: expect.arrayContaining([
        { id: 'name_match', outcome: 'fail', score: 0 },
        { id: 'machine_readable_zone', outcome: 'clear', score: expect.any(Number) },
      ]),
      documentImages: [{ side: 'front', attempt: 1, sha256: '00'.repeat(32) }],
      salt: expect.stringMatching(/^[0-9a-f]{32}$/),
    };
    const outcomes = evidence.events.filter(({ type }) => /^identity_(passed|failed)$/.test(type));
    expect(outcomes.map(({ type, data }) => ({ type, ...data }))).toEqual([
      { type: 'identity_failed', verificationId: refused, ...found },
      { type: 'identity_passed', verificationId: accepted, ...found },
    ]);
    const signed = evidence.events.find(({ type }) => type === 'signed');
    expect(signed!.data).toMatchObject({ name: 'Jonas Brandt', verificationId: accepted });
    expect(JSON.stringify(outcomes)).not.toMatch(/eriksson|looked at it/i);
    const words = pdfText(certificate);
    for (const each of ['Identity check failed', 'approved by a reviewer', `verification ${accepted}`])
      expect(words).toContain(each);
    expect(ask('pdfimages', ['-list', 'c.pdf'], { 'c.pdf': certificate }).output.split('\n')).toHaveLength(3);
  });
});
