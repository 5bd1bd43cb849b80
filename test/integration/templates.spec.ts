import { Ajv2020 } from 'ajv/dist/2020.js';
import { canonicalJson } from '../../src/audit-chain/canonical-json.js';
import { unzip } from '../../src/common/zip-archive.js';
import { sha256 } from '../../src/platform/crypto/tokens.js';
import { type SharedTestApp, sharedTestApp, type TestOrganization } from '../support/app.js';
import { textPdf } from '../support/pdf-samples.js';
import { LEASE } from '../support/request-forms.js';
import { SIGNATURES } from '../support/samples.js';
import { draftTemplate, LEASE_TEMPLATE, PEOPLE, publishedTemplate, TEMPLATES } from '../support/templates.js';
import { type Parts, zip } from '../support/word-samples.js';

/** What the tests change of `template.json`. */
interface ArchivedTemplate {
  content: { fields: object[]; documents: object[] };
}

const PDF = { headers: { 'content-type': 'application/pdf' } };

describe('templates', () => {
  let test: SharedTestApp;
  let acme: TestOrganization;

  beforeAll(async () => {
    test = await sharedTestApp();
  });
  beforeEach(async () => {
    acme = await test.createOrganization({ name: 'Acme' });
  });

  const codesOf = ({ body }: { body: { details?: { code?: string; field: string }[] } }) =>
    (body.details ?? []).map(({ code, field }) => `${code} ${field}`);

  describe('drafts', () => {
    it('begins empty, and says what is missing', async () => {
      const { status, body } = await acme.api.post(TEMPLATES, { name: 'Lease', description: 'Flats' });
      expect({ status, body }).toMatchObject({
        status: 201,
        body: { name: 'Lease', description: 'Flats', state: 'draft', revision: 1, latestVersion: null },
      });
      const { body: draft } = await acme.api.get(`${TEMPLATES}/${body.id}/definition`);
      expect(draft).toMatchObject({ documents: [], roles: [], fields: [], options: { type: 'advanced' } });
      expect(draft.problems.map(({ field }: { field: string }) => field)).toEqual(['documents', 'roles']);
      const refused = await acme.api.post(`${TEMPLATES}/${body.id}/publish`, {});
      expect({ status: refused.status, code: refused.body.code }).toEqual({
        status: 400,
        code: 'template_empty',
      });
    });

    it('keeps a definition in its normal form, and refuses one based on another revision', async () => {
      const path = await draftTemplate(acme);
      const { body } = await acme.api.get(`${path}/definition`);
      expect(body).toMatchObject({ revision: 3, problems: [] });
      expect(body.fields.find(({ key }: { key: string }) => key === 'rent')).toMatchObject({
        required: true,
        readOnly: false,
        validation: { min: '100', decimals: 2, currency: 'EUR' },
      });
      const answers = await Promise.all(
        ['One', 'Two'].map((subject) =>
          acme.api.put(`${path}/definition`, { ...LEASE_TEMPLATE, options: { subject }, revision: 3 }),
        ),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
      expect(answers.find(({ status }) => status === 400)!.body.code).toBe('template_changed');
    });

    it('names everything that is wrong with a definition at once', async () => {
      const path = await draftTemplate(acme);
      const [, ...others] = LEASE.fields;
      const fields = [
        { key: 'rent', kind: 'txt' },
        { ...others[1], role: 'agent' },
      ];
      const answer = await acme.api.put(`${path}/definition`, { ...LEASE_TEMPLATE, fields, revision: 3 });
      expect(answer.status).toBe(400);
      expect(codesOf(answer)).toEqual(
        expect.arrayContaining(['field_kind_unknown fields[0].kind', 'role_unknown fields[1].role']),
      );
      const repeated = [LEASE.fields[0], LEASE.fields[0]];
      const twice = await acme.api.put(`${path}/definition`, {
        ...{ ...LEASE_TEMPLATE, fields: repeated, revision: 3 },
      });
      expect(codesOf(twice)).toEqual(['field_key_repeated fields[1].key']);
      const roles = [{ key: 'Tenant', name: '', action: 'watch', order: 0 }];
      const wrong = await acme.api.put(`${path}/definition`, { roles, fields: [], revision: 3 });
      expect(wrong.body.details.map(({ field }: { field: string }) => field)).toEqual([
        'roles[0].key',
        'roles[0].name',
        'roles[0].action',
        'roles[0].order',
      ]);
    });

    it.each(['image', 'stamp', 'attachment'])('has a field of kind %s for its signer alone', async (kind) => {
      const path = await draftTemplate(acme);
      const place = { document: 1, page: 1, x: 72, y: 500, width: 120, height: 60 };
      const places = kind === 'attachment' ? [] : [place];
      const fields = [...LEASE.fields, { key: 'proof', kind, role: 'tenant', label: 'Proof', places }];
      const answer = await acme.api.put(`${path}/definition`, { ...LEASE_TEMPLATE, fields, revision: 3 });
      expect(answer).toMatchObject({ status: 200, body: { problems: [] } });
      expect((await acme.api.post(`${path}/publish`, {})).status).toBe(200);
      const schema = (await acme.api.get(`${path}/values-schema`)).body as { properties: object };
      expect(schema.properties).toHaveProperty('rent');
      expect(schema.properties).not.toHaveProperty('proof');
      const sent = await acme.api.post(`${path}/send`, { roles: PEOPLE, values: { proof: 'x' } });
      expect(codesOf(sent)).toEqual(['value_invalid values.proof']);
    });

    it('keeps the fields when a document is replaced, and names those that no longer fit', async () => {
      const path = await draftTemplate(acme, {
        ...LEASE_TEMPLATE,
        fields: LEASE.fields.map((field) => ({ ...field, places: [{ ...field.places[0], page: 2 }] })),
      });
      const replaced = await acme.api.put(`${path}/documents/1`, await textPdf(1), PDF);
      expect(replaced.status).toBe(200);
      expect(replaced.body).toMatchObject({ document: { n: 1, pages: 1 }, revision: 4 });
      expect(codesOf({ body: { details: replaced.body.problems } })).toContain(
        'place_outside_page fields[0].places[0].page',
      );
      expect((await acme.api.get(`${path}/definition`)).body.fields).toHaveLength(LEASE.fields.length);
      expect((await acme.api.post(`${path}/publish`, {})).body.code).toBe('place_outside_page');
    });

    it('removes a document only with the fields on it, and renumbers the others', async () => {
      const path = await draftTemplate(acme);
      await acme.api.put(`${path}/documents/2`, await textPdf(1), PDF);
      const refused = await acme.api.delete(`${path}/documents/1`);
      expect(refused.body.code).toBe('template_fields_on_document');
      const { body } = await acme.api.delete(`${path}/documents/1?fields=remove`);
      expect(body).toMatchObject({ documents: [{ n: 1, pages: 1 }], fields: [] });
      expect((await acme.api.put(`${path}/documents/3`, await textPdf(1), PDF)).body.code).toBe(
        'template_document_number',
      );
    });

    it('refuses what cannot be sent, and documents with text tags', async () => {
      const [tenant, landlord] = LEASE_TEMPLATE.roles;
      const path = await draftTemplate(acme, {
        ...LEASE_TEMPLATE,
        roles: [tenant, { ...landlord, action: 'approve' }],
      });
      await acme.api.put(`${path}/documents/2`, await textPdf(1), PDF);
      const refused = await acme.api.post(`${path}/publish`, {});
      expect(codesOf(refused)).toEqual([
        'template_not_sendable documents',
        'role_without_fields fields[7].role',
        'role_without_fields fields[8].role',
      ]);
      const tagged = await acme.api.put(`${path}/documents/2`, await textPdf(1, '{{signature:1}}'), PDF);
      expect(tagged.body.code).toBe('document_has_text_tags');
    });
  });

  describe('versions', () => {
    it('have the digest of their canonical content, and never change', async () => {
      const path = await draftTemplate(acme);
      const first = await acme.api.post(`${path}/publish`, { note: 'First' });
      expect(first.body).toMatchObject({ number: 1, note: 'First', publishedByUserId: acme.userId });
      const { body: version } = await acme.api.get(`${path}/versions/1`);
      const content = canonicalJson({
        schema: 'countersign-template',
        version: 1,
        documents: version.documents.map(({ n, name, sha256: digest, originalSha256, pages }: never) => ({
          ...{ n, name, sha256: digest, originalSha256, pages },
        })),
        ...{ roles: version.roles, fields: version.fields, options: version.options },
      });
      expect(sha256(content).toString('hex')).toBe(first.body.sha256);
      expect((await acme.api.post(`${path}/publish`, {})).body).toEqual(first.body);
      await expect(
        test.dataSource.query('update template_versions set note = $1', ['changed']),
      ).rejects.toThrow('never changes');
    });

    it('publishes one version for several calls at once', async () => {
      const path = await draftTemplate(acme);
      const answers = await Promise.all([1, 2, 3].map(() => acme.api.post(`${path}/publish`, {})));
      expect(answers.map(({ body }) => body.number)).toEqual([1, 1, 1]);
      expect((await acme.api.get(`${path}/versions`)).body).toMatchObject({ total: 1 });
    });

    it('says in what two versions differ', async () => {
      const path = await publishedTemplate(acme);
      const { body: draft } = await acme.api.get(`${path}/definition`);
      const fields = draft.fields.filter(({ key }: { key: string }) => key !== 'heading');
      fields.find(({ key }: { key: string }) => key === 'rent').validation.min = '200';
      const options = { ...draft.options, subject: 'A lease' };
      await acme.api.put(`${path}/definition`, {
        roles: draft.roles,
        fields,
        options,
        revision: draft.revision,
      });
      await acme.api.post(`${path}/publish`, {});
      const { body } = await acme.api.get(`${path}/versions/1/differences/2`);
      expect(
        body.items.map(({ path: at, change }: { path: string; change: string }) => [at, change]),
      ).toEqual([
        ['fields.heading', 'removed'],
        ['fields.rent.validation.min', 'changed'],
        ['options.subject', 'changed'],
      ]);
      expect((await acme.api.get(`${path}/versions/1/differences/3`)).status).toBe(404);
    });

    it('serves the files of a version', async () => {
      const path = await publishedTemplate(acme);
      const { body: version } = await acme.api.get(`${path}/versions/1`);
      for (const [file, digest] of [
        ['presented', version.documents[0].sha256],
        ['original', version.documents[0].originalSha256],
      ]) {
        const { body, headers } = await acme.api.get(`${path}/versions/1/documents/1?file=${file}`);
        expect(sha256(body).toString('hex')).toBe(digest);
        expect(headers.get('content-disposition')).toContain('Lease.pdf');
      }
    });

    it('has a schema that a validator of JSON Schema takes, and that agrees with the service', async () => {
      const path = await publishedTemplate(acme);
      const { body: schema } = await acme.api.get(`${path}/values-schema`);
      const validate = new Ajv2020({ strict: false, formats: { date: true } }).compile(schema);
      const send = (values: object) => acme.api.post(`${path}/send`, { roles: PEOPLE, values });
      for (const values of [
        {},
        { rent: '1200.50', married: true },
        { heating: 'gas' },
        { rent: 800, spouse: 'Ada' },
      ]) {
        expect([values, validate(values)]).toEqual([values, true]);
        expect([values, (await send(values)).status]).toEqual([values, 201]);
      }
      for (const values of [
        { rennt: '1' },
        { rent: 'much' },
        { heating: 'coal' },
        { married: 'yes' },
        { deposit: '1' },
      ]) {
        expect([values, validate(values)]).toEqual([values, false]);
        expect([values, (await send(values)).status]).toEqual([values, 400]);
      }
    });
  });

  describe('copies', () => {
    it('duplicates a draft with its files', async () => {
      const path = await publishedTemplate(acme);
      const { status, body } = await acme.api.post(`${path}/duplicate`, { name: 'Copy' });
      expect({ status, body }).toMatchObject({ status: 201, body: { name: 'Copy', latestVersion: null } });
      const copy = await acme.api.post(`${TEMPLATES}/${body.id}/publish`, {});
      expect(copy.body.sha256).toBe((await acme.api.get(`${path}/versions/1`)).body.sha256);
    });

    it('exports a template, and imports it with the same digest in another organization', async () => {
      const path = await publishedTemplate(acme);
      const { body: zip } = await acme.api.get(`${path}/export`);
      const other = await test.createOrganization();
      const imported = await other.api.post(`${TEMPLATES}/import`, zip, {
        headers: { 'content-type': 'application/zip' },
      });
      expect({ status: imported.status, body: imported.body }).toMatchObject({
        status: 201,
        body: { name: 'Lease' },
      });
      const { body } = await other.api.post(`${TEMPLATES}/${imported.body.id}/publish`, {});
      const { body: original } = await acme.api.get(`${path}/versions/1`);
      expect(body.sha256).toBe(original.sha256);
    });

    it('refuses an archive with a wrong definition, or with a document that is refused, as documented', async () => {
      const { body: zipped } = await acme.api.get(`${await draftTemplate(acme)}/export`);
      const files = Object.fromEntries(await unzip(zipped as Buffer, { maxFiles: 2, maxBytes: 1_000_000 }));
      const definition = JSON.parse(String(files['template.json'])) as ArchivedTemplate;
      const importing = async (change: (archived: ArchivedTemplate) => void, others: Parts = {}) => {
        const changed = structuredClone(definition);
        change(changed);
        const bytes = zip({ ...files, 'template.json': JSON.stringify(changed), ...others });
        return acme.api.post(`${TEMPLATES}/import`, bytes, {
          headers: { 'content-type': 'application/zip' },
        });
      };
      const wrong = await importing(({ content }) => Object.assign(content.fields[1]!, { role: 'agent' }));
      expect(codesOf(wrong)).toEqual(['role_unknown fields[1].role']);
      const broken = Buffer.from('%PDF-1.7 that ends at once');
      const [name] = Object.keys(files).filter((each) => each !== 'template.json');
      const refused = await importing(
        ({ content }) =>
          Object.assign(content.documents[0]!, { originalSha256: sha256(broken).toString('hex') }),
        { [name!]: broken },
      );
      expect(refused).toMatchObject({ status: 400, body: { code: 'document_unreadable' } });
      const limited = await acme.api.post(`${TEMPLATES}/import?limit=1`, zipped, {
        headers: { 'content-type': 'application/zip' },
      });
      expect(limited).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    });

    it('saves a request as a template', async () => {
      const path = await publishedTemplate(acme);
      const { body: sent } = await acme.api.post(`${path}/send`, { roles: PEOPLE, values: { rent: '900' } });
      const saved = await acme.api.post(`${SIGNATURES}/${sent.id}/template`, { name: 'Again' });
      expect({ status: saved.status, body: saved.body }).toMatchObject({
        status: 201,
        body: { name: 'Again' },
      });
      const { body } = await acme.api.get(`${TEMPLATES}/${saved.body.id}/definition`);
      expect(body.problems).toEqual([]);
      expect(body.fields).toHaveLength(LEASE.fields.length);
      expect(JSON.stringify(body)).not.toMatch(/900|signers\.test/);
    });
  });
});
