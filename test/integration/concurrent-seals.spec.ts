import { FieldSignatures } from '../../src/completion/field-signatures.js';
import { SignaturePapers } from '../../src/signatures/documents/signature-papers.js';
import { Signature } from '../../src/signatures/signature.entity.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { ANNA, JONAS, sendRequest } from '../support/signing-requests.js';
import { trailOf } from '../support/trails.js';

/** Nothing else works on the document. */
let test: TestApp;

beforeAll(async () => {
  test = await startTestApp({ role: 'web' });
});
afterAll(() => test?.close());

it('adds each signature once, although two runs begin with the same state', async () => {
  const acme = await test.createOrganization();
  const { id } = await sendRequest(test, acme, 'advanced', [ANNA, JONAS]);
  const { manager } = test.dataSource;
  await manager.query(
    `update signature_signers set status = 'signed', signed_at = app_now(), mark = '{"kind":"click"}'
     where signature_id = $1`,
    [id],
  );
  const signature = await manager.findOneByOrFail(Signature, { id });
  const contents = await test.app.get(SignaturePapers, { strict: false }).gather(manager, signature);
  const fields = test.app.get(FieldSignatures, { strict: false });
  const [document] = contents.documents;
  const advance = () => fields.advance(contents, document!);
  const states = await Promise.all([advance(), advance()]);
  const names = states.map(({ signatures }) => signatures.map(({ fieldName }) => fieldName));
  expect(names[0]).toHaveLength(2);
  expect(names[1]).toEqual(names[0]);
  const signed = (await trailOf(test.dataSource, id)).filter(({ type }) => type === 'certificate_signed');
  expect(signed).toHaveLength(2);
});
