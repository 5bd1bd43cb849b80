import { SealingTrials } from '../../src/signatures/sealing-trials.service.js';
import { type Signature } from '../../src/signatures/signature.entity.js';
import { FileStore } from '../../src/platform/storage/file-store.service.js';
import { Transactions } from '../../src/platform/database/transactions.js';
import { sharedTestApp, type SharedTestApp, type TestOrganization } from '../support/app.js';
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

it('refuse an upload that could not be completed', async () => {
  const path = `${SIGNATURES}/${await createDraft(acme.api)}`;
  const { status, body } = await acme.api.put(`${path}/document`, unsealable, { headers: HEADERS });
  expect({ status, code: body.code }).toEqual({ status: 400, code: 'document_unsealable' });
});

it.each(['fast', 'advanced'])('are repeated on send, with the real fields (%s)', async (type) => {
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

it('hold only for the document and the fields that were tried', async () => {
  const signatureId = await createDraft(acme.api);
  const path = `${SIGNATURES}/${signatureId}`;
  await acme.api.put(`${path}/document`, await textPdf(), { headers: HEADERS });
  const { organizationId } = acme;
  const trials = test.app.get(SealingTrials, { strict: false });
  const signer = { email: ANNA.email, name: null, order: 0, locale: null };
  const tried = await trials.tryDraft({ organizationId, signatureId }, [signer]);
  const assertUnchanged = () =>
    test.app
      .get(Transactions)
      .run((tx) => trials.assertUnchanged(tx, { id: signatureId, organizationId } as Signature, tried));
  await assertUnchanged();
  expect((await acme.api.put(`${path}/document/fields`, { fields: [PLACE] })).status).toBe(200);
  await expect(assertUnchanged()).rejects.toMatchObject({ statusCode: 400, code: 'document_changed' });
});
