import { PDF } from '@libpdf/core';
import { type SharedTestApp, sharedTestApp, type TestOrganization } from '../support/app.js';
import { LEASE, leaseWith, sendForm, type SentForm, signForm } from '../support/request-forms.js';
import { until } from '../support/until.js';
import { pdfText } from '../support/validators.js';

/** Evidence as it is attached to a certificate. */
interface Evidence {
  version: number;
  form: { definitionSha256: string; signers: { values: { key: string }[]; hidden: string[] }[] };
}

describe('requests with forms', () => {
  let test: SharedTestApp;
  let acme: TestOrganization;

  beforeAll(async () => {
    test = await sharedTestApp();
    acme = await test.createOrganization({ name: 'Acme' });
  });

  const completed = (path: string) =>
    until('the request is completed', async () => {
      return (await acme.api.get(`${path}/status`)).body.status === 'completed';
    });
  const file = async (path: string) => (await acme.api.get(path)).body as Buffer;

  async function signBoth({ tenant, landlord, path }: SentForm, entries: Record<string, string>) {
    expect((await signForm(tenant, entries)).html).toContain('Thank you');
    expect((await signForm(landlord, { 'entry-heating': '1' })).html).toContain('Thank you');
    await completed(path);
  }

  it('seals what was filled in, and gives it back', async () => {
    const request = await sendForm(test, acme);
    const { path, tenant } = request;
    expect((await acme.api.get(`${path}/form-data`)).body).toEqual({ items: [] });
    expect((await signForm(tenant, { 'entry-rent': '1234.5', 'entry-married': '' })).status).toBe(200);
    const half = await acme.api.get(`${path}/form-data`);
    console.log(JSON.stringify(half.body, null, 1));
    await signBoth(request, {});
    const text = pdfText(await file(`${path}/document/signed`));
    console.log(text);
    const certificate = await PDF.load(await file(`${path}/certificate`));
    const evidence = JSON.parse(
      Buffer.from(certificate.getAttachment('evidence.json')!).toString(),
    ) as Evidence;
    console.log(JSON.stringify(evidence.form, null, 1));
    for (const format of ['csv', 'xfdf'])
      console.log((await acme.api.get(`${path}/form-data?format=${format}`)).body.toString());
  });
});
