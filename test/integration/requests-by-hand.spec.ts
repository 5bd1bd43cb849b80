import { PDF } from '@libpdf/core';
import { type SharedTestApp, sharedTestApp, type TestOrganization } from '../support/app.js';
import { type DashboardMember, signedIn } from '../support/dashboard-member.js';
import { inDepth } from '../support/in-depth.js';
import { openingPdf, textPdf } from '../support/pdf-samples.js';
import { createDraft } from '../support/samples.js';
import { ANNA, JONAS, sendRequest, visitorOf } from '../support/signing-requests.js';
import { trailOf } from '../support/trails.js';

const HOSTILE = '"><script>alert(1)</script>{{title}}';
const FIELD = {
  kind: 'signature',
  page: 1,
  x: 72,
  y: 600,
  width: 180,
  height: 48,
  label: '',
  required: true,
};

describe('a request made by hand', () => {
  let test: SharedTestApp;
  let acme: TestOrganization;
  let owner: DashboardMember;
  let stranger: DashboardMember;
  let lease: { name: string; bytes: Buffer };

  beforeAll(async () => {
    test = await sharedTestApp();
    acme = await test.createOrganization({ name: 'Acme' });
    owner = await signedIn(test, acme);
    stranger = await signedIn(test, await test.createOrganization({ name: 'Other' }));
    lease = { name: 'Lease 2031.pdf', bytes: await textPdf(2) };
  });

  const activityOf = async (id: number) => {
    const events = await test.dataSource.query<{ type: string }[]>(
      "select type from activity_events where organization_id = $1 and subject_kind = 'signature' and subject_id = $2 order by number",
      [acme.organizationId, id],
    );
    return events.map(({ type }) => type);
  };
  const drafts = async () => {
    const { body } = await acme.api.get('/api/v1/signatures?limit=1');
    return body.total as number;
  };
  const started = async (type: string) => {
    const { location } = await owner.upload('signatures/new', { type, documentName: '' }, lease);
    return Number(/^\/signatures\/(\d+)\/signers$/.exec(location!)![1]);
  };
  const people = { 'email-0': ANNA.email, 'person-0': ANNA.name!, 'order-0': '1', subject: 'Your lease' };

  inDepth(
    'keeps an ordinary draft until it is sent, once, and shows what is wrong at each step',
    async () => {
      const before = await drafts();
      const none = await owner.upload(
        'signatures/new',
        { type: 'fast' },
        { name: '', bytes: Buffer.alloc(0) },
      );
      expect([none.status, none.html]).toEqual([400, expect.stringContaining('Choose a document')]);
      const odd = await owner.upload('signatures/new', { type: 'bogus', documentName: HOSTILE }, lease);
      expect([odd.status, odd.html]).toEqual([400, expect.stringContaining('Choose how it is signed.')]);
      expect(odd.html).toContain('value="&quot;&gt;&lt;script&gt;');
      expect(await drafts()).toBe(before);

      const program = openingPdf('/S /Launch /F (calc.exe)');
      const refused = await owner.upload(
        'signatures/new',
        { type: 'fast' },
        { name: 'a.pdf', bytes: program },
      );
      expect([refused.status, refused.html]).toEqual([400, expect.stringContaining('starts a program')]);
      const own = Number(/action="\/dashboard\/signatures\/(\d+)\/document"/.exec(refused.html)![1]);
      expect((await owner.get(`signatures/${own}/check`)).location).toBe(`/signatures/${own}/document`);
      expect((await owner.upload(`signatures/${own}/document`, {}, lease)).location).toMatch(/signers$/);
      expect(await activityOf(own)).toEqual(['signature_made', 'document_uploaded']);

      const id = await started('fast');
      const page = `signatures/${id}`;
      const { body } = await acme.api.get(`/api/v1/signatures/${id}`);
      expect(body).toMatchObject({
        status: 'draft',
        documentStatus: 'ready',
        originalDocumentName: 'Lease 2031',
      });
      expect((await owner.get(`${page}/fields`)).location).toBe(`/${page}/signers`);
      const wrong = await owner.send(`${page}/signers`, {
        ...people,
        'language-0': 'pl',
        'email-1': 'nobody',
        'language-1': 'no tag',
        'order-1': 'x',
        'email-2': ANNA.email.toUpperCase(),
        expires: '2001-02-31',
        remindEvery: '91',
        copies: `${HOSTILE}\r\n${JONAS.email}`,
        scheduled: 'soon',
        senderName: 'x'.repeat(201),
        message: HOSTILE,
      });
      expect(wrong.status).toBe(400);
      for (const words of [
        'Enter an email address such as name@example.com',
        'a whole number from 0',
        'Choose one of the languages.',
        '<option value="pl" lang="pl" selected>',
        'Enter a day such as 2027-01-31 and',
        'a whole number from 1 to 90',
        'at most 100 email addresses',
        'Enter a day and a time',
        'A name has at most 200 characters',
        'value="91"',
        `{{title}}\n${JONAS.email}</textarea>`,
      ])
        expect(wrong.html).toContain(words);
      expect(wrong.html).not.toContain('<script>alert');
      const late = { expires: '2001-02-03', expiresTime: '17:00', scheduled: '2001-02-04T09:00' };
      const past = await owner.send(`${page}/signers`, { ...people, ...late });
      expect([past.status, past.html]).toEqual([400, expect.stringContaining('The deadline has passed')]);
      expect(past.html).toContain('The time to send the request has passed');
      const swapped = { ...people, expires: '2099-02-03', scheduled: '2099-02-04T09:00' };
      expect((await owner.send(`${page}/signers`, swapped)).html).toContain(
        'would be sent after its deadline',
      );
      const twice = await owner.send(`${page}/signers`, { ...people, 'email-1': ANNA.email });
      expect([twice.status, twice.html]).toEqual([
        400,
        expect.stringContaining('Another signer already has this address'),
      ]);
      const message = 'Dear Anna,\r\n\r\nhere is the lease.';
      const more = await owner.send(`${page}/signers`, { ...people, message, more: 'yes' });
      expect(more.html).toContain('id="email-1"');
      expect(more.html).toContain('>Dear Anna,\n\nhere is the lease.</textarea>');
      const both = { ...people, 'email-1': JONAS.email, 'person-1': '', 'order-1': '2' };
      expect((await owner.send(`${page}/signers`, both)).location).toBe(`/${page}/fields`);

      const form = (fields: unknown) => ({ fields: JSON.stringify(fields) });
      const annas = { ...FIELD, signerEmail: ANNA.email };
      const off = await owner.send(`${page}/fields`, form([annas, { ...annas, page: 3 }]));
      expect([off.status, off.html]).toEqual([400, expect.stringMatching(/Field 2: <span[^>]*>page is 3/)]);
      expect(off.html).toContain('"page":3');
      const above = await owner.send(`${page}/fields`, form([annas, annas]));
      expect([above.status, above.html]).toEqual([
        400,
        expect.stringContaining('Field 2 overlaps field 1 on page 1.'),
      ]);
      for (const odd of ['x', [7], [{ ...annas, kind: HOSTILE }], [{ ...annas, x: 'left' }]])
        expect((await owner.send(`${page}/fields`, form(odd))).status).toBe(400);
      const rows = { table: 'yes', 'kind-0': 'date', 'signer-0': JONAS.email, 'page-0': '2', 'x-0': 'left' };
      const numbers = await owner.send(`${page}/fields`, rows, `${page}/fields?table`);
      expect([numbers.status, numbers.html]).toEqual([400, expect.stringContaining('value="left"')]);
      const right = {
        ...rows,
        'x-0': '72',
        'y-0': '72.5',
        'width-0': '100',
        'height-0': '20',
        'label-0': '',
      };
      expect((await owner.send(`${page}/fields`, right, `${page}/fields?table`)).location).toBe(
        `/${page}/check`,
      );
      const jonas = { ...FIELD, signerEmail: JONAS.email, y: 400 };
      expect((await owner.send(`${page}/fields`, form([annas, jonas]))).location).toBe(`/${page}/check`);

      // A corrected address takes its fields along; a removed signer takes them away.
      const corrected = {
        ...people,
        'email-0': 'anna.m@signers.test',
        'former-0': ANNA.email,
        'language-0': 'de',
      };
      await owner.send(`${page}/signers`, corrected);
      const placed = await acme.api.get(`/api/v1/signatures/${id}/document/fields`);
      expect(placed.body.items).toMatchObject([{ signerEmail: 'anna.m@signers.test', x: 72, y: 600 }]);
      expect((await owner.get(`${page}/check`)).html).toContain('Language: Deutsch');
      expect((await owner.get(`${page}/preview/1`)).status).toBe(200);
      expect((await owner.get(`${page}/preview/1/landing`)).html).toContain('<html lang="de"');
      expect((await owner.get(`${page}/preview/2`)).status).toBe(404);
      const file = await owner.get(`${page}/presented`);
      expect(file.headers.get('content-type')).toBe('application/pdf');
      expect(file.headers.get('content-disposition')).toMatch(/^inline/);
      const links = 'select count(*)::integer from signer_links where signature_id = $1';
      expect(await test.dataSource.query(links, [id])).toEqual([{ count: 0 }]);

      for (const step of ['document', 'signers', 'fields', 'check', 'preview/1', 'presented'])
        expect((await stranger.get(`${page}/${step}`)).status).toBe(404);
      for (const step of ['signers', 'fields', 'send'])
        expect((await stranger.send(`${page}/${step}`, {}, 'account')).status).toBe(404);
      stranger.formToken = /formToken" value="(\w+)"/.exec((await stranger.get('account')).html)![1]!;
      expect((await stranger.upload(`${page}/document`, {}, lease)).status).toBe(404);

      const sent = await Promise.all([1, 2].map(() => owner.send(`${page}/send`, {}, `${page}/check`)));
      expect(sent.map(({ status }) => status)).toEqual([303, 303]);
      expect(sent.map(({ location }) => location)).toContain(`/${page}?done=sent`);
      expect((await owner.get(`${page}/fields`)).location).toBe(`/${page}`);
      expect((await acme.api.get(`/api/v1/signatures/${id}`)).body).toMatchObject({
        status: 'created',
        subject: 'Your lease',
        signers: [{ email: 'anna.m@signers.test', name: ANNA.name }],
      });
      expect((await owner.get(page)).html).toContain(' · Deutsch');
      expect(await activityOf(id)).toEqual([
        'signature_made',
        'document_uploaded',
        'signers_saved',
        'fields_placed',
        'fields_placed',
        'signers_saved',
        'signature_sent',
      ]);
      const trail = await trailOf(test.dataSource, id);
      expect(trail.map(({ type }) => type)).toEqual(
        expect.arrayContaining(['created', 'document_uploaded', 'sent']),
      );
      expect(trail.find(({ type }) => type === 'sent')!.data).toMatchObject({ userId: expect.any(Number) });
      const plans = 'select signature_id from send_plans where organization_id = $1';
      expect(await test.dataSource.query(plans, [acme.organizationId])).toEqual([]);
    },
  );

  inDepth('shows before sending what the file’s author forbids, and what was removed', async () => {
    const pdf = await PDF.load(openingPdf('/S /JavaScript /JS (app.alert(1))'));
    const permissions = { print: false, copy: false };
    pdf.setProtection({ userPassword: '', ownerPassword: 'owner', permissions });
    const plan = { name: 'Plan.pdf', bytes: Buffer.from(await pdf.save()) };
    const { location } = await owner.upload('signatures/new', { type: 'fast' }, plan);
    const id = Number(/^\/signatures\/(\d+)\/signers$/.exec(location!)![1]);
    await owner.send(`signatures/${id}/signers`, people);
    const { html } = await owner.get(`signatures/${id}/check`);
    const told = [...html.matchAll(/<li>([^<]+)<\/li>/g)].map(([, words]) => words);
    expect(told).toEqual([
      ...['printing', 'copying text and pictures'],
      ...['The encryption was removed.', 'Scripts were removed without being run.'],
    ]);
    const uploaded = (await trailOf(test.dataSource, id)).find(({ type }) => type === 'document_uploaded')!;
    expect(uploaded.data).toMatchObject({ forbidden: ['print', 'copy'], removed: ['encryption', 'scripts'] });
    const other = await started('fast');
    await owner.send(`signatures/${other}/signers`, people);
    expect((await owner.get(`signatures/${other}/check`)).html).not.toContain('forbidden');
  });

  it('neither makes nor changes a request with the form of another page', async () => {
    const id = await createDraft(acme.api);
    const body = () => {
      const form = new FormData();
      form.set('type', 'fast');
      form.set('file', new Blob([new Uint8Array(lease.bytes)]), 'a.pdf');
      return form;
    };
    const count = await drafts();
    for (const page of ['new', `${id}/document`]) {
      const address = `${test.url}/dashboard/signatures/${page}`;
      const wrong = body();
      wrong.set('formToken', '0'.repeat(64));
      for (const sent of [body(), wrong]) {
        const { status } = await fetch(address, {
          method: 'POST',
          body: sent,
          headers: { cookie: owner.cookie },
        });
        expect(status).toBe(403);
      }
      owner.formToken = /formToken" value="(\w+)"/.exec((await owner.get('account')).html)![1]!;
      const crossing = body();
      crossing.set('formToken', owner.formToken);
      const headers = { cookie: owner.cookie, 'sec-fetch-site': 'same-site' };
      expect((await fetch(address, { method: 'POST', body: crossing, headers })).status).toBe(403);
    }
    expect(await drafts()).toBe(count);
    expect((await acme.api.get(`/api/v1/signatures/${id}`)).body.documentStatus).toBe('draft');
  });

  it('gives a signer’s link to a member who asks for it, and records it in the trail', async () => {
    const { id, signerIds } = await sendRequest(test, acme, 'fast', [ANNA]);
    const page = `signatures/${id}`;
    expect((await owner.get(page)).html).not.toContain('/sign/');
    const seen = await owner.send(`${page}/signers/${signerIds[0]}/link`, {}, page);
    const link = /<code id="link-\d+">([^<]+)<\/code>/.exec(seen.html)![1]!;
    expect((await fetch(link.replaceAll('&#x3D;', '='))).status).toBe(200);
    expect((await owner.get(page)).html).not.toContain(link);
    const shown = (await trailOf(test.dataSource, id)).find(({ type }) => type === 'link_shown');
    expect(shown).toMatchObject({ signerId: signerIds[0], data: { userId: expect.any(Number) } });
    expect(await activityOf(id)).toEqual(['signer_link_shown']);
    expect((await stranger.send(`${page}/signers/${signerIds[0]}/link`, {}, 'account')).status).toBe(404);
    const host = await owner.send(`${page}/signers/${signerIds[0]}/host`, {}, page);
    expect([host.status, host.html]).toEqual([400, expect.stringContaining('That was not possible')]);
    expect((await owner.get(page)).html).not.toContain('Sign here now');
  });

  it('has the request signed on the host’s device, after signing the host out', async () => {
    const signers = [ANNA, { ...JONAS, order: 2 }];
    const { id, signerIds } = await sendRequest(test, acme, 'in_person', signers);
    const [anna, jonas] = signerIds as [number, number];
    const page = `signatures/${id}`;
    const host = await signedIn(test, acme, 'admin');
    const { cookie } = host;
    const early = await host.send(`${page}/signers/${jonas}/host`, {}, page);
    expect([early.status, early.html]).toEqual([400, expect.stringContaining('have to act first')]);
    const handed = await host.send(`${page}/signers/${anna}/host`, {}, page);
    expect(handed.status).toBe(303);
    const link = new URL(handed.headers.get('location')!);
    expect(link.pathname).toMatch(/^\/sign\//);
    expect(handed.headers.getSetCookie().join()).toMatch(/countersign_session=;/);
    const again = await fetch(`${test.url}/dashboard/${page}`, { headers: { cookie }, redirect: 'manual' });
    expect(again.headers.get('location')).toMatch(/sign-in/);
    const hosted = (await trailOf(test.dataSource, id)).find(({ type }) => type === 'hosted');
    expect(hosted).toMatchObject({ signerId: anna, data: { userId: expect.any(Number) } });
    expect(await activityOf(id)).toEqual(['signing_hosted']);
    const visitor = await visitorOf(test, acme.organizationId, anna);
    expect((await visitor.get()).status).toBe(200);
  });
});
