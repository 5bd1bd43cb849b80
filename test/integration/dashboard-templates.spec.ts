import { activityOf } from '../support/activity.js';
import { type SharedTestApp, sharedTestApp, type TestOrganization } from '../support/app.js';
import { builtForm, script, widget } from '../support/built-forms.js';
import { type DashboardMember, hiddenIn, signedIn } from '../support/dashboard-member.js';
import { textPdf } from '../support/pdf-samples.js';
import { SIGNATURES } from '../support/samples.js';
import { ANNA, JONAS, sendRequest } from '../support/signing-requests.js';
import { draftTemplate, RENT_TEMPLATE, TEMPLATES } from '../support/templates.js';
import { wordsOfPage } from '../support/words-of-page.js';

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
  const shown = async (page: string) => wordsOfPage((await owner.get(page)).html);

  async function sentWithDocument(): Promise<number> {
    const { body } = await acme.api.post(SIGNATURES, {
      ...{ type: 'fast', originalDocumentName: 'Lease' },
      ...{ originalDocumentType: 'application/pdf', originalDocumentExtension: 'pdf' },
    });
    const path = `${SIGNATURES}/${body.id}`;
    const pdf = { headers: { 'content-type': 'application/pdf' } };
    await acme.api.put(`${path}/document`, await textPdf(1), pdf);
    await acme.api.post(`${path}/send`, { signers: [ANNA, JONAS] });
    return body.id;
  }

  describe('made of a request', () => {
    it('has its document, fields and people as roles, and one is made however often the form is sent', async () => {
      const id = await sentWithDocument();
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

    it('is not offered for a request without an uploaded document, and refused in the reader’s language', async () => {
      const { id } = await sendRequest(test, acme, 'fast', [ANNA]);
      await owner.send('account/reading', { locale: 'de', timeZone: 'Europe/Berlin' }, 'account');
      const page = `signatures/${id}`;
      expect((await owner.get(page)).html).not.toContain('/template"');
      const refused = await owner.send(`${page}/template`, {}, page);
      expect(refused.status).toBe(400);
      expect(wordsOfPage(refused.html)).toContain(
        'Nur Anfragen mit einem hochgeladenen Dokument können Vorlagen werden.',
      );
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

    it('imports the form of its document, and says what could not be imported', async () => {
      const form = builtForm([
        widget('/FT /Tx /T (Rent)'),
        widget(`/FT /Tx /T (Code) ${script('F', 'check();')}`),
        widget('/FT /Btn /Ff 65536 /T (Print)'),
      ]);
      const made = await owner.upload('templates/new', { name: '' }, { name: 'Lease.pdf', bytes: form });
      const page = made.location!.slice(1).replace('/roles', '');
      const seen = await owner.get(`${page}/document`);
      const version = /name="version" value="(\d+)"/.exec(seen.html)![1]!;
      const formToken = /formToken" value="([^"]+)/.exec(seen.html)![1]!;
      const imported = await owner.post(`${page}/document/form`, { version, formToken });
      expect(imported.status).toBe(200);
      const words = wordsOfPage(imported.html);
      for (const each of ['2 fields were imported', 'could not be imported: Print', 'Check them: Code'])
        expect(words).toContain(each);
      expect(imported.html).not.toContain('/document/form"');
      const { fields, roles } = await definition(`/api/v1/${page}`);
      expect(fields.map(({ key }: { key: string }) => key)).toEqual(['rent', 'code']);
      expect(roles).toHaveLength(1);
      const again = await owner.post(`${page}/document/form`, { version, formToken });
      expect(again.status).toBe(400);
      await owner.upload(`${page}/document`, { name: '' }, { name: 'Plain.pdf', bytes: await textPdf(1) });
      const refused = await owner.send(`${page}/document/form`, {}, `${page}/document`);
      expect([refused.status, wordsOfPage(refused.html)]).toEqual([
        400,
        expect.stringContaining('The document has no form fields'),
      ]);
      expect(await recorded()).toContain('template_edited');
    });

    it('says in the language of the reader what is wrong with fields and roles', async () => {
      const page = pageOf(await draftTemplate(acme));
      await owner.send('account/reading', { locale: 'de', timeZone: 'Europe/Berlin' }, 'account');
      const send = (rent: object, spouse: object) => {
        const rows = [
          { ...BOX, kind: 'number', key: 'rent', label: 'Miete', signerEmail: 'tenant', ...rent },
          {
            ...{ ...BOX, y: 100, kind: 'text', key: 'spouse', label: 'Partner', signerEmail: 'landlord' },
            ...{ showIf: { field: 'rent', gt: '5' }, ...spouse },
          },
        ];
        return owner.send(`${page}/fields`, { fields: JSON.stringify(rows) });
      };
      const refused = await send({}, { validation: { maxLength: 5_000 } });
      expect(refused.status).toBe(400);
      expect(wordsOfPage(refused.html)).toContain(
        'Feld 2: Zeichen höchstens: Geben Sie eine ganze Zahl von 1 bis 1000 ein.',
      );
      expect(refused.html).not.toMatch(/<(?:span|p) lang="en"/);
      const later = 'Es hängt von einem Feld ab, das erst später ausgefüllt wird.';
      const swapped = await send({ signerEmail: 'landlord' }, { signerEmail: 'tenant' });
      expect(wordsOfPage(swapped.html)).toContain(later);
      expect((await send({}, {})).status).toBe(303);
      const roles = await owner.send(`${page}/roles`, {
        ...{ 'person-0': 'Tenant', 'key-0': 'tenant', 'order-0': '3', type: 'fast' },
        ...{ 'person-1': 'Landlord', 'key-1': 'landlord', 'order-1': '2' },
      });
      expect(roles.status).toBe(400);
      expect(wordsOfPage(roles.html)).toContain(`Partner : ${later}`);
      expect(roles.html).not.toMatch(/<(?:span|p) lang="en"/);
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
      expect(wordsOfPage(again.html)).toContain('was changed elsewhere');
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
      expect(wordsOfPage(publish.html)).toContain('“Second page” does not fit its page.');
    });
  });

  it('names everything that keeps it from being published at once, in the reader’s language', async () => {
    const made = await acme.api.post(TEMPLATES, { name: 'Lease' });
    const page = `templates/${made.body.id}`;
    await owner.send('account/reading', { locale: 'de', timeZone: 'Europe/Berlin' }, 'account');
    const refused = await owner.send(`${page}/publish`, { note: '' });
    expect(refused.status).toBe(400);
    expect(wordsOfPage(refused.html)).toMatch(/Es gibt kein Dokument\..*Niemand unterschreibt\./);
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
    expect(text).toMatch(/Version 2 · Renamed.*Version 1 · First/);
    expect(await shown(`${page}/differences?from=1&to=2`)).toMatch(
      /Role “ Renter ”: Name Changed Version 1 Tenant Version 2 Renter/,
    );
    expect(await recorded()).toEqual([
      'template_made',
      'template_edited',
      'template_published',
      'template_published',
    ]);
  });
});
