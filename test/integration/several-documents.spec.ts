import { createHash } from 'node:crypto';
import { OrganizationKeys } from '../../src/pdf-signatures/organization-keys.js';
import { RequestCopies } from '../../src/signatures/request-copies.js';
import { RequestErasure } from '../../src/signatures/retention/request-erasure.js';
import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { Mailbox } from '../support/mailbox.js';
import { verifyOffline } from '../support/offline-check.js';
import { textOf } from '../support/pdf-samples.js';
import { EMMY, readersOf } from '../support/recipients.js';
import { SIGNATURES } from '../support/samples.js';
import { draftWith, sendSeveral } from '../support/several-documents.js';
import { ANNA, JONAS, visitorOf } from '../support/signing-requests.js';
import { until } from '../support/until.js';
import { mutoolAccepts, opensslAccepts, pdfsig, pdfText, qpdfAccepts } from '../support/validators.js';

const TYPED = { method: 'typed', typed: 'Anna Maria Eriksson' };
const MIRA = { email: 'mira@signers.test', name: 'Mira Okafor' };
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

interface Shown {
  n: number;
  name: string;
  pages: number;
  sha256: string;
  presentedSha256: string;
  signedSha256: string | null;
}

interface TrailEvent {
  type: string;
  documents?: { n: number; sha256: string }[];
  [fact: string]: unknown;
}

