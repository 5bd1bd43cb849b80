import { RequestTemplates } from '../../src/templates/request-templates.js';
import { activityOf } from '../support/activity.js';
import { type SharedTestApp, sharedTestApp, type TestOrganization } from '../support/app.js';
import { type DashboardMember, hiddenIn, signedIn } from '../support/dashboard-member.js';
import { textPdf } from '../support/pdf-samples.js';
import { createDraft, SIGNATURES } from '../support/samples.js';
import { ANNA, JONAS, sendRequest } from '../support/signing-requests.js';
import { draftTemplate, PEOPLE, publishedTemplate, RENT_TEMPLATE, TEMPLATES } from '../support/templates.js';

const BOX = { page: 1, x: 72, y: 600, width: 180, height: 40, required: true };

describe('templates at the dashboard', () => {
  let test: SharedTestApp;
  let acme: TestOrganization;
  let owner: DashboardMember;

  beforeAll(async () => {
    test = await sharedTestApp();
  });
  beforeEach(async () => {
    acme = await test.createOrganization({ name: 'Acme' });
    owner = await signedIn(test, acme);
  });

  const pageOf = (path: string) => path.replace('/api/v1/', '');
  const definition = async (path: string) => (await acme.api.get(`${path}/definition`)).body;
  const recorded = async () =>
    (await activityOf(test.dataSource, acme.organizationId))
      .map(({ type }) => type)
      .filter((type) => type !== 'link_used');
  const textOf = (html: string) =>
    html
      .replace(/<(script|style)[\s\S]*?<\/\1>/g, '')
      .replace(/<[^>]+>/g, ' ')
      .replaceAll('&#x27;', '’')
      .replace(/\s+/g, ' ');
  const shown = async (page: string) => textOf((await owner.get(page)).html);

  describe('made of a request', () => {
    it('has its document, fields and people as roles, and one is made however often the form is sent', async () => {
      const { id } = await sendRequest(test, acme, 'fast', [ANNA, JONAS]);
      const seen = await owner.get(`signatures/${id}`);
      const form = [...hiddenIn(seen), ['formToken', /formToken" value="([^"]+)/.exec(seen.html)![1]!]] as [
        string,
        string,
      ][];
      const made = await owner.post(`signatures/${id}/template`, form);
      expect(made).toMatchObject({
        status: 303,
        location: expect.stringMatching(/^\/templates\/\d+\?done=made$/),
      });
      expect((await owner.post(`signatures/${id}/template`, form)).location).toBe(made.location);
      const page = await shown(made.location!.slice(1));
      expect(page).toContain('without names, addresses and entries');
      expect(page).toMatch(/Signer 1 .*Signer 2/);
      expect(page).not.toContain(ANNA.email);
      expect(await recorded()).toEqual(['template_made']);
    });

    it('can be made of a draft with unnamed fields as well', async () => {
      const lease = { name: 'Lease.pdf', bytes: await textPdf(1) };
      const { location } = await owner.upload('signatures/new', { type: 'fast', documentName: '' }, lease);
      const draft = location!.slice(1).replace('/signers', '');
      await owner.send(`${draft}/signers`, { 'email-0': ANNA.email, 'order-0': '1' });
      const fields = [{ ...BOX, kind: 'text', label: '', signerEmail: ANNA.email }];
      await owner.send(`${draft}/fields`, { fields: JSON.stringify(fields) });
      const { location: made } = await owner.send(`${draft}/template`, {}, draft);
      expect(made).toMatch(/^\/templates\/\d+\?done=made$/);
      const path = `/api/v1${made!.split('?')[0]}`;
      expect((await definition(path)).fields).toMatchObject([{ kind: 'text', role: 'signer_1' }]);
    });

    it('says why none can be made of a request without an uploaded document', async () => {
      const draft = await createDraft(acme.api);
      await acme.api.delete(`${SIGNATURES}/${draft}`);
      const sent = await sendRequest(test, acme, 'fast', [ANNA]);
      const { organizationId } = acme;
      await test.dataSource.query(
        `update signature_documents set page_sizes = null where organization_id = $1 and signature_id = $2`,
        [organizationId, sent.id],
      );
      const refused = await owner.send(`signatures/${sent.id}/template`, {}, `signatures/${sent.id}`);
      expect(refused.status).toBe(400);
      expect(textOf(refused.html)).toContain('Only requests with an uploaded document');
    });
  });

  describe('being edited', () => {
    it('begins with a document, and asks for roles next', async () => {
      const lease = { name: 'Lease.pdf', bytes: await textPdf(1) };
      const made = await owner.upload('templates/new', { name: '' }, lease);
      expect(made.location).toMatch(/^\/templates\/\d+\/roles$/);
      const page = made.location!.slice(1).replace('/roles', '');
      expect((await owner.get(`${page}/fields`)).location).toBe(`/${page}/roles`);
      const saved = await owner.send(`${page}/roles`, {
        'person-0': 'Tenant',
        'person-1': 'Tenant',
        type: 'fast',
      });
      expect(saved.location).toBe(`/${page}/fields`);
      const { roles } = await definition(`/api/v1/${page}`);
      expect(roles.map(({ key }: { key: string }) => key)).toEqual(['tenant', 'tenant_1']);
      expect(await recorded()).toEqual(['template_made', 'template_edited']);
    });

    it('keeps the fields of a role whose key changes, and removes those of a role that goes', async () => {
      const path = await draftTemplate(acme);
      const page = pageOf(path);
      const rows = { 'person-0': 'Renter', 'key-0': 'renter', 'order-0': '1', type: 'fast' };
      const seen = await owner.get(`${page}/roles`);
      const formToken = /formToken" value="([^"]+)/.exec(seen.html)![1]!;
      const version = /name="version" value="(\d+)"/.exec(seen.html)![1]!;
      const saved = await owner.post(`${page}/roles`, { ...rows, 'former-0': 'tenant', formToken, version });
      expect(saved.location).toBe(`/${page}/fields`);
      const { roles, fields, options } = await definition(path);
      expect(roles).toEqual([{ key: 'renter', name: 'Renter', action: 'sign', order: 1 }]);
      expect(new Set(fields.map(({ role }: { role?: string }) => role))).toEqual(
        new Set([undefined, 'renter']),
      );
      expect(options).toMatchObject({ subject: '', expiresInDays: null });
      const again = await owner.post(`${page}/roles`, { ...rows, 'former-0': 'tenant', formToken, version });
      expect(again.status).toBe(409);
      expect(textOf(again.html)).toContain('was changed elsewhere');
    });

    it('adds and removes rows without a script, and saves nothing by that', async () => {
      const page = pageOf(await draftTemplate(acme));
      const more = await owner.send(`${page}/roles`, {
        'person-0': 'Tenant',
        'key-0': 'tenant',
        more: 'yes',
        type: 'fast',
      });
      expect(more.status).toBe(200);
      expect(more.html).toContain('name="person-1"');
      const less = await owner.send(`${page}/roles`, {
        'person-0': 'Tenant',
        'key-0': 'tenant',
        remove: '0',
      });
      expect(less.html).not.toContain('value="Tenant"');
      expect((await definition(`/api/v1/${page}`)).roles).toHaveLength(2);
    });

    it('places fields for roles in the editor of requests, and keeps what only the API can place', async () => {
      const path = await draftTemplate(acme, RENT_TEMPLATE);
      const page = pageOf(path);
      const editor = await owner.get(`${page}/fields`);
      expect(editor.html).toContain('<option value="tenant"');
      expect(editor.html).toContain(`data-document="/dashboard/${page}/presented"`);
      const presented = await owner.get(`${page}/presented`);
      expect(presented.headers.get('content-type')).toBe('application/pdf');
      const fields = [
        {
          ...BOX,
          key: 'rent',
          kind: 'number',
          label: 'Rent',
          signerEmail: 'tenant',
          validation: { min: '100' },
        },
        { ...BOX, y: 700, kind: 'signature', signerEmail: 'tenant' },
      ];
      const saved = await owner.send(`${page}/fields`, { fields: JSON.stringify(fields) });
      expect(saved.location).toBe(`/${page}/publish`);
      expect((await definition(path)).fields).toMatchObject([
        { key: 'rent', role: 'tenant', label: 'Rent', validation: { min: '100' } },
        { key: 'signature_1', role: 'tenant' },
      ]);
    });

    it('saves fields as they are entered, and says so where they are not complete', async () => {
      const path = await draftTemplate(acme, RENT_TEMPLATE);
      const page = pageOf(path);
      const { revision, fields: before } = await definition(path);
      const save = async (fields: object[], version: string) =>
        owner.send(`${page}/fields`, { quiet: 'yes', fields: JSON.stringify(fields), version });
      const wrong = await save(
        [{ ...BOX, kind: 'formula', key: 'sum', formula: '1 +', signerEmail: 'tenant' }],
        '',
      );
      expect(JSON.parse(wrong.html)).toEqual({ version: String(revision), isComplete: false });
      expect((await definition(path)).fields).toEqual(before);
      const field = { ...BOX, kind: 'signature', key: 'signed', signerEmail: 'tenant' };
      const right = await owner.post(`${page}/fields`, {
        ...{ formToken: owner.formToken, quiet: 'yes', version: String(revision) },
        fields: JSON.stringify([field]),
      });
      expect(JSON.parse(right.html)).toEqual({ version: String(revision + 1), isComplete: true });
      const stale = await owner.post(`${page}/fields`, {
        ...{ formToken: owner.formToken, quiet: 'yes', version: String(revision) },
        fields: '[]',
      });
      expect(stale.status).toBe(409);
      const garbled = await owner.post(`${page}/fields`, { formToken: owner.formToken, fields: '{"a":1}' });
      expect(garbled.status).toBe(400);
      expect((await definition(path)).fields).toHaveLength(1);
    });

    it('names the fields that a new document leaves no room for', async () => {
      const { fields, ...others } = RENT_TEMPLATE;
      const places = [{ document: 1, page: 2, x: 72, y: 72, width: 100, height: 40 }];
      const beyond = { key: 'beyond', kind: 'text', role: 'tenant', label: 'Second page', places };
      const page = pageOf(await draftTemplate(acme, { ...others, fields: [...fields, beyond] }));
      const short = { name: 'Short.pdf', bytes: await textPdf(1) };
      expect((await owner.upload(`${page}/document`, {}, short)).location).toBe(`/${page}/document`);
      expect(await shown(`${page}/document`)).toMatch(/do not fit the document.* Second page/);
      const publish = await owner.send(`${page}/publish`, { note: '' });
      expect(publish.status).toBe(400);
      expect(textOf(publish.html)).toContain('“Second page” does not fit its page.');
    });
  });

  it('names everything that keeps it from being published at once, in the reader’s language', async () => {
    const made = await acme.api.post(TEMPLATES, { name: 'Lease' });
    const page = `templates/${made.body.id}`;
    await owner.send('account/reading', { locale: 'de', timeZone: 'Europe/Berlin' }, 'account');
    const refused = await owner.send(`${page}/publish`, { note: '' });
    expect(refused.status).toBe(400);
    expect(textOf(refused.html)).toMatch(/Es gibt kein Dokument\..*Niemand unterschreibt\./);
  });

  it('publishes once, tells what is different, and shows each version with its digest', async () => {
    const path = await draftTemplate(acme, RENT_TEMPLATE);
    const page = pageOf(path);
    expect((await owner.send(`${page}/publish`, { note: 'First' })).location).toBe(`/${page}?done=published`);
    expect((await owner.send(`${page}/publish`, { note: '' })).location).toBe(`/${page}?done=unchanged`);
    await owner.send(`${page}/roles`, {
      'person-0': 'Renter',
      'key-0': 'tenant',
      'order-0': '1',
      type: 'fast',
    });
    expect(await shown(page)).toContain('The draft was changed after the latest version.');
    await owner.send(`${page}/publish`, { note: 'Renamed' });
    const { body } = await acme.api.get(`${path}/versions`);
    const text = await shown(page);
    for (const { sha256 } of body.items) expect(text).toContain(sha256);
    expect(text).toMatch(/version 2 · Renamed.*version 1 · First/);
    expect(await shown(`${page}/differences?from=1&to=2`)).toMatch(
      /Role “ Renter ” : Name Changed Tenant Renter/,
    );
    expect(await recorded()).toEqual([
      'template_made',
      'template_edited',
      'template_published',
      'template_published',
    ]);
  });

  describe('used', () => {
    it('says at each field what is wrong, all at once', async () => {
      const page = pageOf(await publishedTemplate(acme));
      const refused = await owner.send(`${page}/use`, {
        ...{ 'email-0': PEOPLE.tenant.email, 'email-1': PEOPLE.tenant.email, 'language-1': 'no tag' },
        ...{ 'value-rent': '5', 'value-heating': 'coal', 'value-address': '', subject: 'x'.repeat(301) },
      });
      expect(refused.status).toBe(400);
      const wrong = [...refused.html.matchAll(/id="([\w-]+)-error"/g)].map(([, id]) => id);
      expect(new Set(wrong)).toEqual(
        new Set(['email-1', 'language-1', 'value-rent', 'value-heating', 'value-address', 'subject']),
      );
      expect(refused.html).toContain(`value="${PEOPLE.tenant.email}"`);
    });

    it('sends one request, however often the form is sent, whose page says what it was made from', async () => {
      const page = pageOf(await publishedTemplate(acme));
      const seen = await owner.get(`${page}/use`);
      const form = {
        ...{ formToken: /formToken" value="([^"]+)/.exec(seen.html)![1]!, once: 'a form of this test' },
        ...{ 'email-0': PEOPLE.tenant.email, 'person-0': 'Anna', 'language-0': 'pl' },
        ...{ 'email-1': PEOPLE.landlord.email, 'value-rent': '1,200.50', 'fixed-rent': 'yes' },
        ...{ 'value-address': 'Lagerstraße 5', 'value-heating': 'pump', subject: 'Our lease', message: '' },
      };
      const sent = await owner.post(`${page}/use`, form);
      expect(sent.location).toMatch(/^\/signatures\/\d+\?done=sent$/);
      expect((await owner.post(`${page}/use`, form)).location).toBe(sent.location);
      const request = `/api/v1${sent.location!.split('?')[0]}`;
      const { body } = await acme.api.get(request);
      expect(body).toMatchObject({ status: 'created', subject: 'Our lease' });
      const { body: filled } = await acme.api.get(`${request}/form`);
      const fields = new Map(filled.fields.map((field: { key: string }) => [field.key, field]));
      expect(fields.get('rent')).toMatchObject({ value: '1200.50', readOnly: true });
      expect(fields.get('address')).toMatchObject({ value: 'Lagerstraße 5' });
      expect(fields.get('heating')).toMatchObject({ value: 'pump' });
      expect(await shown(sent.location!.slice(1))).toMatch(/Made from the template Lease , version 1/);
      expect(await shown('templates')).toMatch(/Lease .* Published .* 1 request/);
      expect((await recorded()).filter((type) => type === 'signature_sent')).toHaveLength(1);
    });

    it('can be sent later', async () => {
      const page = pageOf(await publishedTemplate(acme, RENT_TEMPLATE));
      const scheduled = `${new Date().getUTCFullYear() + 1}-01-31T09:00`;
      const sent = await owner.send(`${page}/use`, { 'email-0': ANNA.email, scheduled });
      expect(sent.location).toMatch(/done=scheduled$/);
      const { body } = await acme.api.get(`/api/v1${sent.location!.split('?')[0]}`);
      expect(body.status).toBe('scheduled');
    });

    it('is not before it is published, nor after it is archived', async () => {
      const draft = pageOf(await draftTemplate(acme, RENT_TEMPLATE));
      const published = pageOf(await publishedTemplate(acme, RENT_TEMPLATE));
      await owner.send(`${published}/archive`, {}, published);
      for (const page of [draft, published]) {
        expect((await owner.get(`${page}/use`)).location).toBe(`/${page}`);
        const sent = await owner.post(`${page}/use`, { formToken: owner.formToken, 'email-0': ANNA.email });
        expect(sent.location).toBe(`/${page}`);
      }
      for (const step of ['document', 'roles', 'fields', 'publish'])
        expect((await owner.get(`${published}/${step}`)).location).toBe(`/${published}`);
    });
  });

  describe('copied', () => {
    it('can be exported and imported with the same digest, and duplicated', async () => {
      const path = await publishedTemplate(acme);
      const page = pageOf(path);
      const archive = await fetch(`${test.url}/dashboard/${page}/export.zip`, {
        headers: { cookie: owner.cookie },
      });
      expect(archive.headers.get('content-disposition')).toContain('Lease.zip');
      const bytes = Buffer.from(await archive.arrayBuffer());
      const other = await test.createOrganization({ name: 'Zenith' });
      const stranger = await signedIn(test, other);
      const imported = await stranger.upload('templates/import', {}, { name: 'Lease.zip', bytes });
      expect(imported.location).toMatch(/^\/templates\/\d+\?done=imported$/);
      const copy = imported.location!.slice(1).split('?')[0]!;
      await stranger.send(`${copy}/publish`, { note: '' });
      const [theirs, ours] = [
        await other.api.get(`/api/v1/${copy}/versions/1`),
        await acme.api.get(`${path}/versions/1`),
      ];
      expect(theirs.body.sha256).toBe(ours.body.sha256);
      const duplicate = await owner.send(`${page}/duplicate`, {}, page);
      expect(duplicate.location).toMatch(/^\/templates\/\d+\?done=duplicated$/);
      const refused = await stranger.upload(
        'templates/import',
        {},
        { name: 'a.zip', bytes: bytes.subarray(9) },
      );
      expect(refused.status).toBe(400);
      expect(textOf(refused.html)).toContain('not an exported template');
    });
  });

  it('is open to nobody of another organization, nor to reviewers', async () => {
    const page = pageOf(await publishedTemplate(acme));
    const stranger = await signedIn(test, await test.createOrganization({ name: 'Zenith' }));
    const reviewer = await signedIn(test, acme, 'reviewer');
    for (const step of [
      '',
      '/document',
      '/roles',
      '/fields',
      '/publish',
      '/use',
      '/differences',
      '/export.zip',
      '/presented',
    ]) {
      expect([step, (await stranger.get(page + step)).status]).toEqual([step, 404]);
      expect([step, (await reviewer.get(page + step)).status]).toEqual([step, 403]);
    }
    const { organizationId } = acme;
    const foreign = test.app.get(RequestTemplates, { strict: false });
    expect(await foreign.originOf({ organizationId, signatureId: 1 })).toBeNull();
  });

  describe('listed', () => {
    it('teaches what a template is while there is none', async () => {
      expect(await shown('templates')).toMatch(/A template is a document .* “Save as template”/);
    });

    it('are found by name, document and number, in every order, page by page, and lead back to the list', async () => {
      await test.dataSource.query(
        `insert into templates (organization_id, name, definition, created_by_user_id, updated_at)
         select $1, 'Template ' || lpad(n::text, 3, '0'), '{"roles": [], "fields": [], "options": {}}', $2,
           app_now() - n * interval '1 minute' from generate_series(1, 120) n`,
        [acme.organizationId, acme.userId],
      );
      const path = await draftTemplate(acme, RENT_TEMPLATE);
      const rows = (html: string) =>
        [...html.matchAll(/<td class="main"><a [^>]*><bdi>([^<]*)/g)].map(([, name]) => name);
      for (const query of ['', 'sortBy=name&sortOrder=asc', 'sortBy=createdAt&sortOrder=asc']) {
        const names: (string | undefined)[] = [];
        let next: string | undefined = `templates?${query}`;
        while (next !== undefined) {
          const { html } = await owner.get(next);
          names.push(...rows(html));
          next = /<a class="quiet" href="\/dashboard\/([^"]+)" rel="next"/
            .exec(html)?.[1]
            ?.replaceAll('&#x3D;', '=')
            .replaceAll('&amp;', '&');
        }
        expect([query, names.length, new Set(names).size]).toEqual([query, 121, 121]);
        if (query.includes('name')) expect(names).toEqual([...names].sort());
      }
      const id = path.split('/').at(-1)!;
      for (const q of ['lease', 'Lease.pdf', id, `%23${id}`])
        expect([q, rows((await owner.get(`templates?q=${q}`)).html)]).toEqual([q, ['Lease']]);
      expect(rows((await owner.get('templates?q=nothing+like+it')).html)).toEqual([]);
      expect((await owner.get('templates?state=bogus')).status).toBe(400);
      expect((await owner.get('templates?sortBy=name&before=7-%00')).status).toBe(400);
      const found = await owner.get('templates?q=lease&sortBy=name');
      expect(found.html).toContain(`href="/dashboard/templates/${id}?q&#x3D;lease&amp;sortBy&#x3D;name"`);
      const page = await owner.get(`templates/${id}?q=lease&sortBy=name`);
      expect(page.html).toContain('href="/dashboard/templates?q&#x3D;lease&amp;sortBy&#x3D;name"');
      const archived = await owner.post(`templates/${id}/archive?q=lease`, { formToken: owner.formToken });
      expect(archived.location).toBe(`/templates/${id}?q=lease&done=archived`);
    });
  });
});
