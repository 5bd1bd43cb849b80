import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { authorities, issue } from '../support/issued-certificates.js';
import { P12_PASSPHRASE, p12Of } from '../support/p12-file.js';
import { textPdf } from '../support/pdf-samples.js';
import { createDraft, SIGNATURES } from '../support/samples.js';
import { ANNA, visitorOf } from '../support/signing-requests.js';
import { until } from '../support/until.js';

const HEADERS = { 'content-type': 'application/pdf' };
const DRAWN = {
  method: 'drawn',
  strokes: '[[0.1,0.5,0.3,0.1,0.5,0.9,0.7,0.2,0.9,0.6]]',
  witness: 'Hugo Host',
};
const PLACE = { kind: 'signature', signerEmail: ANNA.email, page: 1, x: 60, y: 400, width: 160, height: 50 };

describe('a document that was completed here', () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-sealed-'));
  let test: TestApp;
  let acme: TestOrganization;

  afterEach(() => test.close());
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const upload = async (pdf: Buffer) => {
    const path = `${SIGNATURES}/${await createDraft(acme.api, { type: 'in_person' })}`;
    const { status, body } = await acme.api.put(`${path}/document`, pdf, { headers: HEADERS });
    return { path, answer: { status, code: body.code as string | undefined } };
  };

  it.each(['an organization’s own key', 'SEAL_P12'])(
    'is accepted again with a drawn signature, sealed with %s',
    async (key) => {
      const above = await authorities(1);
      const file = p12Of(folder, await issue('Service seal', { issuer: above[0]! }), above);
      test = await startTestApp(key === 'SEAL_P12' ? { sealP12: { file, passphrase: P12_PASSPHRASE } } : {});
      acme = await test.createOrganization({ name: 'Acme' });
      const { path } = await upload(await textPdf());
      await acme.api.put(`${path}/document/fields`, { fields: [PLACE] });
      const { body } = await acme.api.post(`${path}/send`, { signers: [ANNA] });
      const [{ id }] = body.signers as [{ id: number }];
      const anna = await visitorOf(test, acme.organizationId, id);
      expect((await anna.sign(DRAWN)).location).toBe('/done');
      await until('the request is completed', async () => {
        return (await acme.api.get(`${path}/status`)).body.status === 'completed';
      });
      const sealed = (await acme.api.get(`${path}/document/signed`)).body as Buffer;
      expect((await upload(sealed)).answer).toEqual({ status: 200, code: undefined });
    },
  );
});
