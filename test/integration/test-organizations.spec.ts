import { randomUUID } from 'node:crypto';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { type DashboardMember, formTokenIn, signedIn } from '../support/dashboard-member.js';
import { importedForm } from '../support/form-calls.js';
import { Mailbox } from '../support/mailbox.js';
import { pdfJsWords } from '../support/pdf-js-text.js';
import { textPdf } from '../support/pdf-samples.js';
import { recordedTypes } from '../support/recorded-activity.js';
import { createDraft, SIGNATURES } from '../support/samples.js';
import { OpensslSigner, signedByOther } from '../support/signed-pdfs.js';
import { sendPdf, sendRequest, visitorOf } from '../support/signing-requests.js';
import { draftTemplate, RENT_TEMPLATE } from '../support/templates.js';
import { until } from '../support/until.js';

const MARK = 'TEST: no legal effect';

describe('an organization for tests', () => {
  let mailbox: Mailbox;
  let test: TestApp;

  beforeAll(async () => {
    mailbox = await Mailbox.start();
    test = await startTestApp({ smtpUrl: mailbox.url });
  });

  afterAll(async () => {
    await test?.close();
    await mailbox?.stop();
  });

  const bytesAt = async ({ api }: TestOrganization, path: string) => (await api.get(path)).body as Buffer;
  async function pageTexts(pdf: Buffer): Promise<string[]> {
    const task = getDocument({ data: new Uint8Array(pdf), verbosity: 0 });
    const { numPages, getPage } = await task.promise.then((document) => ({
      numPages: document.numPages,
      getPage: (number: number) => document.getPage(number),
    }));
    const texts: string[] = [];
    for (let number = 1; number <= numPages; number += 1) {
      const { items } = await (await getPage(number)).getTextContent();
      texts.push(items.map((item) => ('str' in item ? item.str : '')).join(' '));
    }
    await task.destroy();
    return texts;
  }
  const unmarked = async (pdf: Buffer) => (await pageTexts(pdf)).filter((text) => !text.includes(MARK));

  describe('created by an owner', () => {
    let acme: TestOrganization;
    let owner: DashboardMember;

    beforeEach(async () => {
      acme = await test.createOrganization({ name: 'Acme' });
      owner = await signedIn(test, acme);
    });

    const testsOf = () =>
      test.dataSource.query<{ id: number; name: string; isTest: boolean }[]>(
        'select id, name, is_test as "isTest" from organizations where test_of = $1',
        [acme.organizationId],
      );

    it('takes the owner into it, and is created only once', async () => {
      expect((await owner.get('api-key')).html).toContain('Create an organization for tests');
      const page = await owner.get('api-key/test');
      expect(page.heading).toBe('A second organization, to test Acme');
      const form = { formToken: formTokenIn(page)! };
      const sent = await Promise.all([1, 2].map(() => owner.post('api-key/test', form)));
      expect(sent.map(({ location }) => location)).toEqual(['/api-key', '/api-key']);
      const made = await testsOf();
      expect(made).toMatchObject([{ name: 'Acme (test)', isTest: true }]);

      const inside = await owner.get('api-key');
      expect(inside.html).toContain('This organization is for tests');
      expect(inside.html).toContain('<strong class="test-pill">TEST</strong>');
      expect(inside.html).not.toContain('Create an organization for tests');
      expect((await owner.get('api-key/test')).location).toBe('/api-key');
      const key = /sk_\w{43}/.exec((await owner.send('api-key/new', {})).html);
      expect(key).not.toBeNull();
      expect((await recordedTypes(test, acme)).filter((type) => /test_/.test(type))).toEqual([
        'test_organization_created',
      ]);

      await owner.send('organization', { organizationId: String(acme.organizationId) }, 'account');
      const back = await owner.get('api-key');
      expect(back.html).toContain('Switch to Acme (test)');
      expect(back.html).not.toContain('test-pill');
    });

    it('lets only owners create it, who enter their password first', async () => {
      const admin = await signedIn(test, acme, 'admin');
      expect((await admin.get('api-key')).html).not.toContain('href="/dashboard/api-key/test"');
      expect((await admin.send('api-key/test', {}, 'api-key')).status).toBe(403);
      await test.dataSource.query('update dashboard_sessions set confirmed_at = null');
      expect((await owner.get('api-key/test')).location).toMatch(/^\/confirm/);
      expect((await owner.send('api-key/test', {}, 'api-key')).location).toMatch(/^\/confirm/);
      expect(await testsOf()).toEqual([]);
    });

    it('stays one for tests, because the database refuses to change that', async () => {
      const forTests = await test.createOrganization({ isTest: true });
      for (const [{ organizationId }, isTest] of [
        [forTests, false],
        [acme, true],
      ] as const)
        await expect(
          test.dataSource.query('update organizations set is_test = $2 where id = $1', [
            organizationId,
            isTest,
          ]),
        ).rejects.toThrow('never changes');
      await test.dataSource.query('update organizations set name = name where id = $1', [
        forTests.organizationId,
      ]);
    });

    it('tells its owner what replacing the API key does', async () => {
      const { html } = await owner.get('api-key/new');
      expect(html).toContain(`The key that begins with ${acme.apiKey.slice(0, 8)} stops working at once.`);
      expect(html).toContain('gets 401 until it has the new one');
      expect(html).toContain('webhooks and their secret are not affected');
      await owner.send('api-key/new', {});
      expect(await acme.api.get('/api/v1/signatures')).toMatchObject({
        status: 401,
        body: { message: 'API key revoked' },
      });
    });
  });

  it('mails its members only, in marked mails, and records in the trail what it did not send', async () => {
    const acme = await test.createOrganization({ name: 'Acme', isTest: true });
    const stranger = `stranger-${randomUUID()}@signers.test`;
    const request = await sendRequest(test, acme, 'fast', [{ email: acme.ownerEmail }, { email: stranger }]);
    const mail = await mailbox.waitForMailTo(acme.ownerEmail);
    expect(mail.subject).toBe('[TEST] Acme asks you to sign “Lease agreement”');
    expect(mail.text).toContain('TEST · Only a test: nothing in this email has legal effect.');
    expect(mail.html).toContain('Only a test');
    const trail = async () =>
      (await acme.api.get(`${request.path}/audit-trail`)).body.items as Record<string, unknown>[];
    const about = async (signerId: number) =>
      (await trail()).filter((event) => event.signerId === signerId && /email_/.test(String(event.type)));
    await until('the trail says it', async () => (await about(request.signerIds[1]!)).length > 0);
    expect(await about(request.signerIds[1]!)).toMatchObject([
      {
        type: 'email_failed',
        reason: 'not sent: this organization is for tests, and the address is no member’s',
      },
    ]);
    expect(mailbox.mails.filter(({ recipients }) => recipients.includes(stranger))).toEqual([]);
    const page = await request.visitors[0]!.get();
    expect(page.html).toContain('<strong>TEST</strong> Only a test');

    const invited = `invited-${randomUUID()}@acme.test`;
    await (await signedIn(test, acme)).send('people/invite', { email: invited, role: 'admin' });
    expect((await mailbox.waitForMailTo(invited)).subject).toMatch(/^\[TEST\]/);
  });

  it('sends codes to members only, and never claims to have sent one to anybody else', async () => {
    const acme = await test.createOrganization({ name: 'Acme', isTest: true });
    const stranger = `stranger-${randomUUID()}@signers.test`;
    const signers = [{ email: acme.ownerEmail }, { email: stranger }];
    const request = await sendRequest(test, acme, 'advanced', signers);
    const [member, other] = request.visitors;
    const refused = await other!.post('code/send');
    expect(refused.html).toContain('emails go to its members only: no code can be sent to this address.');
    expect(refused.html).not.toContain('We are sending a code');
    expect(await member!.post('code/send')).toMatchObject({ location: '/code' });
    expect(await mailbox.waitForCode(acme.ownerEmail)).toMatch(/^\d{6}$/);
    const { items } = (await acme.api.get(`${request.path}/audit-trail`)).body as {
      items: { type: string; signerId?: number }[];
    };
    const sent = items.filter(({ type }) => type === 'code_sent').map(({ signerId }) => signerId);
    expect(sent).toEqual([request.signerIds[0]]);
  });

  it('reports that a link to verify was not sent', async () => {
    const acme = await test.createOrganization({ name: 'Acme', isTest: true });
    const owner = await signedIn(test, acme);
    const email = `anna-${randomUUID()}@example.com`;
    const { location } = await owner.send('verifications/new', { person: 'Anna Eriksson', email });
    const page = location!.slice(1);
    await until('the page says so', async () =>
      (await owner.get(page)).html.includes(`The email to ${email} could not be sent.`),
    );
    expect((await owner.get(page)).html).toContain(
      'Emails of an organization for tests go to its members only.',
    );
    expect(mailbox.mails.filter(({ recipients }) => recipients.includes(email))).toEqual([]);
  });

  it('marks every page that it presents, seals and certifies, and the check of a document says so', async () => {
    const acme = await test.createOrganization({ name: 'Acme', isTest: true });
    const signer = [{ email: acme.ownerEmail, name: 'Anna Eriksson' }];
    const request = await sendPdf(acme, 'fast', signer, await textPdf(3));
    const { body } = await acme.api.get(request.path);
    const visitor = await visitorOf(test, acme.organizationId, body.signers[0].id as number);
    await visitor.sign();
    await until('the request is completed', async () => (await request.status()) === 'completed');
    const signed = await bytesAt(acme, `${request.path}/document/signed`);
    expect((await pageTexts(signed)).length).toBeGreaterThanOrEqual(4);
    expect(await unmarked(signed)).toEqual([]);
    expect(await unmarked(await bytesAt(acme, `${request.path}/certificate`))).toEqual([]);
    expect(await pdfJsWords(await bytesAt(acme, `${request.path}/document`))).not.toContain('TEST');

    const form = new FormData();
    form.set('file', new File([new Uint8Array(signed)], 'Lease.pdf', { type: 'application/pdf' }));
    const checked = await fetch(`${test.url}/verify-document`, { method: 'POST', body: form });
    expect(await checked.text()).toContain('This document comes from an organization for tests.');
    const mail = await mailbox.waitForMailTo(acme.ownerEmail, /Completed/);
    expect(mail.subject).toBe('[TEST] Completed: “Lease agreement”');
    expect(await unmarked(mail.attachments[0]!.content)).toEqual([]);

    // A document that carries signatures stays as it is, which is said before it is sent.
    const owner = await signedIn(test, acme);
    const jane = new OpensslSigner(['rsa:2048'], 'Jane Doe');
    const upload = {
      name: 'Signed.pdf',
      bytes: await signedByOther(await textPdf(1), { message: (bytes) => jane.sign(bytes) }),
    };
    const { location } = await owner.upload('signatures/new', { type: 'fast', documentName: '' }, upload);
    const draft = location!.slice(1).replace(/\/signers$/, '');
    await owner.send(`${draft}/signers`, { 'email-0': acme.ownerEmail, 'person-0': 'Anna Eriksson' });
    expect((await owner.get(`${draft}/check`)).html).toContain('so its pages do not say TEST');
  });

  it('marks the documents of templates and of forms that are imported', async () => {
    const acme = await test.createOrganization({ name: 'Acme', isTest: true });
    const template = await draftTemplate(acme, RENT_TEMPLATE);
    const draft = `${SIGNATURES}/${await createDraft(acme.api)}`;
    expect((await acme.api.post(`${draft}/form/import`, importedForm())).status).toBe(200);
    const owner = await signedIn(test, acme);
    for (const [path, pages] of [
      [template, 2],
      [draft, 1],
    ] as const) {
      const presented = await owner.bytes(`${path.replace('/api/v1/', '')}/presented`);
      expect([path, (await pageTexts(presented)).length]).toEqual([path, pages]);
      expect([path, await unmarked(presented)]).toEqual([path, []]);
    }
  });

  it('marks the documents that it typesets', async () => {
    const acme = await test.createOrganization({ name: 'Acme', isTest: true });
    const signer = [{ email: acme.ownerEmail, name: 'Anna Eriksson' }];
    const typeset = await sendRequest(test, acme, 'fast', signer);
    await typeset.visitors[0]!.sign();
    await until('it is completed', async () => (await typeset.status()) === 'completed');
    expect(await unmarked(await bytesAt(acme, `${typeset.path}/document/signed`))).toEqual([]);
  });
});
