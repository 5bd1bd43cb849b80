import { canonicalJson } from '../../src/audit-chain/canonical-json.js';
import { sha256 } from '../../src/platform/crypto/tokens.js';
import { type ApiClient } from '../support/api-client.js';
import { type SharedTestApp, sharedTestApp, type TestOrganization } from '../support/app.js';
import { builtForm, script, states, widget } from '../support/built-forms.js';
import { textPdf } from '../support/pdf-samples.js';
import { createDraft, SIGNATURES } from '../support/samples.js';
import { trailOf } from '../support/trails.js';

const PEOPLE = {
  roles: [
    { key: 'tenant', order: 1 },
    { key: 'landlord', order: 2 },
  ],
  signers: { tenant: 'tenant@signers.test', landlord: 'landlord@signers.test' },
};
const FORM = builtForm(
  [
    widget(
      `/FT /Tx /T (Miete) /V (850) /MK << /BC [0] >> ${script('F', 'AFNumber_Format(2, 2, 0, 0, "", true);')}`,
      '20 360 120 380',
    ),
    widget('/FT /Sig /T (Vermieter)', '20 300 120 320'),
    widget('/FT /Btn /Ff 65536 /T (Drucken) /A << /S /JavaScript /JS (print\\(\\)) >>', '20 200 60 220'),
  ],
  { catalog: '/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>' },
);

describe('imports of forms', () => {
  let test: SharedTestApp;
  let acme: TestOrganization;

  beforeAll(async () => {
    test = await sharedTestApp();
    acme = await test.createOrganization({ name: 'Acme' });
  });

  const draft = async () => createDraft(acme.api, { type: 'fast' });
  const imported = (api: ApiClient, id: number, pdf: Buffer, people: object = PEOPLE) => {
    const body = new FormData();
    body.set('file', new Blob([new Uint8Array(pdf)], { type: 'application/pdf' }), 'Lease.pdf');
    body.set('form', JSON.stringify(people));
    return api.post(`${SIGNATURES}/${id}/form/import`, body);
  };

  it('turn the fields of an upload into those of the draft, and account for each of them', async () => {
    const id = await draft();
    const people = { ...PEOPLE, fieldRoles: { vermieter: 'landlord' } };
    const { status, body } = await imported(acme.api, id, FORM, people);
    expect([status, body]).toEqual([200, expect.objectContaining({ form: expect.anything() })]);
    expect(body.form).toMatchObject({
      signers: PEOPLE.signers,
      fields: [
        { key: 'miete', kind: 'number', role: 'tenant', value: '850', validation: { decimals: 2 } },
        { key: 'vermieter', kind: 'signature', role: 'landlord' },
      ],
    });
    expect(body.report).toMatchObject({
      imported: [
        { key: 'miete', pdfName: 'Miete' },
        { key: 'vermieter', pdfName: 'Vermieter' },
      ],
      notImported: [{ name: 'Drucken', reason: 'push_button' }],
      removed: { scripts: 3, actions: 0, xfa: false },
    });
    expect(body.reportSha256).toBe(sha256(canonicalJson(body.report)).toString('hex'));
    expect(body.document).toMatchObject({ pages: 1, originalSha256: sha256(FORM).toString('hex') });
    const path = `${SIGNATURES}/${id}`;
    expect((await acme.api.get(`${path}/document`)).body).toEqual(FORM);
    expect((await acme.api.get(`${path}/form`)).body).toEqual(body.form);
    const uploaded = (await trailOf(test.dataSource, id)).find(({ type }) => type === 'document_uploaded')!;
    expect(uploaded.data).toMatchObject({
      documentSha256: body.document.originalSha256,
      presentedSha256: body.document.presentedSha256,
      importReportSha256: body.reportSha256,
      removed: ['scripts'],
    });
  });

  it('keep names that the database cannot store, but for what it cannot', async () => {
    const name = '/T <FEFF004100000042> /TU <FEFF0043D83D>';
    const pdf = builtForm([widget(`/FT /Btn ${name} ${states('Off', 'a#00b')}`)]);
    const { status, body } = await imported(acme.api, await draft(), pdf);
    expect([status, body.code]).toEqual([200, undefined]);
    expect(body.form.imported).toMatchObject([{ pdfName: 'A\ufffdB', exports: [{ state: 'a\ufffdb' }] }]);
  });

  it('replace the document, the fields and the form of the draft', async () => {
    const id = await draft();
    const path = `${SIGNATURES}/${id}`;
    const headers = { 'content-type': 'application/pdf' };
    expect((await acme.api.put(`${path}/document`, await textPdf(2), { headers })).status).toBe(200);
    const field = { kind: 'text', signerEmail: 'a@signers.test', page: 2, x: 9, y: 9, width: 90, height: 20 };
    expect((await acme.api.put(`${path}/document/fields`, { fields: [field] })).status).toBe(200);
    expect((await imported(acme.api, id, FORM)).status).toBe(200);
    const other = builtForm([widget('/FT /Tx /T (Name)')]);
    expect((await imported(acme.api, id, other)).body.form.fields).toMatchObject([{ key: 'name' }]);
    expect((await acme.api.get(`${path}/document/fields`)).body.items).toEqual([]);
  });

  it('are refused with a code, and change nothing', async () => {
    const id = await draft();
    const codeOf = async (pdf: Buffer, people?: object) =>
      (await imported(acme.api, id, pdf, people)).body.code as string;
    expect(await codeOf(await textPdf(1))).toBe('form_has_no_fields');
    expect(await codeOf(Buffer.from('%PDF-1.7'))).toBe('document_unreadable');
    expect(await codeOf(FORM, { ...PEOPLE, role: 'notary' })).toBe('role_unknown');
    expect(await codeOf(FORM, { ...PEOPLE, signers: {} })).toBe('member_missing');
    const unknown = await imported(acme.api, id, FORM, { ...PEOPLE, fieldRoles: { rent: 'tenant' } });
    expect(unknown.body).toMatchObject({ statusCode: 400, details: [{ field: 'form.fieldRoles.rent' }] });
    expect((await acme.api.get(`${SIGNATURES}/${id}/form`)).status).toBe(404);
    expect((await acme.api.get(`${SIGNATURES}/${id}/document`)).status).toBe(404);
  });

  it('of another organization’s draft are not found', async () => {
    const id = await draft();
    const other = await test.createOrganization({ name: 'Other' });
    expect((await imported(other.api, id, FORM)).status).toBe(404);
  });
});
