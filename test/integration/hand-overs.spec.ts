import { verifyChain } from '../../src/audit-chain/audit-chain.js';
import { eventsOfSigner } from '../../src/audit-chain/signer-proofs.js';
import { EvidenceDocuments } from '../../src/completion/evidence-documents.js';
import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { inDepth } from '../support/in-depth.js';
import { Mailbox } from '../support/mailbox.js';
import { createDraft } from '../support/samples.js';
import { sealedContents } from '../support/sealed-contents.js';
import { SignerChecks } from '../support/signer-checks.js';
import {
  ANNA,
  JONAS,
  type NewSigner,
  sendRequest,
  type SentRequest,
  visitorOf,
} from '../support/signing-requests.js';
import { trailOf } from '../support/trails.js';
import { until } from '../support/until.js';
import { pdfText } from '../support/validators.js';

const HOSTILE = '"><script>alert(1)</script>{{title}}';
const OFFER = 'Somebody else should sign';
const GIVEN_UP = 'You have handed this over';

describe('handing over to someone else', () => {
  let test: TestApp;
  let acme: TestOrganization;
  let mailbox: Mailbox;
  let count = 0;

  beforeAll(async () => {
    mailbox = await Mailbox.start();
    test = await startTestApp({ smtpUrl: mailbox.url });
    acme = await test.createOrganization({ name: 'Acme' });
  });
  beforeEach(() => void mailbox.mails.splice(0));
  afterAll(async () => {
    await test.close();
    await mailbox.stop();
  });

  const send = (type = 'fast', signers: NewSigner[] = [ANNA], options = {}) =>
    sendRequest(test, acme, type, signers, { allowHandOver: true, ...options });
  const newEmail = () => `somebody${++count}@signers.test`;
  const reason = 'I am on leave until May.';
  const toMira = (email = newEmail()) => ({ person: 'Mira Okafor', email, reason });
  const newVisitor = (request: SentRequest, index = 0) =>
    visitorOf(test, acme.organizationId, request.signerIds[index]!);
  const eventsOf = async ({ id }: SentRequest, type = 'handed_over') =>
    (await trailOf(test.dataSource, id)).filter((event) => event.type === type);
  const signersOf = async ({ path }: SentRequest) => (await acme.api.get(path)).body.signers;
  const isCompleted = (request: SentRequest) =>
    until('the request is completed', async () => (await request.status()) === 'completed');

  it('gives the place to the new signer, with a reason that all papers show', async () => {
    const request = await send('fast', [ANNA, JONAS]);
    const [anna, jonas] = request.visitors;
    expect((await anna!.get()).html).toContain(OFFER);
    expect((await anna!.post('entries', {})).status).toBe(204);
    expect((await anna!.get('hand-over')).heading).toBe('Who should sign instead?');
    const form = toMira();
    expect((await anna!.post('hand-over', form, { 'user-agent': 'Browser/1' })).location).toBe('');

    const after = await anna!.get();
    expect(after).toMatchObject({ status: 410, heading: GIVEN_UP });
    expect(after.html).toMatch(new RegExp(`Mira Okafor.*${form.email}`, 's'));
    for (const page of ['document', 'consent', 'done', 'hand-over', 'reject'])
      expect((await anna!.get(page)).html).not.toContain('Anna');
    for (const file of ['file', 'text', 'copy', 'picture']) expect((await anna!.get(file)).status).toBe(404);
    expect((await anna!.sign()).location).toBe('');
    expect(
      await test.dataSource.query('select * from signer_drafts where signer_id = $1', [request.signerIds[0]]),
    ).toEqual([]);

    expect(await signersOf(request)).toMatchObject([
      { id: request.signerIds[0], email: form.email, name: 'Mira Okafor', status: 'pending' },
      { email: JONAS.email, name: JONAS.name },
    ]);
    const [event] = await eventsOf(request);
    expect(event).toMatchObject({
      signerId: request.signerIds[0],
      data: {
        from: ANNA.email,
        fromName: ANNA.name,
        to: form.email,
        toName: 'Mira Okafor',
        reason: form.reason,
        ip: '127.0.0.1',
        userAgent: 'Browser/1',
      },
    });
    const invitation = await mailbox.waitForMailTo(form.email);
    expect(invitation.text).toContain('Anna Maria Eriksson (anna@signers.test) has handed over to you');
    const mira = await newVisitor(request);
    expect(invitation.text).toContain(`/sign/${mira.token}`);
    const told = await mailbox.waitForMailTo(acme.ownerEmail, /^Handed over/);
    expect(told.text).toContain(`(anna@signers.test) has handed over to Mira Okafor (${form.email}).`);
    expect(told.text).toContain(form.reason);

    const landing = await mira.get();
    expect(landing.html).toMatch(/Handed over by.*Anna Maria Eriksson.*I am on leave until May\./s);
    expect((await mira.sign()).location).toBe('/done');
    expect((await jonas!.sign()).location).toBe('/done');
    await isCompleted(request);
    expect(await anna!.get()).toMatchObject({ status: 410, heading: GIVEN_UP });

    const { body: certificate } = await acme.api.get(`${request.path}/certificate`);
    const words = pdfText(certificate as Buffer).replaceAll(/\s+/g, ' ');
    expect(words).toContain('Handed over By Anna Maria Eriksson (anna@signers.test) to Mira Okafor');
    expect(words).toContain('I am on leave until May.');
    const documents = test.app.get(EvidenceDocuments, { strict: false });
    const evidence = await documents.gather(...(await sealedContents(test, request.id)), null);
    expect(verifyChain(evidence.events).isWhole).toBe(true);
    expect(evidence.signers[0]).toMatchObject({ name: 'Mira Okafor', email: form.email });
    const opened = eventsOfSigner(evidence.events, request.signerIds[0]!).find(
      ({ type }) => type === 'opened',
    );
    expect(evidence.signers[0]!.identifiedBy).toMatchObject([
      { kind: 'personal_link', at: opened!.createdAt },
    ]);
  });

  it('shows errors beside each field, and keeps what was typed', async () => {
    const request = await send('fast', [ANNA, JONAS]);
    const anna = request.visitors[0]!;
    const cases: [fields: Record<string, string>, words: string[]][] = [
      [{}, ['full name of the person', 'address of the person', 'Say briefly why']],
      [
        { person: HOSTILE, email: 'nobody\r\nBcc: x@signers.test', reason: 'x'.repeat(501) },
        ['value="&quot;&gt;&lt;script&gt;', 'This is not an email address', '500 characters or fewer'],
      ],
      [
        { ...toMira(ANNA.email.toUpperCase()), person: 'x'.repeat(201) },
        ['This is your own address', '200 characters'],
      ],
      [{ ...toMira(` ${JONAS.email} `), reason: '𒀀𒁀' }, ['already signs this document', 'of the script “']],
    ];
    for (const [fields, words] of cases) {
      const page = await anna.post('hand-over', fields);
      expect(page.status).toBe(400);
      for (const each of words) expect(page.html).toContain(each);
      expect(page.html).not.toContain('<script>alert');
    }
    expect(await eventsOf(request)).toEqual([]);
    expect((await anna.get()).status).toBe(200);
  });

  inDepth('carries hostile words harmlessly through pages, mails and papers', async () => {
    const request = await send('fast', [ANNA]);
    const email = newEmail();
    const words = `${HOSTILE}\r\nBcc: victim@signers.test\r\n\u202etxet`;
    const person = `Mira\r\nBcc: x@signers.test ${HOSTILE}`;
    await request.visitors[0]!.post('hand-over', { person, email, reason: words });
    const mail = await mailbox.waitForMailTo(email);
    expect(mail.recipients).toEqual([email]);
    const told = await mailbox.waitForMailTo(acme.ownerEmail, /^Handed over/);
    expect(told.text).toContain('{{title}} Bcc: victim@signers.test txet');
    const [event] = await eventsOf(request);
    expect(event!.data).toMatchObject({ toName: `Mira Bcc: x@signers.test ${HOSTILE}` });
    const mira = await newVisitor(request);
    for (const visitor of [mira, request.visitors[0]!])
      expect((await visitor.get()).html).not.toContain('<script>alert');
    expect((await mira.sign()).location).toBe('/done');
    await isCompleted(request);
    const { body } = await acme.api.get(`${request.path}/certificate`);
    expect(pdfText(body as Buffer)).toContain('<script>');
  });

  inDepth('offers a hand-over only if the sender allows it, and while the signer can sign', async () => {
    const handOver = async (request: SentRequest, index = 0) => {
      const visitor = request.visitors[index]!;
      expect((await visitor.get()).html).not.toContain(OFFER);
      expect((await visitor.get('hand-over')).location).toBe('');
      expect((await visitor.post('hand-over', toMira())).location).toBe('');
      expect(await eventsOf(request)).toEqual([]);
    };
    await handOver(await send('fast', [ANNA], { allowHandOver: false }));
    const signed = await send('fast', [ANNA, JONAS]);
    await signed.visitors[0]!.sign();
    await handOver(signed);
    await signed.visitors[1]!.sign();
    await isCompleted(signed);
    await handOver(signed, 1);
    const rejected = await send('fast', [ANNA, JONAS]);
    await rejected.visitors[0]!.post('reject', { reason: 'No', confirmed: 'yes' });
    for (const index of [0, 1]) await handOver(rejected, index);
    const cancelled = await send();
    await acme.api.delete(cancelled.path);
    await handOver(cancelled);
    for (const type of ['in_person', 'self_signed']) {
      const id = await createDraft(acme.api, { type });
      const body = { signers: [ANNA], allowHandOver: true };
      expect(await acme.api.post(`/api/v1/signatures/${id}/send`, body)).toMatchObject({
        status: 400,
        body: { details: [{ field: 'allowHandOver', message: expect.stringContaining(`not ${type}`) }] },
      });
    }
  });

  inDepth('asks for the emailed code first, and asks the new signer for their own', async () => {
    const email = newEmail();
    const request = await send('advanced', [{ ...ANNA, email }]);
    const anna = request.visitors[0]!;
    expect((await anna.get()).html).not.toContain(OFFER);
    expect((await anna.get('hand-over')).location).toBe('/code');
    expect((await anna.post('hand-over', toMira())).location).toBe('');
    expect(await eventsOf(request)).toEqual([]);
    await anna.post('code/send');
    await anna.post('code', { code: await mailbox.waitForCode(email) });
    expect((await anna.get('document')).html).toContain(OFFER);
    const form = toMira();
    await anna.post('hand-over', form);

    const mira = await newVisitor(request);
    mira.cookies.set('countersign_signer', anna.cookies.get('countersign_signer')!);
    expect((await mira.get('document')).location).toBe('/code');
    await mira.post('code/send');
    await mira.post('code', { code: await mailbox.waitForCode(form.email) });
    expect((await mira.get('document')).status).toBe(200);
    expect((await mira.sign({ method: 'typed', typed: 'Mira Okafor' })).location).toBe('/done');
    await isCompleted(request);
  });

  inDepth(
    'refuses a hand-over once an identity check has begun, and counts no check for another person',
    async () => {
      const checks = new SignerChecks(test, acme);
      const email = newEmail();
      const request = await send('fast', [{ ...ANNA, email }], { requireVerification: true });
      const anna = request.visitors[0]!;
      expect((await anna.get('hand-over')).html).toContain('identity document has to show this name');
      await checks.begin(anna);
      await checks.review(await checks.askHuman(request), true);
      expect((await anna.get('consent')).status).toBe(200);
      expect((await anna.get('document')).html).not.toContain(OFFER);
      expect((await anna.post('hand-over', toMira())).location).toBe('');

      await acme.api.patch(`${request.path}/signers/${request.signerIds[0]}`, { email: newEmail() });
      const other = await newVisitor(request);
      await other.post('hand-over', toMira(email));
      expect(await signersOf(request)).toMatchObject([{ email, name: 'Mira Okafor' }]);
      const mira = await newVisitor(request);
      expect((await mira.get('consent')).location).toBe('/identity');
      expect((await mira.sign()).location).toBe('/identity');
      const told = await mailbox.waitForMailTo(acme.ownerEmail, /^Handed over/);
      expect(told.text).toContain('identity will be checked under the new name');
      await checks.begin(mira);
      const { body } = await acme.api.get(
        `/api/v1/identity-verifications/${(await checks.of(request)).at(-1)!.id}`,
      );
      expect(body).toMatchObject({ email, firstName: 'Mira', lastName: 'Okafor' });
    },
  );

  it('hands over once if sent twice, and either it or the signature wins', async () => {
    const twice = await send();
    const forms = [toMira(), toMira()];
    await Promise.all(forms.map((form) => twice.visitors[0]!.post('hand-over', form)));
    const [event, ...more] = await eventsOf(twice);
    expect(more).toEqual([]);
    expect(await signersOf(twice)).toMatchObject([{ email: event!.data.to }]);

    for (let round = 0; round < 3; round++) {
      const request = await send('fast', [ANNA, JONAS]);
      const anna = request.visitors[0]!;
      await Promise.all([anna.sign(), anna.post('hand-over', toMira())]);
      const [{ status, email }] = await signersOf(request);
      const handedOver = (await eventsOf(request)).length;
      expect([handedOver, status, email === ANNA.email]).toEqual(
        handedOver === 1 ? [1, 'pending', false] : [0, 'signed', true],
      );
      expect(await eventsOf(request, 'signed')).toHaveLength(1 - handedOver);
    }
  });

  inDepth('allows five hand-overs before the signer’s turn, in the language of the request', async () => {
    const order = (signer: NewSigner, at: number) => ({ ...signer, order: at, locale: 'nl' });
    const request = await send('fast', [order(JONAS, 1), order(ANNA, 2)]);
    expect((await request.visitors[1]!.get()).html).toContain('Iemand anders moet ondertekenen');
    const emails = [1, 2, 3, 4, 5].map(newEmail);
    for (const email of emails) {
      const holder = await newVisitor(request, 1);
      expect((await holder.post('hand-over', toMira(email))).location).toBe('');
    }
    expect(await eventsOf(request)).toHaveLength(5);
    const last = await newVisitor(request, 1);
    expect((await last.get()).html).not.toContain('hand-over');
    await last.post('hand-over', toMira());
    expect(await eventsOf(request)).toHaveLength(5);
    expect((await mailbox.waitForMailTo(emails[4]!)).text).toContain(
      'heeft de ondertekening aan u overgedragen',
    );
    // The first holder learns who came next, not who came last.
    const first = await request.visitors[1]!.get();
    expect(first.html).toContain(emails[0]);
    expect(first.html).not.toContain(emails[4]);

    await request.visitors[0]!.sign();
    expect((await mailbox.waitForMailTo(emails[4]!, /aan de beurt/)).text).toContain(`/sign/${last.token}`);
    expect((await last.sign()).location).toBe('/done');
    await isCompleted(request);
  });

  inDepth('prints long hand-overs over several pages of the certificate', async () => {
    const request = await send();
    const person = (index: number) => `Wilhelmina ${'Maria '.repeat(30)}${index}`;
    for (let index = 0; index < 5; index++) {
      const form = { person: person(index), email: newEmail(), reason: `${'because '.repeat(60)}${index}` };
      await (await newVisitor(request)).post('hand-over', form);
    }
    const last = await newVisitor(request);
    await last.sign();
    await isCompleted(request);
    const { body } = await acme.api.get(`${request.path}/certificate`);
    const words = pdfText(body as Buffer).replaceAll(/\s+/g, ' ');
    for (let index = 0; index < 5; index++) expect(words).toContain(`because ${index}`);
  });
});
