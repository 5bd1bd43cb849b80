import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PDF } from '@libpdf/core';
import { OrganizationKeys } from '../../src/pdf-signatures/organization-keys.js';
import { PROJECT_ROOT } from '../../src/platform/config/paths.js';
import { WebhookEndpointsService } from '../../src/webhooks/webhook-endpoints.service.js';
import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { Mailbox, type ReceivedMail } from '../support/mailbox.js';
import { textOf } from '../support/pdf-samples.js';
import { type Inbox, Receiver } from '../support/receiver.js';
import { createDraft, SIGNATURES } from '../support/samples.js';
import { SigningVisitor } from '../support/signing-visitor.js';
import { until } from '../support/until.js';
import { opensslAccepts, pdfsig } from '../support/validators.js';

const AGREEMENT = join(PROJECT_ROOT, 'docs/specimen/agreement.pdf');
const EVENTS = ['signature.created', 'signature.partially_signed', 'signature.completed'];

describe('a document sent, signed and delivered over real mail and webhooks', () => {
  let mailbox: Mailbox;
  let receiver: Receiver;
  let inbox: Inbox;
  let test: TestApp;
  let acme: TestOrganization;

  beforeAll(async () => {
    mailbox = await Mailbox.start();
    receiver = await Receiver.start();
    inbox = receiver.newInbox();
    test = await startTestApp({
      smtpUrl: mailbox.url,
      webhookAllowedCidrs: ['127.0.0.0/8', '::1/128'],
      webhookCaFile: receiver.caFile,
    });
    acme = await test.createOrganization({ name: 'Acme' });
    const { organizationId } = acme;
    await test.app.get(WebhookEndpointsService).setUrl({ organizationId, url: inbox.url });
  });
  afterAll(async () => {
    await test.close();
    await receiver.stop();
    await mailbox.stop();
  });

  const visitorOf = (mail: ReceivedMail) =>
    new SigningVisitor(/https?:\/\/\S+\/sign\/[0-9a-f]{64}/.exec(mail.text!)![0]);

  it('a document is signed by everyone, sealed, mailed and reported', async () => {
    const agreement = await readFile(AGREEMENT);
    const id = await createDraft(acme.api, { originalDocumentName: 'Agreement' });
    const pdf = { headers: { 'content-type': 'application/pdf' } };
    await acme.api.put(`${SIGNATURES}/${id}/document`, agreement, pdf);
    await acme.api.post(`${SIGNATURES}/${id}/send`, {
      signers: [
        { email: 'ann@example.test', name: 'Ann Lee' },
        { email: 'bob@example.test', name: 'Bob Ray' },
      ],
      subject: 'Our agreement',
      ccOnComplete: ['boss@example.test'],
    });
    for (const address of ['ann@example.test', 'bob@example.test']) {
      const visitor = visitorOf(await mailbox.waitForMailTo(address, /Our agreement/));
      expect((await visitor.sign()).location).toBe('/done');
    }
    const status = async () => (await acme.api.get(`${SIGNATURES}/${id}/status`)).body.status;
    await until('the request is completed', async () => (await status()) === 'completed');
    const { body: signed } = await acme.api.get(`${SIGNATURES}/${id}/document/signed`);
    await expectBothSignatures(agreement, signed);
    await expectValidSeal(signed);
    for (const address of ['ann@example.test', 'bob@example.test', 'boss@example.test']) {
      const { attachments } = await mailbox.waitForMailTo(address, /Completed/);
      expect(attachments.map(({ filename }) => filename)).toEqual([
        'Agreement-signed.pdf',
        'Agreement-certificate.pdf',
      ]);
      expect(attachments[0]!.content.equals(signed)).toBe(true);
    }
    await expectDeliveries();
  }, 120_000);

  async function expectBothSignatures(agreement: Buffer, signed: Buffer): Promise<void> {
    const before = await textOf(agreement);
    const after = await textOf(signed);
    expect(after.slice(0, before.length)).toEqual(before);
    expect((await PDF.load(signed)).getPageCount()).toBe(before.length + 1);
    for (const words of ['Ann Lee', 'ann@example.test', 'Bob Ray', 'bob@example.test'])
      expect(after.at(-1)).toContain(words);
  }

  /** Valid to poppler and OpenSSL too, but only under this organization's own authority. */
  async function expectValidSeal(signed: Buffer): Promise<void> {
    const [seal, ...others] = pdfsig(signed);
    expect(others).toEqual([]);
    expect(seal).toMatchObject({
      signer: 'Acme document seal',
      verdict: 'Signature is Valid.',
      coversAll: true,
    });
    const keys = test.app.get(OrganizationKeys, { strict: false });
    const own = await keys.sealingKey(acme.organizationId);
    expect(await opensslAccepts(signed, own.chain[0]!)).toEqual([true]);
    const stranger = await test.createOrganization();
    const { chain } = await keys.sealingKey(stranger.organizationId);
    expect(await opensslAccepts(signed, chain[0]!)).toEqual([false]);
  }

  /** Expects each event once, signed over its exact bytes and in the history. Retries may change the order. */
  async function expectDeliveries(): Promise<void> {
    const requests = await inbox.waitFor(EVENTS.length);
    const received = requests.map(({ body }) => JSON.parse(body.toString()));
    expect(received.map(({ event }) => event).sort()).toEqual([...EVENTS].sort());
    for (const { headers, body } of requests) {
      const expected = createHmac('sha256', acme.webhookSecret).update(body).digest('hex');
      expect(headers['x-service-signature']).toBe(expected);
      expect(headers['x-service-webhook-id']).toBe(JSON.parse(body.toString()).webhookId);
      expect(headers['content-type']).toBe('application/json');
    }
    const history = await until('the history shows each delivery', async () => {
      const { body } = await acme.api.get('/api/v1/webhook-notifications?status=success');
      return body.total === EVENTS.length && body.items;
    });
    expect(history.map(({ event }: { event: string }) => event)).toEqual([...EVENTS].reverse());
    for (const record of history) {
      expect(record).toMatchObject({
        organizationId: String(acme.organizationId),
        attempts: 1,
        responseCode: 200,
      });
      expect(received).toContainEqual(record.requestBody);
    }
  }
});
