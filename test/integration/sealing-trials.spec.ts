import { PdfService } from '../../src/pdf/pdf.service.js';
import { Transactions } from '../../src/platform/database/transactions.js';
import { FileStore } from '../../src/platform/storage/file-store.js';
import { type SendDetails } from '../../src/signatures/domain/send-details.js';
import { SealingTrials } from '../../src/signatures/internal/sealing-trials.js';
import { Signature } from '../../src/signatures/signature.entity.js';
import { type SharedTestApp, sharedTestApp, type TestOrganization } from '../support/app.js';
import { inDepth } from '../support/in-depth.js';
import { assemblePdf, ONE_PAGE, PAGE_TREE, textPdf } from '../support/pdf-samples.js';
import { createDraft, SIGNATURES } from '../support/samples.js';
import { ANNA } from '../support/signing-requests.js';

/** Sealing changes the catalog, to which this annotation refers. */
const unsealable = assemblePdf([
  '<< /Type /Catalog /Pages 2 0 R >>',
  PAGE_TREE,
  ONE_PAGE.replace('/Resources', '/Annots [4 0 R] /Resources'),
  '<< /Type /Annot /Subtype /Text /Rect [0 0 9 9] /Whole 1 0 R >>',
]);
const HEADERS = { 'content-type': 'application/pdf' };
const PLACE = {
  kind: 'signature',
  signerEmail: ANNA.email,
  page: 1,
  x: 10,
  y: 10,
  width: 160,
  height: 50,
};

let test: SharedTestApp;
let acme: TestOrganization;

beforeAll(async () => {
  test = await sharedTestApp();
  acme = await test.createOrganization();
});

it('refuses an upload that could not be completed', async () => {
  const path = `${SIGNATURES}/${await createDraft(acme.api)}`;
  const { status, body } = await acme.api.put(`${path}/document`, unsealable, { headers: HEADERS });
  expect({ status, code: body.code }).toEqual({ status: 400, code: 'document_unsealable' });
});

inDepth.each(['fast', 'advanced'])('repeats the trial on send, with the real fields (%s)', async (type) => {
  const id = await createDraft(acme.api, { type });
  const path = `${SIGNATURES}/${id}`;
  await acme.api.put(`${path}/document`, await textPdf(), { headers: HEADERS });
  expect((await acme.api.put(`${path}/document/fields`, { fields: [PLACE] })).status).toBe(200);
  const storageKey = await test.app.get(FileStore, { strict: false }).put(acme.organizationId, unsealable);
  const present = `update signature_documents set storage_key = $1
    where signature_id = $2 and organization_id = $3 and kind = 'presented' returning storage_key`;
  await test.dataSource.query(present, [storageKey, id, acme.organizationId]);
  const sent = await acme.api.post(`${path}/send`, { signers: [ANNA] });
  expect({ status: sent.status, code: sent.body.code }).toEqual({ status: 400, code: 'document_unsealable' });
  expect((await acme.api.get(`${path}/status`)).body).toMatchObject({ status: 'draft' });
});

it('a trial holds only for the document and the fields that were tried', async () => {
  const signatureId = await createDraft(acme.api);
  const path = `${SIGNATURES}/${signatureId}`;
  await acme.api.put(`${path}/document`, await textPdf(), { headers: HEADERS });
  const { organizationId } = acme;
  const trials = test.app.get(SealingTrials, { strict: false });
  const signer = { email: ANNA.email, name: null, order: 0, locale: null };
  const draft = await test.dataSource.manager.findOneByOrFail(Signature, { id: signatureId, organizationId });
  const details = { signers: [signer] } as unknown as SendDetails;
  const tried = await trials.tryDraft({ draft, details, organizationName: 'Acme', locale: null });
  const readUnchanged = () => test.app.get(Transactions).run((tx) => trials.readUnchanged(tx, draft, tried));
  const keys = (await readUnchanged()).documents.map(({ presented }) => presented.storageKey);
  expect(keys).toEqual(tried.storageKeys);
  expect((await acme.api.put(`${path}/document/fields`, { fields: [PLACE] })).status).toBe(200);
  await expect(readUnchanged()).rejects.toMatchObject({ statusCode: 400, code: 'document_changed' });
});

it('does not replace a document that was uploaded while the text was being typeset', async () => {
  const path = `${SIGNATURES}/${await createDraft(acme.api)}`;
  const pdf = test.app.get(PdfService, { strict: false });
  const { typesetRequest } = pdf;
  const upload = await textPdf();
  pdf.typesetRequest = async (...input) => {
    expect((await acme.api.put(`${path}/document`, upload, { headers: HEADERS })).status).toBe(200);
    return typesetRequest.apply(pdf, input);
  };
  const send = () => acme.api.post(`${path}/send`, { signers: [ANNA], subject: 'Offer' });
  const sent = await send().finally(() => (pdf.typesetRequest = typesetRequest));
  expect({ status: sent.status, code: sent.body.code }).toEqual({ status: 400, code: 'document_changed' });
  expect((await acme.api.get(`${path}/document`)).body).toEqual(upload);
  expect((await send()).status).toBe(200);
  expect((await acme.api.get(`${path}/document`)).body).toEqual(upload);
});
