import { canonicalJson } from '../../src/audit-chain/canonical-json.js';
import { sha256 } from '../../src/platform/crypto/tokens.js';
import { type SharedTestApp, sharedTestApp, type TestOrganization } from '../support/app.js';
import { builtForm, script, widget } from '../support/built-forms.js';
import { textPdf } from '../support/pdf-samples.js';
import { createDraft, SIGNATURES } from '../support/samples.js';
import { TEMPLATES } from '../support/templates.js';
import { trailOf } from '../support/trails.js';

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

  it('keep the names of fields that are removed, and name those fields', async () => {
    const { body: copy } = await acme.api.post(`${path}/duplicate`, {});
    const own = `${TEMPLATES}/${copy.id}`;
    const { roles, fields, options, revision } = (await acme.api.get(`${own}/definition`)).body;
    const left = (fields as { key: string }[]).filter(({ key }) => key === 'lease_rent');
    const without = await acme.api.put(`${own}/definition`, { roles, fields: left, options, revision });
    expect(without.body.leftOut).toEqual([{ n: 1, key: 'lease_name', pdfName: 'Lease.Name' }]);
    const published = await acme.api.post(`${own}/publish`, {});
    expect(published.body.code).toBeUndefined();
    const people = { roles: { anna: { email: ANNA, name: 'Anna' } } };
    const { body: sent } = await acme.api.post(`${own}/send`, people);
    expect(await namesIn(sent.id)).toEqual(NAMES);
    const event = (await trailOf(test.dataSource, sent.id)).find(({ type }) => type === 'sent')!;
    expect(event.data).toMatchObject({ formFieldsLeftOut: ['lease_name'] });
    const again = { roles, fields, options, revision: without.body.revision };
    expect((await acme.api.put(`${own}/definition`, again)).body.leftOut).toEqual([]);
  });

  it('keep the names of fields that stay when the document is replaced', async () => {
    const { body: copy } = await acme.api.post(`${path}/duplicate`, {});
    const own = `${TEMPLATES}/${copy.id}`;
    const pdf = { headers: { 'content-type': 'application/pdf' } };
    expect((await acme.api.put(`${own}/documents/1`, await textPdf(1), pdf)).status).toBe(200);
    const { body: published } = await acme.api.post(`${own}/publish`, {});
    const people = { roles: { anna: { email: ANNA, name: 'Anna' } } };
    const { body: draft } = await acme.api.post(`${own}/drafts`, people);
    expect(await namesIn(draft.id)).toEqual(NAMES);
    // The new document has no form that could be imported again.
    const { body: zip } = await acme.api.get(`${own}/export`);
    const headers = { 'content-type': 'application/zip' };
    const taken = await acme.api.post(`${TEMPLATES}/import`, zip, { headers });
    expect([taken.status, taken.body.code]).toEqual([201, undefined]);
    const republished = await acme.api.post(`${TEMPLATES}/${taken.body.id}/publish`, {});
    expect(republished.body.sha256).toBe(published.sha256);
    const saved = await acme.api.post(`${SIGNATURES}/${draft.id}/template`, { name: 'Saved' });
    expect([saved.status, saved.body.code]).toEqual([201, undefined]);
  });

  describe('of their own documents', () => {
    async function templateWith(pdf: Buffer): Promise<{ own: string; revision: number }> {
      const { body: made } = await acme.api.post(TEMPLATES, { name: 'Lease' });
      const own = `${TEMPLATES}/${made.id}`;
      const headers = { headers: { 'content-type': 'application/pdf' } };
      const { body } = await acme.api.put(`${own}/documents/1`, pdf, headers);
      return { own, revision: body.revision as number };
    }

    it('are imported like those of requests, with a report that versions name by its digest', async () => {
      const { own, revision } = await templateWith(FORM);
      const { status, body } = await acme.api.post(`${own}/documents/1/form/import`, { revision });
      expect([status, body.code]).toEqual([200, undefined]);
      expect(body.report).toMatchObject({
        imported: [
          { key: 'lease_rent', pdfName: 'Lease.Rent' },
          { key: 'lease_name', pdfName: 'Lease.Name' },
        ],
        notImported: [],
        removed: { scripts: 2 },
      });
      expect(body.reportSha256).toBe(sha256(canonicalJson(body.report)).toString('hex'));
      expect(body.definition).toMatchObject({
        revision: revision + 1,
        roles: [{ key: 'signer_1', action: 'sign' }],
        fields: [
          { key: 'lease_rent', kind: 'number', role: 'signer_1', validation: { decimals: 2 } },
          { key: 'lease_name', kind: 'text', role: 'signer_1' },
        ],
        problems: [],
      });
      const { body: original } = await acme.api.get(`${path}/versions/1`);
      expect(body.document).toMatchObject({ n: 1, sha256: original.documents[0].sha256 });
      expect((await acme.api.post(`${own}/publish`, {})).status).toBe(200);
      const people = { roles: { signer_1: { email: ANNA, name: 'Anna' } } };
      const { body: sent } = await acme.api.post(`${own}/send`, people);
      expect(await namesIn(sent.id)).toEqual(NAMES);
      const [row] = await test.dataSource.query<{ content: string }[]>(
        'select content from template_versions where template_id = $1',
        [Number(own.split('/').at(-1))],
      );
      expect(JSON.parse(row!.content).documents).toMatchObject([
        { pdfNames: NAMES, importReportSha256: body.reportSha256 },
      ]);
    });

    it('are for the roles that are given', async () => {
      const { own, revision } = await templateWith(FORM);
      const roles = ['tenant', 'landlord'].map((key, index) => ({
        ...{ key, name: key, action: 'sign', order: index + 1 },
      }));
      const given = { revision, roles, role: 'landlord', fieldRoles: { lease_rent: 'tenant' } };
      const { body } = await acme.api.post(`${own}/documents/1/form/import`, given);
      expect(body.definition.fields).toMatchObject([{ role: 'tenant' }, { role: 'landlord' }]);
      const { body: again } = await acme.api.get(`${own}/definition`);
      expect(again).toEqual(body.definition);
    });

    it('are refused with the same codes, and nothing is changed', async () => {
      const plain = await templateWith(await textPdf(1));
      const refused = await acme.api.post(`${plain.own}/documents/1/form/import`, {
        revision: plain.revision,
      });
      expect([refused.status, refused.body.code]).toEqual([400, 'form_has_no_fields']);
      const { own, revision } = await templateWith(FORM);
      const attempt = async (body: object, n = 1) => {
        const answer = await acme.api.post(`${own}/documents/${n}/form/import`, body);
        return [answer.status, answer.body.code, answer.body.details?.[0].field];
      };
      expect(await attempt({ revision: revision - 1 })).toEqual([400, 'template_changed', undefined]);
      expect(await attempt({ revision }, 2)).toEqual([404, undefined, undefined]);
      expect(await attempt({ revision, fieldRoles: { other: 'a' } })).toEqual([
        400,
        'validation_failed',
        'fieldRoles.other',
      ]);
      expect(await attempt({ revision, role: 'nobody' })).toEqual([400, 'role_unknown', 'fields[0].role']);
      const { body: definition } = await acme.api.get(`${own}/definition`);
      expect(definition).toMatchObject({ revision, fields: [], roles: [] });
      await acme.api.delete(own);
      expect(await attempt({ revision })).toEqual([400, 'template_archived', undefined]);
    });
  });
});
