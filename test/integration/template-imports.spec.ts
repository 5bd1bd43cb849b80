import { type SharedTestApp, sharedTestApp, type TestOrganization } from '../support/app.js';
import { builtForm, script, widget } from '../support/built-forms.js';
import { textPdf } from '../support/pdf-samples.js';
import { createDraft, SIGNATURES } from '../support/samples.js';
import { TEMPLATES } from '../support/templates.js';

const ANNA = 'anna@signers.test';
const FORM = builtForm(
  [
    widget(`/FT /Tx /T (Lease.Rent) ${script('F', 'AFNumber_Format(2, 0, 0, 0, "", true);')}`),
    widget('/FT /Tx /T (Lease.Name)'),
  ],
  { catalog: '/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>' },
);
const NAMES = { lease_rent: 'Lease.Rent', lease_name: 'Lease.Name' };

describe('templates of imported forms', () => {
  let test: SharedTestApp;
  let acme: TestOrganization;
  let path: string;

  beforeAll(async () => {
    test = await sharedTestApp();
    acme = await test.createOrganization({ name: 'Acme' });
    const draft = `${SIGNATURES}/${await createDraft(acme.api, { type: 'fast' })}`;
    const body = new FormData();
    body.set('file', new Blob([new Uint8Array(FORM)], { type: 'application/pdf' }), 'Lease.pdf');
    body.set('form', JSON.stringify({ roles: [{ key: 'anna', order: 1 }], signers: { anna: ANNA } }));
    const { body: imported } = await acme.api.post(`${draft}/form/import`, body);
    const saved = await acme.api.post(`${draft}/template`, { name: 'Lease' });
    expect([saved.status, saved.body.code]).toEqual([201, undefined]);
    path = `${TEMPLATES}/${saved.body.id}`;
    const { body: definition } = await acme.api.get(`${path}/definition`);
    expect(definition.documents).toMatchObject([{ sha256: imported.document.presentedSha256 }]);
    expect((await acme.api.post(`${path}/publish`, {})).status).toBe(200);
  });

  /** The names that the fields of a request have in the PDF. */
  async function namesIn(signatureId: number): Promise<object> {
    const [row] = await test.dataSource.query<{ names: object }[]>(
      'select pdf_names as names from request_forms where signature_id = $1',
      [signatureId],
    );
    return row!.names;
  }

  it('keep the names of the fields in the PDF for their requests', async () => {
    const people = { roles: { anna: { email: ANNA, name: 'Anna' } } };
    const { body: sent } = await acme.api.post(`${path}/send`, people);
    expect(await namesIn(sent.id)).toEqual(NAMES);
    const { body: draft } = await acme.api.post(`${path}/drafts`, people);
    expect(await namesIn(draft.id)).toEqual(NAMES);
  });

  it('are exported and imported with the same digest, and duplicated as well', async () => {
    const { body: zip } = await acme.api.get(`${path}/export`);
    const other = await test.createOrganization();
    const headers = { 'content-type': 'application/zip' };
    const { status, body } = await other.api.post(`${TEMPLATES}/import`, zip, { headers });
    expect([status, body.code]).toEqual([201, undefined]);
    const { body: original } = await acme.api.get(`${path}/versions/1`);
    const published = await other.api.post(`${TEMPLATES}/${body.id}/publish`, {});
    expect(published.body.sha256).toBe(original.sha256);
    const { body: copy } = await acme.api.post(`${path}/duplicate`, {});
    const copied = await acme.api.post(`${TEMPLATES}/${copy.id}/publish`, {});
    expect(copied.body.sha256).toBe(original.sha256);
  });

  it('forget the names of fields that are removed, and all of them with the document', async () => {
    const { body: copy } = await acme.api.post(`${path}/duplicate`, {});
    const own = `${TEMPLATES}/${copy.id}`;
    const { roles, fields, options, revision } = (await acme.api.get(`${own}/definition`)).body;
    const left = (fields as { key: string }[]).filter(({ key }) => key === 'lease_rent');
    await acme.api.put(`${own}/definition`, { roles, fields: left, options, revision });
    const importsOf = async () => {
      const statement = "select definition -> 'imports' as imports from templates where id = $1";
      const [row] = await test.dataSource.query<{ imports: object | null }[]>(statement, [copy.id]);
      return row!.imports;
    };
    expect(await importsOf()).toEqual({ 1: { lease_rent: 'Lease.Rent' } });
    const pdf = { headers: { 'content-type': 'application/pdf' } };
    expect((await acme.api.put(`${own}/documents/1`, await textPdf(1), pdf)).status).toBe(200);
    expect(await importsOf()).toBeNull();
  });
});
