import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { verifyOffline } from '../support/offline-check.js';
import { textPdf } from '../support/pdf-samples.js';
import { createDraft, SIGNATURES } from '../support/samples.js';
import { draftWith } from '../support/several-documents.js';
import { ANNA, visitorOf } from '../support/signing-requests.js';
import { until } from '../support/until.js';

const PDF = { headers: { 'content-type': 'application/pdf' } };

interface Shown {
  name: string;
  sha256: string;
}

describe('the documents of a draft', () => {
  let test: TestApp;
  let acme: TestOrganization;

  beforeAll(async () => {
    test = await startTestApp();
  });
  afterAll(() => test?.close());
  beforeEach(async () => {
    acme = await test.createOrganization({ name: 'Acme' });
  });

  const documentsOf = async (path: string) => (await acme.api.get(`${path}/documents`)).body.items as Shown[];
  const codeOf = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];

  it('refuses numbers that are not next, and the first', async () => {
    const id = await createDraft(acme.api, { originalDocumentName: 'Lease.pdf' });
    const path = `${SIGNATURES}/${id}`;
    const put = async (n: number, pages = 1) =>
      acme.api.put(`${path}/documents/${n}`, await textPdf(pages), PDF);
    expect(codeOf(await put(2))).toEqual([400, 'document_n_gap']);
    await acme.api.put(`${path}/document`, await textPdf(), PDF);
    expect(codeOf(await put(1))).toEqual([400, 'use_document']);
    expect(codeOf(await put(3))).toEqual([400, 'document_n_gap']);
    expect(codeOf(await put(11))).toEqual([400, 'too_many_documents']);
    expect(codeOf(await acme.api.put(`${path}/documents/2`, Buffer.from('no'), PDF))[0]).toBe(400);
    expect((await put(2, 300)).status).toBe(200);
    expect(codeOf(await put(3, 300))).toEqual([413, 'documents_too_large']);
    expect(codeOf(await acme.api.put(`${path}/document`, await textPdf(300), PDF))).toEqual([
      413,
      'documents_too_large',
    ]);
    expect(await documentsOf(path)).toHaveLength(2);
    // Beyond what the database takes for a number.
    for (const what of ['', '/fields', '/signed'])
      expect((await acme.api.get(`${path}/documents/3000000000${what}`)).status).toBe(404);
  });

  it('numbers equal names, renames, and moves up what follows', async () => {
    const long = `${'ä'.repeat(195)}.pdf`;
    const path = await draftWith(acme, ['LEASE.PDF', 'dir/\u202eAnnex.pdf', long, long]);
    const names = async () => (await documentsOf(path)).map(({ name }) => name);
    const [, second, third, fourth, fifth] = await names();
    expect([second, third, fourth]).toEqual(['LEASE (2).PDF', 'Annex.pdf', long]);
    expect(fifth).toMatch(/^ä+ \(2\)\.pdf$/);
    expect(fifth!.length).toBeLessThanOrEqual(200);
    expect((await acme.api.patch(`${path}/documents/3`, { name: 'lease.pdf' })).body.name).toBe(
      'lease (3).pdf',
    );
    expect(codeOf(await acme.api.patch(`${path}/documents/1`, { name: 'x' }))).toEqual([400, 'use_document']);
    expect(codeOf(await acme.api.delete(`${path}/documents/7`))[0]).toBe(404);
    const digest = (await documentsOf(path))[2]!.sha256;
    expect((await acme.api.delete(`${path}/documents/2`)).status).toBe(200);
    expect((await documentsOf(path))[1]!.sha256).toBe(digest);
    expect((await acme.api.delete(`${path}/documents/3`)).status).toBe(200);
    const sent = await acme.api.post(`${path}/send`, { signers: [ANNA] });
    expect(sent.status).toBe(200);
    await (await visitorOf(test, acme.organizationId, sent.body.signers[0].id as number)).sign();
    await until(
      'it is completed',
      async () => (await acme.api.get(`${path}/status`)).body.status === 'completed',
    );
    const certificate = (await acme.api.get(`${path}/certificate`)).body as Buffer;
    expect(verifyOffline(certificate).status).toBe(0);
    expect(codeOf(await acme.api.delete(`${path}/documents/2`))).toEqual([400, 'not_a_draft']);
  });

  it('keeps a repeated upload with its key as one, and shows nothing to others', async () => {
    const path = await draftWith(acme, []);
    const headers = { ...PDF.headers, 'idempotency-key': 'annex' };
    const pdf = await textPdf();
    const first = await acme.api.put(`${path}/documents/2`, pdf, { headers });
    const again = await acme.api.put(`${path}/documents/2`, pdf, { headers });
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    const other = await test.createOrganization();
    for (const below of ['documents', 'documents/2', 'documents/2/fields', 'documents/archive'])
      expect((await other.api.get(`${path}/${below}`)).status).toBe(404);
    expect((await other.api.put(`${path}/documents/3`, pdf, PDF)).status).toBe(404);
    expect((await other.api.delete(`${path}/documents/2`)).status).toBe(404);
  });
});
