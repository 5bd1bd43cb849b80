import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzip } from '../../src/common/zip-archive.js';
import { OrganizationKeys } from '../../src/pdf-signatures/organization-keys.js';
import { RequestErasure } from '../../src/signatures/retention/request-erasure.js';
import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { Mailbox } from '../support/mailbox.js';
import { verifyOffline } from '../support/offline-check.js';
import { textOf } from '../support/pdf-samples.js';
import { EMMY, readersOf } from '../support/recipients.js';
import { completedSeveral, draftWith, sendSeveral } from '../support/several-documents.js';
import { ANNA, JONAS, visitorOf } from '../support/signing-requests.js';
import { until } from '../support/until.js';
import { mutoolAccepts, opensslAccepts, pdfsig, pdfText, qpdfAccepts } from '../support/validators.js';
import { zip } from '../support/word-samples.js';

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

  it('gives all of them in an archive whose manifest names each', async () => {
    const sent = await sendSeveral(test, acme, ['../../etc/passwd.pdf', 'lease.PDF']);
    expect(codeOf(await acme.api.get(`${sent.path}/documents/archive`))[0]).toBe(404);
    await sent.visitors[0]!.sign();
    await until('it is completed', async () => (await sent.status()) === 'completed');
    const folder = mkdtempSync(join(tmpdir(), 'countersign-archive-'));
    try {
      const archive = await download(`${sent.path}/documents/archive`);
      writeFileSync(join(folder, 'all.zip'), archive);
      execFileSync('unzip', ['-q', 'all.zip', '-d', 'out'], { cwd: folder });
      const files = readdirSync(join(folder, 'out')).sort();
      expect(files).toEqual([
        '01 Lease.pdf',
        '02 passwd.pdf',
        '03 lease (2).pdf',
        'certificate.pdf',
        'evidence.json',
        'manifest.json',
      ]);
      const read = (name: string) => readFileSync(join(folder, 'out', name));
      const manifest = JSON.parse(read('manifest.json').toString()) as {
        documents: { file: string; sha256: string }[];
        evidence: { sha256: string };
      };
      expect(manifest.documents.map(({ file }) => sha256(read(file)))).toEqual(
        manifest.documents.map((each) => each.sha256),
      );
      const evidence = JSON.parse(read('evidence.json').toString()) as {
        version: number;
        documents: { signedSha256: string }[];
      };
      expect(sha256(read('evidence.json'))).toBe(manifest.evidence.sha256);
      expect(evidence.version).toBe(2);
      expect(evidence.documents.map(({ signedSha256 }) => signedSha256)).toEqual(
        manifest.documents.map((each) => each.sha256),
      );
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('is proven offline by its archive alone, unless a file is missing, changed or added', async () => {
    const path = await completedSeveral(test, acme);
    const archive = await download(`${path}/documents/archive`);
    const whole = verifyOffline(archive);
    expect(whole.stdout).toContain(
      'The archive has all documents of its certificate of completion, and no other.',
    );
    expect(whole.status).toBe(0);
    const files = await unzip(archive, { maxFiles: 10, maxBytes: 10_000_000 });
    const told = (change: (files: Map<string, Buffer>) => void) => {
      const changed = new Map(files);
      change(changed);
      return verifyOffline(zip(Object.fromEntries(changed)));
    };
    const second = '02 Annex.pdf';
    const cases: [(files: Map<string, Buffer>) => unknown, number, string][] = [
      [() => undefined, 0, 'and no other'],
      [(all) => all.delete(second), 1, 'Document 2 of the certificate (SHA-256'],
      [(all) => all.set('03 Plan.pdf', files.get(second)!), 1, 'manifest.json does not list "03 Plan.pdf".'],
      [
        (all) => all.set(second, Buffer.concat([files.get(second)!, Buffer.from('%')])),
        1,
        `${second} is no document`,
      ],
      [(all) => all.delete('certificate.pdf'), 1, 'The archive has 0 certificates of completion'],
      [(all) => all.delete('manifest.json'), 1, 'The archive has no manifest.json.'],
      [(all) => all.set('manifest.json', Buffer.from('{}')), 1, 'manifest.json does not list files'],
      [(all) => all.set('evidence.json', Buffer.from('{}')), 1, 'lists "evidence.json" with another SHA-256'],
      [(all) => all.set('note.txt', Buffer.from('hi')), 1, 'manifest.json does not list "note.txt".'],
    ];
    for (const [change, status, words] of cases)
      expect(told(change)).toEqual({ status, stdout: expect.stringContaining(words) });
    const damaged = verifyOffline(archive.subarray(0, -30));
    expect([damaged.status, damaged.stdout]).toEqual([2, 'The archive cannot be read: it is damaged.\n']);
    const { status, stdout } = verifyOffline(archive, ['--json']);
    expect([status, JSON.parse(stdout)]).toEqual([
      0,
      {
        isComplete: true,
        told: ['The archive has all documents of its certificate of completion, and no other.'],
        files: ['01 Lease.pdf', second, 'certificate.pdf'].map((file) =>
          expect.objectContaining({ file, verdict: 'intact' }),
        ),
      },
    ]);
  }, 120_000);

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
