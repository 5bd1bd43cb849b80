import { type SharedTestApp, sharedTestApp, type TestOrganization } from '../support/app.js';
import { faxPdf, textPdf } from '../support/pdf-samples.js';
import { ANNA, visitorOf } from '../support/signing-requests.js';
import { type SigningVisitor } from '../support/signing-visitor.js';

describe('the text of a document', () => {
  let test: SharedTestApp;
  let acme: TestOrganization;

  beforeAll(async () => {
    test = await sharedTestApp();
    acme = await test.createOrganization({ name: 'Acme' });
  });

  async function send(pdf: Buffer, type = 'fast'): Promise<{ path: string; anna: SigningVisitor }> {
    const draft = await acme.api.post('/api/v1/signatures', {
      type,
      originalDocumentName: 'Lease agreement',
      originalDocumentType: 'application/pdf',
      originalDocumentExtension: 'pdf',
    });
    const path = `/api/v1/signatures/${draft.body.id}`;
    await acme.api.put(`${path}/document`, pdf, { headers: { 'content-type': 'application/pdf' } });
    const { body } = await acme.api.post(`${path}/send`, { signers: [ANNA] });
    return { path, anna: await visitorOf(test, acme.organizationId, body.signers[0].id) };
  }

  it('shows the text page by page, with a link back to the document', async () => {
    const { anna } = await send(await textPdf(3, '<b>Rent</b> of page'));
    expect((await anna.get('document')).html).toMatch(/href="\/sign\/[0-9a-f]{64}\/text"/);
    const { html, status, heading } = await anna.get('text');
    expect({ status, heading }).toEqual({ status: 200, heading: 'Lease agreement' });
    for (const page of [1, 2, 3]) {
      expect(html).toContain(`<h2 id="page-${page}">Page ${page} of 3</h2>`);
      expect(html).toContain(`&lt;b&gt;Rent&lt;/b&gt; of page ${page}`);
    }
    expect((await anna.get('text', { 'accept-language': 'es' })).html).toContain('Página 2 de 3');
  });

  it('says that there is no text if the document has none', async () => {
    const { anna } = await send(faxPdf());
    expect((await anna.get('text')).html).toContain('has no text that can be read aloud');
  });

  it('shows the text only to signers who may read the document now', async () => {
    const { anna } = await send(await textPdf(1), 'advanced');
    expect((await anna.get('text')).status).toBe(404);
    const cancelled = await send(await textPdf(1));
    await acme.api.delete(cancelled.path);
    expect((await cancelled.anna.get('text')).status).toBe(404);
  });

  it('shows the text of the document whose fingerprint every signer sees', async () => {
    const { path, anna } = await send(await textPdf(1));
    const trail = (await acme.api.get(`${path}/audit-trail`)).body.items as Record<string, string>[];
    const { documentSha256 } = trail.find(({ type }) => type === 'sent')!;
    expect((await anna.get('document')).html).toContain(`<code>${documentSha256}</code>`);
    expect((await anna.sign()).location).toBe('/done');
    expect((await anna.get('done')).html).toContain(`<code>${documentSha256}</code>`);
  });
});