describe('several documents in one request', () => {
  let test: TestApp;
  let acme: TestOrganization;
  let mailbox: Mailbox;

  beforeAll(async () => {
    mailbox = await Mailbox.start();
    test = await startTestApp({ smtpUrl: mailbox.url });
  });
  afterAll(async () => {
    await test?.close();
    await mailbox?.stop();
  });
  beforeEach(async () => {
    acme = await test.createOrganization({ name: 'Acme' });
  });

  const documentsOf = async (path: string) => (await acme.api.get(`${path}/documents`)).body.items as Shown[];
  const trailOf = async (path: string) =>
    (await acme.api.get(`${path}/audit-trail`)).body.items as TrailEvent[];
  const codeOf = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];
  const download = async (path: string) => {
    const answer = await acme.api.get(path);
    expect(answer.status).toBe(200);
    return answer.body as Buffer;
  };

  it('signs, seals and proves ten documents of three signers together', async () => {
    const names = Array.from({ length: 9 }, (_none, index) => `Annex ${index + 2}.pdf`);
    const sent = await sendSeveral(test, acme, names, { signers: [ANNA, JONAS, MIRA] });
    const listed = await documentsOf(sent.path);
    expect(listed.map(({ n, name }) => [n, name])).toEqual([
      [1, 'Lease.pdf'],
      ...names.map((name, index) => [index + 2, name]),
    ]);
    const digests = listed.map(({ n, presentedSha256 }) => ({ n, sha256: presentedSha256 }));
    for (const visitor of sent.visitors) expect((await visitor.sign()).location).toBe('/done');
    await until('it is completed', async () => (await sent.status()) === 'completed');
    const trail = await trailOf(sent.path);
    const told = trail.filter(({ type }) => type === 'sent' || type === 'signed');
    expect(told.map(({ documents }) => documents)).toEqual([digests, digests, digests, digests]);
    expect(String(trail.find(({ type }) => type === 'consent')!.text)).toContain('“Annex 10.pdf”');
    const signed = await documentsOf(sent.path);
    expect(trail.find(({ type }) => type === 'sealed')!.documents).toMatchObject(
      signed.map(({ n, signedSha256 }) => ({ n, sha256: signedSha256 })),
    );
    const certificate = await download(`${sent.path}/certificate`);
    for (const { n, signedSha256 } of signed) {
      const pdf = await download(`${sent.path}/documents/${n}/signed`);
      expect(sha256(pdf)).toBe(signedSha256);
      const text = (await textOf(pdf)).join(' ').replaceAll(/\s+/g, ' ');
      for (const { name } of [ANNA, JONAS, MIRA]) expect(text).toContain(name);
    }
    const third = await download(`${sent.path}/documents/3/signed`);
    const verdict = verifyOffline(third, [], certificate);
    expect(verdict.status).toBe(0);
    expect(verdict.stdout).toContain('which is document 3 of 10');
    expect(verdict.stdout).toContain(`1 (${signed[0]!.signedSha256})`);
  }, 240_000);

  it('puts every signer’s own signature into each document, and a seal over them', async () => {
    const signers = [ANNA, JONAS];
    const sent = await sendSeveral(test, acme, ['Annex.pdf', 'Rules.pdf'], { type: 'advanced', signers });
    for (const [index, visitor] of sent.visitors.entries()) {
      await visitor.post('code/send');
      await visitor.post('code', { code: await mailbox.waitForCode(signers[index]!.email) });
      expect((await visitor.sign(TYPED)).location).toBe('/done');
    }
    await until('it is completed', async () => (await sent.status()) === 'completed');
    const { chain } = await test.app.get(OrganizationKeys, { strict: false }).sealingKey(acme.organizationId);
    for (const { n, signedSha256 } of await documentsOf(sent.path)) {
      const pdf = await download(`${sent.path}/documents/${n}/signed`);
      expect([n, sha256(pdf)]).toEqual([n, signedSha256]);
      expect(pdfsig(pdf)).toEqual(
        [ANNA.email, JONAS.email, 'Acme document seal'].map((signer, index) => ({
          signer,
          kind: 'ETSI.CAdES.detached',
          verdict: 'Signature is Valid.',
          coversAll: index === 2,
        })),
      );
      expect(await opensslAccepts(pdf, chain[0]!)).toEqual([true, true, true]);
      expect([qpdfAccepts(pdf), mutoolAccepts(pdf)]).toEqual([true, true]);
      expect(verifyOffline(pdf).status).toBe(0);
    }
    const signed = (await trailOf(sent.path)).filter(({ type }) => type === 'certificate_signed');
    expect(signed.map(({ n }) => n ?? 1).sort()).toEqual([1, 1, 2, 2, 3, 3]);
  }, 240_000);

  it('shows approvers all documents, and proves which', async () => {
    const sent = await sendSeveral(test, acme, ['Annex.pdf'], { recipients: [EMMY] });
    const digests = (await documentsOf(sent.path)).map(({ n, presentedSha256 }) => ({
      n,
      sha256: presentedSha256,
    }));
    const [emmy] = await readersOf(test, { organizationId: acme.organizationId, id: sent.id });
    expect((await emmy!.get('document')).html).toContain('Document 2 of 2, page 1 of 1');
    expect((await emmy!.get('file?n=2')).status).toBe(200);
    expect((await emmy!.get('approve')).html).toContain('“Lease.pdf” and “Annex.pdf”');
    expect((await emmy!.post('approve', { agree: 'yes' })).location).toBe('');
    const trail = await trailOf(sent.path);
    expect(trail.find(({ type }) => type === 'approved')!.documents).toEqual(digests);
    expect((await sent.visitors[0]!.sign()).location).toBe('/done');
    await until('it is completed', async () => (await sent.status()) === 'completed');
    expect((await emmy!.get('copy?n=2')).status).toBe(200);
    expect(verifyOffline(await download(`${sent.path}/certificate`)).status).toBe(0);
  });

  it('shows the pages of all documents, and gives each as a file', async () => {
    const sent = await sendSeveral(test, acme, ['Annex.pdf', 'Plan.pdf']);
    const [anna] = sent.visitors;
    const { html } = await anna!.get('document');
    expect(html.match(/data-of-document="\d"/g)).toEqual([1, 2, 3].map((n) => `data-of-document="${n}"`));
    expect(html).toContain('Document 3 of 3, page 1 of 1');
    expect(html).toContain('/file?n&#x3D;2');
    expect((await anna!.get('file?n=3')).status).toBe(200);
    expect((await anna!.get('file?n=4')).status).toBe(404);
    const text = await anna!.get('text');
    expect(text.html).toContain('Document 2 1');
    expect(text.html).toContain('Document 3 1');
    await anna!.post('document/read?n=2', { act: 'pointer' });
    await anna!.post('document/read', { act: 'pointer' });
    await anna!.post('document/read?n=2', { act: 'pointer' });
    const read = (await trailOf(sent.path)).filter(({ type }) => type === 'document_read');
    expect(read.map(({ n }) => n)).toEqual([2, 1]);
  });

  it('places fields on each document, and asks for all of them', async () => {
    const path = await draftWith(acme, ['Annex.pdf']);
    const field = { kind: 'text', signerEmail: ANNA.email, page: 1, x: 50, y: 300, width: 200, height: 30 };
    expect(codeOf(await acme.api.put(`${path}/documents/1/fields`, { fields: [] }))).toEqual([
      400,
      'use_document',
    ]);
    const placed = await acme.api.put(`${path}/documents/2/fields`, {
      fields: [{ ...field, label: 'Rent' }],
    });
    expect(placed).toMatchObject({ status: 200, body: { items: [{ label: 'Rent', page: 1 }] } });
    expect((await acme.api.get(`${path}/document/fields`)).body.items).toEqual([]);
    expect((await acme.api.get(`${path}/documents/2/fields`)).body).toEqual(placed.body);
    const sent = await acme.api.post(`${path}/send`, { signers: [ANNA] });
    expect(sent.status).toBe(200);
    const anna = await visitorOf(test, acme.organizationId, sent.body.signers[0].id as number);
    const control = `field-${placed.body.items[0].id}`;
    expect((await anna.sign()).status).toBe(400);
    expect((await anna.sign({ [control]: 'Nine hundred' })).location).toBe('/done');
    await until(
      'it is completed',
      async () => (await acme.api.get(`${path}/status`)).body.status === 'completed',
    );
    const [first, second] = await Promise.all(
      [1, 2].map(async (n) => pdfText(await download(`${path}/documents/${n}/signed`))),
    );
    expect(second).toContain('Nine hundred');
    expect(first).not.toContain('Nine hundred');
  });

  it('copies all documents with their names and fields into a new draft', async () => {
    const path = await draftWith(acme, ['Annex.pdf', 'Rules.pdf']);
    const field = {
      kind: 'signature',
      signerEmail: ANNA.email,
      page: 1,
      x: 50,
      y: 300,
      width: 200,
      height: 40,
    };
    for (const place of ['document', 'documents/3'])
      expect((await acme.api.put(`${path}/${place}/fields`, { fields: [field] })).status).toBe(200);
    expect((await acme.api.post(`${path}/send`, { signers: [ANNA] })).status).toBe(200);
    const caller = { ...acme, ip: '203.0.113.7', userAgent: 'Firefox' };
    const id = await test.app
      .get(RequestCopies, { strict: false })
      .copy(caller, Number(path.split('/').at(-1)));
    const copy = `${SIGNATURES}/${id}`;
    const told = async (of: string) =>
      (await documentsOf(of)).map(({ n, name, sha256: digest, pages }) => ({ n, name, digest, pages }));
    expect(await told(copy)).toEqual(await told(path));
    for (const place of ['document', 'documents/3'])
      expect((await acme.api.get(`${copy}/${place}/fields`)).body.items).toMatchObject([field]);
    expect((await acme.api.get(`${copy}/documents/2/fields`)).body.items).toEqual([]);
  });

  it('erases files, names and signatures of a person from every document', async () => {
    const sent = await sendSeveral(test, acme, ['Anna Maria Eriksson.pdf']);
    await sent.visitors[0]!.sign();
    await until('it is completed', async () => (await sent.status()) === 'completed');
    const erasure = test.app.get(RequestErasure, { strict: false });
    const person = { organizationId: acme.organizationId, email: ANNA.email };
    expect(await erasure.erase(person, sent.id)).toBe('erased');
    const rows = await test.dataSource.query<{ name: string; files: number }[]>(
      `select name, (select count(*)::int from request_document_files f where f.document_id = d.id) as files
       from request_documents d where signature_id = $1`,
      [sent.id],
    );
    expect(rows).toEqual([{ name: 'erased', files: 0 }]);
    expect(await erasure.erase(person, sent.id)).toBe('none');
  });

  it('leaves requests with one document as they were', async () => {
    const path = await draftWith(acme, []);
    const sent = await acme.api.post(`${path}/send`, { signers: [ANNA] });
    const anna = await visitorOf(test, acme.organizationId, sent.body.signers[0].id as number);
    await anna.sign();
    await until(
      'it is completed',
      async () => (await acme.api.get(`${path}/status`)).body.status === 'completed',
    );
    const trail = await trailOf(path);
    for (const type of ['sent', 'signed', 'sealed'])
      expect(trail.find((event) => event.type === type)).not.toHaveProperty('documents');
    expect(await download(`${path}/documents/1/signed`)).toEqual(await download(`${path}/document/signed`));
    expect(await download(`${path}/documents/1`)).toEqual(await download(`${path}/document`));
  });
});
