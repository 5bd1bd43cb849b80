import { RequestTemplates } from '../../src/templates/request-templates.js';
import { activityOf } from '../support/activity.js';
import { type SharedTestApp, sharedTestApp, type TestOrganization } from '../support/app.js';
import { type DashboardMember, formTokenIn, signedIn } from '../support/dashboard-member.js';
import { ANNA } from '../support/signing-requests.js';
import { draftTemplate, PEOPLE, publishedTemplate, RENT_TEMPLATE } from '../support/templates.js';
import { wordsOfPage } from '../support/words-of-page.js';

describe('using templates at the dashboard', () => {
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
  const recorded = async () =>
    (await activityOf(test.dataSource, acme.organizationId))
      .map(({ type }) => type)
      .filter((type) => type !== 'link_used');
  const shown = async (page: string) => wordsOfPage((await owner.get(page)).html);

  describe('used', () => {
    it('says at each field what is wrong, all at once', async () => {
      const page = pageOf(await publishedTemplate(acme));
      const refused = await owner.send(`${page}/use`, {
        ...{ 'email-0': PEOPLE.tenant.email, 'email-1': PEOPLE.landlord.email, 'language-1': 'no tag' },
        ...{ 'value-rent': '5', 'value-heating': 'coal', 'value-address': '', subject: 'x'.repeat(301) },
      });
      expect(refused.status).toBe(400);
      const wrong = [...refused.html.matchAll(/id="([\w-]+)-error"/g)].map(([, id]) => id);
      expect(new Set(wrong)).toEqual(
        new Set(['language-1', 'value-rent', 'value-heating', 'value-address', 'subject']),
      );
      expect(refused.html).toContain(`value="${PEOPLE.tenant.email}"`);
      const twice = { 'email-0': PEOPLE.tenant.email, 'email-1': PEOPLE.tenant.email };
      const repeated = await owner.send(`${page}/use`, { ...twice, 'value-address': 'Seestraße 1' });
      expect(repeated.html).toContain('id="email-1-error"');
    });

    it('says of an address that it is there twice for the same purpose, not that it is wrong', async () => {
      const approver = (key: string) => ({ key, name: key, action: 'approve', order: 1 });
      const roles = [...RENT_TEMPLATE.roles, approver('legal'), approver('board')];
      const page = pageOf(await publishedTemplate(acme, { ...RENT_TEMPLATE, roles }));
      const people = { 'email-0': ANNA.email, 'email-1': ANNA.email, 'email-2': ANNA.email };
      const { html } = await owner.send(`${page}/use`, people);
      expect(html).not.toContain('id="email-1-error"');
      expect(/id="email-2-error">([^<]*)/.exec(html)![1]).toContain('already there for the same purpose');
    });

    it('says in the language of the reader which rule a value breaks', async () => {
      const field = (key: string, kind: string, more: object, index: number) => ({
        ...{ key, kind, role: 'tenant', required: false, ...more },
        places: [{ document: 1, page: 1, x: 72, y: 72 + index * 30, width: 120, height: 20 }],
      });
      const rules: [kind: string, more: object, entry: string, told: string][] = [
        ['number', { validation: { min: '1000' } }, '5', 'Geben Sie mindestens 1.000 ein.'],
        ['number', {}, 'viel', 'Geben Sie eine Zahl ein, zum Beispiel 1.234,5.'],
        ['number', { validation: { decimals: 0 } }, '1,5', 'Geben Sie eine ganze Zahl ein.'],
        [
          'number',
          { validation: { min: '0', step: '5' } },
          '3',
          'Geben Sie 0 ein oder mehr in Schritten von 5.',
        ],
        ['text', { validation: { format: 'email' } }, 'anna', 'Das ist keine E-Mail-Adresse.'],
        ['text', { validation: { format: 'postal_code:DE' } }, '12', 'Das ist keine gültige Postleitzahl.'],
        ['text', { validation: { maxLength: 5 } }, 'sechse', 'Das ist 1 Zeichen zu lang.'],
        ['text', { validation: { pattern: '[A-Z]+' } }, 'abc', 'Das hat nicht die verlangte Form.'],
        ['chosen_date', { validation: { min: '2030-01-31' } }, '2029-01-31', '31. Januar 2030'],
      ];
      const fields = rules.map(([kind, more], index) => field(`field_${index}`, kind, more, index));
      const [signed] = RENT_TEMPLATE.fields.slice(1);
      const page = pageOf(await publishedTemplate(acme, { ...RENT_TEMPLATE, fields: [...fields, signed] }));
      await owner.send('account/reading', { locale: 'de', timeZone: 'Europe/Berlin' }, 'account');
      const entries = rules.map(([, , entry], index): [string, string] => [`value-field_${index}`, entry]);
      const refused = await owner.send(`${page}/use`, [['email-0', ANNA.email], ...entries]);
      expect(refused.status).toBe(400);
      const told = entries.map(([name]) =>
        wordsOfPage(new RegExp(`<p class="error" id="${name}-error">(.*?)</p>`).exec(refused.html)![1]!),
      );
      expect(told).toEqual(rules.map(([, , , words]) => expect.stringContaining(words)));
      expect(refused.html).not.toMatch(/<(?:span|p) lang="en"/);
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
      expect(fields.get('rent')).toMatchObject({ value: '1200.5', readOnly: true });
      expect(fields.get('address')).toMatchObject({ value: 'Lagerstraße 5' });
      expect(fields.get('heating')).toMatchObject({ value: 'pump' });
      expect(await shown(sent.location!.slice(1))).toMatch(/Made from the template Lease , version 1/);
      expect(await shown('templates')).toMatch(/Lease .* Published .* 1 request/);
      expect((await recorded()).filter((type) => type === 'signature_sent')).toHaveLength(1);
    });

    it('warns once of an address that looks mistyped, mends it, and never refuses it', async () => {
      const page = pageOf(await publishedTemplate(acme, RENT_TEMPLATE));
      const odd = { 'email-0': 'bob@gmial.com', 'person-0': 'Bob' };
      const warned = await owner.send(`${page}/use`, odd);
      expect(warned.status).toBe(200);
      expect(wordsOfPage(warned.html)).toMatch(/Nothing was sent yet.*Did you mean bob@gmail\.com\?/);
      const hidden = { 'told-0': 'bob@gmial.com' };
      const mended = await owner.send(`${page}/use`, { ...odd, ...hidden, mend: '0' });
      expect(mended.html).toContain('value="bob@gmail.com"');
      // What was said of one address says nothing of another.
      const other = await owner.send(`${page}/use`, { 'email-0': 'bob@example', ...hidden });
      expect(wordsOfPage(other.html)).toContain('example has no ending such as .com.');
      const { formToken } = owner;
      const sent = await owner.post(`${page}/use`, { ...odd, ...hidden, formToken, once: 'odd' });
      expect(sent.location).toMatch(/done=sent$/);
      expect((await recorded()).filter((type) => type === 'signature_sent')).toHaveLength(1);
    });

    it('offers that the member signs, and says what the template leaves open', async () => {
      const page = pageOf(await publishedTemplate(acme, RENT_TEMPLATE));
      await owner.send('account/name', { name: 'Olga Owner' }, 'account');
      const seen = await owner.send(`${page}/use`, { me: '0' });
      expect(seen.html).toContain(`value="${acme.ownerEmail}"`);
      expect(seen.html).toContain('value="Olga Owner"');
      expect(seen.html).not.toContain('name="me"');
      const words = wordsOfPage(seen.html);
      expect(words).toContain('Nobody can sign later than 30 days after sending.');
      expect(words).toContain('No reminders are sent.');
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
      expect(wordsOfPage(refused.html)).toContain('not an exported template');
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
      const formToken = formTokenIn(page)!;
      expect(page.html).toContain('href="/dashboard/templates?q&#x3D;lease&amp;sortBy&#x3D;name"');
      const archived = await owner.post(`templates/${id}/archive?q=lease`, { formToken });
      expect(archived.location).toBe(`/templates/${id}?q=lease&done=archived`);
    });
  });
});
