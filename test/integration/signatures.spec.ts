import { readFile } from 'node:fs/promises';
import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';

const DRAFT = {
  type: 'fast',
  originalDocumentName: 'Lease',
  originalDocumentType: 'application/pdf',
  originalDocumentExtension: 'pdf',
};
const TIMESTAMP = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

describe('signatures', () => {
  let test: TestApp;
  let acme: TestOrganization;

  beforeAll(async () => {
    test = await startTestApp();
    acme = await test.createOrganization({ name: 'Acme' });
  });
  afterAll(() => test.close());

  it('creates a draft with exactly the fields of the contract', async () => {
    const { status, body } = await acme.api.post('/api/v1/signatures', DRAFT);
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(Number),
      ...DRAFT,
      status: 'draft',
      documentStatus: 'draft',
      senderName: 'Acme',
      subject: '',
      messageContent: '',
      organizationId: acme.organizationId,
      createdByUserId: acme.userId,
      dateSent: null,
      expiresDate: null,
      requireVerification: false,
      ccOnComplete: [],
      createdAt: TIMESTAMP,
      updatedAt: TIMESTAMP,
    });
  });

  it('sends without an uploaded document by typesetting the request', async () => {
    const draft = await acme.api.post('/api/v1/signatures', DRAFT);
    const sent = await acme.api.post(`/api/v1/signatures/${draft.body.id}/send`, {
      signers: [{ email: 'a@x.test', extra: 1 }],
    });
    expect(sent.body).toMatchObject({
      status: 'created',
      documentStatus: 'ready',
      signers: [{ email: 'a@x.test', name: null, status: 'pending' }],
    });
    const list = await acme.api.get('/api/v1/signatures');
    expect(list.body.total).toBe(2);
    const del = await acme.api.delete(`/api/v1/signatures/${draft.body.id}`);
    expect(del.body).toEqual({ id: draft.body.id, status: 'created', deletedAt: TIMESTAMP });
  });

  it('uploads', async () => {
    const pdf = await readFile('docs/specimen/agreement.pdf');
    const draft = await acme.api.post('/api/v1/signatures', DRAFT);
    const form = new FormData();
    form.set('file', new Blob([pdf]), 'a.pdf');
    const up = await acme.api.put(`/api/v1/signatures/${draft.body.id}/document`, form);
    expect(up.body).toMatchObject({ documentStatus: 'ready' });
    const back = await acme.api.get(`/api/v1/signatures/${draft.body.id}/document`);
    expect(back.body.equals(pdf)).toBe(true);
    const raw = await acme.api.put(`/api/v1/signatures/${draft.body.id}/document`, pdf, {
      headers: { 'content-type': 'application/pdf' },
    });
    expect(raw.status).toBe(200);
  });
});
