import { FileSweeper } from '../../src/platform/storage/file-sweeper.js';
import { type SharedTestApp, sharedTestApp, type TestOrganization } from '../support/app.js';
import { textPdf } from '../support/pdf-samples.js';
import { sendRequest, SIGNATURES } from '../support/samples.js';
import {
  draftTemplate,
  LEASE_TEMPLATE,
  PEOPLE,
  publishedTemplate,
  RENT_TEMPLATE,
  TEMPLATES,
} from '../support/templates.js';

const PDF = { headers: { 'content-type': 'application/pdf' } };

describe('sending templates', () => {
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

  describe('requests from a template', () => {
    it('are answered exactly as the contract shows, with the texts of the template', async () => {
      const path = await publishedTemplate(acme);
      const { status, body } = await acme.api.post(`${path}/send`, {
        roles: PEOPLE,
        values: { rent: '1200' },
        readOnly: ['rent'],
        messageContent: 'Please sign',
      });
      expect(status).toBe(201);
      const byHand = await sendRequest(acme.api);
      const plain = (await acme.api.get(`${SIGNATURES}/${byHand.id}`)).body;
      expect(Object.keys(body)).toEqual(Object.keys(plain));
      expect(body).toMatchObject({
        ...{ type: 'fast', status: 'created', documentStatus: 'ready', subject: 'Your lease' },
        ...{ messageContent: 'Please sign', senderName: 'Acme', originalDocumentName: 'Lease.pdf' },
        signers: [
          { email: PEOPLE.tenant.email, name: PEOPLE.tenant.name, status: 'pending' },
          { email: PEOPLE.landlord.email, status: 'pending' },
        ],
      });
      const days = (Date.parse(body.expiresDate) - Date.parse(body.dateSent)) / 86_400_000;
      expect(days).toBeCloseTo(30, 2);
      const made = await acme.api.get(`${SIGNATURES}/${body.id}/template`);
      const { body: version } = await acme.api.get(`${path}/versions/1`);
      expect(made.body).toEqual({
        templateId: Number(path.split('/').at(-1)),
        version: 1,
        sha256: version.sha256,
      });
      const { body: trail } = await acme.api.get(`${SIGNATURES}/${body.id}/audit-trail`);
      expect(trail.items[0].template).toEqual({
        id: made.body.templateId,
        version: 1,
        sha256: version.sha256,
      });
      expect((await acme.api.get(`${SIGNATURES}/${byHand.id}/template`)).status).toBe(404);
    });

    it('names everything that is wrong with people and values at once', async () => {
      const path = await publishedTemplate(acme);
      const answer = await acme.api.post(`${path}/send`, {
        roles: { tenant: PEOPLE.tenant, agent: { email: 'TENANT@signers.test' } },
        values: { rennt: '1', rent: '12', deposit: '1' },
        readOnly: ['sppouse'],
      });
      expect(answer.status).toBe(400);
      expect(codesOf(answer)).toEqual([
        'role_missing roles.landlord',
        'role_unknown roles.agent',
        'role_email_repeated roles.agent.email',
        'value_unknown values.rennt',
        'value_invalid values.deposit',
        'value_unknown readOnly[0]',
        'value_invalid values.rent',
      ]);
      expect(answer.body.details.at(-1)).toMatchObject({ rule: 'min', limit: '100' });
      const hidden = await acme.api.post(`${path}/send`, {
        roles: PEOPLE,
        values: { married: false, spouse: 'Ada' },
        readOnly: ['married'],
      });
      expect(codesOf(hidden)).toEqual(['value_hidden values.spouse']);
      const missing = await acme.api.post(`${path}/send`, { roles: PEOPLE, readOnly: ['rent'] });
      expect(codesOf(missing)).toEqual(['value_missing values.rent']);
      const person = await acme.api.post(`${path}/send`, {
        roles: { tenant: { email: 'x', nick: 'y' } },
        values: { deposit: '1' },
        readOnly: ['rent'],
      });
      expect(person.body.code).toBe('validation_failed');
      expect(codesOf(person)).toEqual([
        'validation_failed roles.tenant.nick',
        'validation_failed roles.tenant.email',
        'role_missing roles.landlord',
        'value_invalid values.deposit',
        'value_missing values.rent',
      ]);
    });

    it('refuses values that have no room, by the number of characters that are too many', async () => {
      const at = { document: 1, page: 1, x: 300, y: 600, width: 60, height: 10 };
      const note = { key: 'note', kind: 'text', role: 'tenant', places: [at] };
      const path = await publishedTemplate(acme, {
        ...LEASE_TEMPLATE,
        fields: [...LEASE_TEMPLATE.fields, note],
      });
      const given = { roles: PEOPLE, values: { note: 'W'.repeat(200) }, readOnly: ['note'] };
      for (const operation of ['send', 'drafts']) {
        const refused = await acme.api.post(`${path}/${operation}`, given);
        expect(refused.status).toBe(400);
        expect(codesOf(refused)).toEqual(['entry_does_not_fit values.note']);
        expect(refused.body.message).toMatch(/is 1\d\d characters too long for its place/);
      }
    });

    it('refuses values that leave a formula no result, or none that has room: no signer could mend that', async () => {
      const at = { document: 1, page: 1, x: 300, width: 24, height: 10 };
      const number = { key: 'parts', kind: 'number', role: 'tenant', label: 'Parts', required: false };
      const formula = (key: string, y: number, text: string) => ({
        ...{ key, kind: 'formula', role: 'tenant', formula: text, places: [{ ...at, y }] },
      });
      const fields = [
        ...RENT_TEMPLATE.fields,
        { ...number, places: [{ ...at, y: 80, width: 100 }] },
        formula('share', 120, '1 / parts'),
        formula('large', 160, 'parts * 1000000000'),
      ];
      const path = await publishedTemplate(acme, { ...RENT_TEMPLATE, fields });
      const send = (parts: string, readOnly: string[]) =>
        acme.api.post(`${path}/send`, { roles: { tenant: PEOPLE.tenant }, values: { parts }, readOnly });
      const nothing = await send('0', ['parts']);
      expect(nothing.status).toBe(400);
      expect(nothing.body.details).toMatchObject([{ code: 'value_invalid', field: 'values.parts' }]);
      const long = await send('123456', ['parts']);
      expect([long.status, long.body.code]).toEqual([400, 'entry_does_not_fit']);
      expect(long.body.details).toContainEqual({
        ...{ code: 'entry_does_not_fit', field: 'values.parts' },
        message: expect.stringMatching(/^the result of 'large' is \d+ characters too long for its place/),
      });
      // A signer may change what is only suggested.
      expect((await send('0', [])).status).toBe(201);
    });

    it('needs a published version, and none that is archived', async () => {
      const path = await draftTemplate(acme);
      const send = (more = {}) => acme.api.post(`${path}/send`, { roles: PEOPLE, ...more });
      expect((await send()).body.code).toBe('template_not_published');
      await acme.api.post(`${path}/publish`, {});
      expect((await send({ version: 2 })).body.code).toBe('template_version_unknown');
      expect((await acme.api.delete(path)).body).toMatchObject({ state: 'archived' });
      expect((await send()).body.code).toBe('template_archived');
      expect((await acme.api.patch(path, { name: 'Other' })).body.code).toBe('template_archived');
      expect((await acme.api.get(TEMPLATES)).body.total).toBe(0);
      expect((await acme.api.get(`${TEMPLATES}?state=archived`)).body.total).toBe(1);
    });

    it('makes drafts with a plan, which are sent as any other', async () => {
      const path = await publishedTemplate(acme);
      const { status, body } = await acme.api.post(`${path}/drafts`, {
        roles: PEOPLE,
        values: { rent: '900' },
      });
      expect({ status, body }).toMatchObject({
        status: 201,
        body: { status: 'draft', documentStatus: 'ready' },
      });
      const form = await acme.api.get(`${SIGNATURES}/${body.id}/form`);
      expect(form.body.signers).toEqual({ tenant: PEOPLE.tenant.email, landlord: PEOPLE.landlord.email });
      const signers = Object.values(PEOPLE).map((person, order) => ({ ...person, order }));
      expect((await acme.api.post(`${SIGNATURES}/${body.id}/send`, { signers })).status).toBe(200);
    });

    it('is sent by many while versions are published', async () => {
      const path = await publishedTemplate(acme);
      const { body: draft } = await acme.api.get(`${path}/definition`);
      const publish = async () => {
        const { roles, fields, options, revision } = draft;
        await acme.api.put(`${path}/definition`, {
          roles,
          fields,
          options: { ...options, subject: 'New' },
          revision,
        });
        return acme.api.post(`${path}/publish`, {});
      };
      const sendTen = async () => {
        const answers = [];
        for (let sent = 0; sent < 10; sent++)
          answers.push(await acme.api.post(`${path}/send`, { roles: PEOPLE }));
        return answers;
      };
      const [published, ...sentByLane] = await Promise.all([
        publish(),
        ...Array.from({ length: 10 }, sendTen),
      ]);
      const sent = sentByLane.flat();
      expect(published.body.number).toBe(2);
      const subjects: Record<number, string> = { 1: 'Your lease', 2: 'New' };
      for (const { status, body } of sent) {
        expect(status).toBe(201);
        const { body: made } = await acme.api.get(`${SIGNATURES}/${body.id}/template`);
        expect(body.subject).toBe(subjects[made.version]);
      }
    });
  });

  describe('files', () => {
    const keysOf = (table: string) =>
      test.dataSource.query<{ key: string }[]>(
        `select distinct storage_key as key from ${table} where organization_id = $1 order by 1`,
        [acme.organizationId],
      );

    it('are shared by all requests, and stay when one is cancelled or the draft is replaced', async () => {
      const path = await publishedTemplate(acme);
      const before = await keysOf('shared_files');
      const { body } = await acme.api.post(`${path}/send`, { roles: PEOPLE });
      expect(await keysOf('signature_documents')).toEqual(before);
      await acme.api.put(`${path}/documents/1`, await textPdf(3), PDF);
      await acme.api.delete(`${SIGNATURES}/${body.id}`);
      await test.app.get(FileSweeper).sweep(new Date(Date.now() + 1_000));
      const listed = await test.dataSource.query(
        'select 1 from file_deletions where organization_id = $1 and storage_key = any($2)',
        [acme.organizationId, before.map(({ key }) => key)],
      );
      expect(listed).toEqual([]);
      expect((await acme.api.get(`${path}/versions/1/documents/1`)).status).toBe(200);
    });
  });
});
