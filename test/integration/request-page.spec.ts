import { wordsOf } from '../../src/pdf/event-words.js';
import { DEFAULT_LOCALE } from '../../src/platform/templates/locales.js';
import { TemplateRenderer } from '../../src/platform/templates/template-renderer.js';
import { activityOf } from '../support/activity.js';
import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { type DashboardMember, formTokenIn, hiddenIn, signedIn } from '../support/dashboard-member.js';
import { sendWithForm } from '../support/form-signing.js';
import { inDepth } from '../support/in-depth.js';
import { Mailbox } from '../support/mailbox.js';
import { textOf, textPdf } from '../support/pdf-samples.js';
import { createDraft } from '../support/samples.js';
import { ANNA, JONAS, sendPdf, sendRequest } from '../support/signing-requests.js';
import { publishedTemplate, RENT_TEMPLATE } from '../support/templates.js';
import { trailOf } from '../support/trails.js';
import { until } from '../support/until.js';

const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/128.0.0.0 Safari/537.36';
const TOM = { email: 'tom@signers.test', name: 'Tom Baker' };
const PLAN = {
  subject: 'Please sign before Friday',
  messageContent: 'As agreed.\nThank you!',
  ccOnComplete: ['office@acme.test'],
  remindEvery: 3,
  allowHandOver: true,
};

describe('the page of a request', () => {
  let mailbox: Mailbox;
  let test: TestApp;
  let acme: TestOrganization;
  let owner: DashboardMember;
  let stranger: DashboardMember;

  beforeAll(async () => {
    mailbox = await Mailbox.start();
    test = await startTestApp({ smtpUrl: mailbox.url });
    acme = await test.createOrganization({ name: 'Acme' });
    owner = await signedIn(test, acme);
    await owner.send('account/name', { name: 'Dana Ruiz' }, 'account');
    stranger = await signedIn(test, await test.createOrganization({ name: 'Other' }));
  });
  beforeEach(() => void mailbox.mails.splice(0));
  afterAll(async () => {
    await test?.close();
    await mailbox?.stop();
  });

  const pageOf = async (id: number) => (await owner.get(`signatures/${id}`)).html;
  const rowOf = (html: string, { email }: { email: string }) =>
    html.split('<li data-key=').find((row) => row.includes(email))!;
  const remindedIn = async (id: number) =>
    (await trailOf(test.dataSource, id)).filter(({ type }) => type === 'reminded');
  const recorded = async (type: string, id: number) =>
    (await activityOf(test.dataSource, acme.organizationId)).filter(
      (event) => event.type === type && event.subjectId === id,
    );

  it('begins with the document, the progress, the people and what can be done for each of them', async () => {
    const people = [ANNA, JONAS, { ...TOM, order: 2 }];
    const request = await sendRequest(test, acme, 'fast', people, { subject: 'Before Friday' });
    await request.visitors[0]!.sign();
    const html = await pageOf(request.id);
    expect(html).toMatch(
      /<h1 tabindex="-1"><bdi>Lease agreement<\/bdi> <span class="pill info">1 of 3 signed</,
    );
    expect(html).toContain('“<bdi>Before Friday</bdi>”');
    expect(rowOf(html, ANNA)).toContain('<span class="pill good">Signed</span>');
    expect(rowOf(html, ANNA)).not.toContain('<form');
    expect(rowOf(html, JONAS)).toMatch(/<span class="pill info">Their turn<[^]*>Remind<[^]*>More</);
    expect(rowOf(html, TOM)).toContain('<span class="pill none">Not their turn yet</span>');
    expect(rowOf(html, TOM)).not.toContain('/remind"');
    expect(html).toMatch(new RegExp(`<a class="button secondary" href="[^"]*/${request.id}/original"`));
    // With one signer left to remind, a button for all would be one too many.
    expect(html).not.toContain(`signatures/${request.id}/remind"`);
    // Ids and the mail server's words are folded.
    const folded = html.indexOf('Details for support');
    expect(html.indexOf('id="request-id"')).toBeGreaterThan(folded);
    expect(html.indexOf('An accepted email can still bounce')).toBeGreaterThan(folded);
  });

  it('offers to sign here as the main button of requests in person', async () => {
    const { id, signerIds } = await sendRequest(test, acme, 'in_person', [ANNA, { ...JONAS, order: 2 }]);
    const html = await pageOf(id);
    expect(rowOf(html, ANNA)).toMatch(
      new RegExp(
        `signers/${signerIds[0]}/host">[^]*<button class="button" type="submit"[^>]*>Sign here now<`,
      ),
    );
    expect(rowOf(html, JONAS)).not.toContain('Sign here now');
  });

  it('tells its history in the sentences of the certificate, with person and device', async () => {
    const { id, visitors } = await sendRequest(test, acme, 'fast', [ANNA, JONAS]);
    await visitors[0]!.post('consent', { agree: 'yes' }, { 'user-agent': CHROME });
    await owner.send(`signatures/${id}/cancel`, {}, `signatures/${id}`);
    const [, html] = (await pageOf(id)).split('>What happened<') as [string, string];
    const told = [...html.matchAll(/<li data-key="(\d+)">([^<·]+)/g)].map(([, number, words]) => [
      Number(number),
      words!.trim(),
    ]);
    const book = test.app.get(TemplateRenderer, { strict: false }).book('paper', DEFAULT_LOCALE);
    const trail = (await trailOf(test.dataSource, id)).filter(({ number }) => number <= told.length);
    expect(told.length).toBeGreaterThan(5);
    expect(told.toReversed()).toEqual(trail.map((event) => [event.number, wordsOf(event, book)]));
    expect(html).toMatch(
      /<li data-key="\d+">Signed · <bdi>Anna Maria Eriksson<\/bdi> [^]*?<\/time>, Chrome 128 on Windows, 127\.0\.0\.1</,
    );
    expect(html).toMatch(/>Request cancelled <[^]*?<\/time>, <bdi>Dana Ruiz<\/bdi>, 127\.0\.0\.1</);
    expect(html).toMatch(/>Request created <[^]*?<\/time>, API, 127\.0\.0\.1</);
  });

  it('reminds everyone whose turn it is, once if it is posted twice', async () => {
    const { id, signerIds } = await sendRequest(test, acme, 'fast', [ANNA, JONAS, { ...TOM, order: 2 }]);
    const page = `signatures/${id}`;
    const remind = () => owner.send(`${page}/remind`, {}, page);
    expect(await pageOf(id)).toContain(`action="/dashboard/${page}/remind"`);
    const both = await Promise.all([remind(), remind()]);
    expect(both.map(({ location }) => location).sort()).toEqual([
      `/${page}?done=remindedAll&reminded=0&lately=2`,
      `/${page}?done=remindedAll&reminded=2&lately=0`,
    ]);
    const told = async (index: number) => (await owner.get(both[index]!.location!.slice(1))).html;
    expect(await Promise.all([told(0), told(1)])).toEqual(
      expect.arrayContaining([
        expect.stringContaining('2 signers were reminded.'),
        expect.stringContaining(
          'Nobody was reminded. Left out because they were reminded less than 10 minutes ago: 2.',
        ),
      ]),
    );
    const events = await remindedIn(id);
    expect(events.map(({ signerId }) => signerId).sort()).toEqual(signerIds.slice(0, 2));
    expect(events[0]).toMatchObject({ data: { userId: acme.userId } });
    expect(await recorded('signer_reminded', id)).toMatchObject(
      signerIds.slice(0, 2).map((signerId) => ({ userId: acme.userId, data: { signerId } })),
    );
    await until('the reminders were sent', () =>
      Promise.resolve(mailbox.mails.filter(({ subject }) => /^Reminder/.test(subject ?? '')).length === 2),
    );
    await test.database.moveClock('11 minutes');
    expect((await remind()).location).toContain('reminded=2&lately=0');
    expect((await stranger.send(`${page}/remind`, {}, 'account')).status).toBe(404);
    await owner.send(`${page}/cancel`, {}, page);
    expect((await remind()).status).toBe(404);
  });

  it('counts nothing that its address makes up', async () => {
    const { id } = await sendRequest(test, acme, 'fast');
    const { html } = await owner.get(`signatures/${id}?done=remindedAll&reminded=<b>&lately=-1`);
    expect(html).toContain('0 signers were reminded.');
  });

  /** Sends a document of three pages, with a field for each signer. */
  async function sendWithFields(): Promise<number> {
    const draft = await createDraft(acme.api, { type: 'fast', originalDocumentName: 'Lease of the mill' });
    const path = `/api/v1/signatures/${draft}`;
    await acme.api.put(`${path}/document`, await textPdf(3), {
      headers: { 'content-type': 'application/pdf' },
    });
    const place = { page: 2, x: 60, width: 160, height: 40 };
    const fields = [
      { ...place, kind: 'signature', signerEmail: 'anna@wrong.test', y: 300 },
      { ...place, kind: 'text', label: 'Job title', signerEmail: JONAS.email, y: 400, required: false },
    ];
    await acme.api.put(`${path}/document/fields`, { fields });
    const signers = [
      { ...ANNA, email: 'anna@wrong.test', locale: 'de', order: 1 },
      { ...JONAS, order: 2 },
    ];
    const { body } = await acme.api.post(`${path}/send`, { signers, ...PLAN, expiresDate: '2036-01-01' });
    const [{ id }] = body.signers as [{ id: number }];
    await acme.api.patch(`${path}/signers/${id}`, { email: ANNA.email });
    return draft;
  }

  const drafts = async () =>
    (
      await test.dataSource.query<{ id: number }[]>(
        "select id from signatures where organization_id = $1 and status = 'draft' order by id",
        [acme.organizationId],
      )
    ).map(({ id }) => id);

  it('makes one draft like it, for the present addresses, and sends nothing', async () => {
    const id = await sendWithFields();
    const page = `signatures/${id}`;
    await until('the invitations were sent', () => Promise.resolve(mailbox.mails.length >= 3));
    const before = await drafts();
    const seen = await owner.get(page);
    const form = [['formToken', formTokenIn(seen)!], ...hiddenIn(seen)] as [string, string][];
    const post = () => owner.post(`${page}/again`, form);
    const answers = await Promise.all([post(), post()]);
    expect(answers.map(({ status }) => status)).toContain(303);
    const { location } = await post();
    const made = (await drafts()).filter((each) => !before.includes(each));
    expect(made).toHaveLength(1);
    expect(location).toBe(`/signatures/${made[0]}/check`);

    const [draft] = await test.dataSource.query<object[]>(
      'select type, status, document_status as "documentStatus", original_document_name as "name" from signatures where id = $1',
      [made[0]],
    );
    expect(draft).toEqual({
      type: 'fast',
      status: 'draft',
      documentStatus: 'ready',
      name: 'Lease of the mill',
    });
    const [{ plan }] = await test.dataSource.query<[{ plan: object }]>(
      'select plan from send_plans where signature_id = $1',
      [made[0]],
    );
    expect(plan).toEqual({
      ...PLAN,
      requireVerification: false,
      signers: [
        { email: ANNA.email, name: ANNA.name, order: 1, locale: 'de' },
        { email: JONAS.email, name: JONAS.name, order: 2 },
      ],
    });
    const fields = await acme.api.get(`/api/v1/signatures/${made[0]}/document/fields`);
    expect(fields.body.items).toMatchObject([
      { kind: 'signature', signerEmail: ANNA.email, page: 2, x: 60, y: 300, width: 160, height: 40 },
      { kind: 'text', signerEmail: JONAS.email, label: 'Job title', required: false, y: 400 },
    ]);
    const original = async (of: number) =>
      (await acme.api.get(`/api/v1/signatures/${of}/document`)).body as Buffer;
    expect((await original(made[0]!)).equals(await original(id))).toBe(true);
    const check = (await owner.get(location!.slice(1))).html;
    expect(check).toContain('Please sign before Friday');
    expect(mailbox.mails.filter(({ recipients }) => recipients.includes(JONAS.email))).toHaveLength(1);
    for (const type of ['signature_made', 'document_uploaded', 'signers_saved'])
      expect(await recorded(type, made[0]!)).toHaveLength(1);
    expect((await stranger.send(`${page}/again`, {}, 'account')).status).toBe(404);
  });

  it('makes a draft with the form, also of a request from a template', async () => {
    const template = await publishedTemplate(acme, RENT_TEMPLATE);
    const { body } = await acme.api.post(`${template}/send`, { roles: { tenant: ANNA } });
    for (const id of [(await sendWithForm(test, acme)).id, body.id as number]) {
      const form = async (of: number) => (await acme.api.get(`/api/v1/signatures/${of}/form`)).body;
      const page = `signatures/${id}`;
      const { location } = await owner.send(`${page}/again`, {}, page);
      const [, copy] = /^\/signatures\/(\d+)\/check$/.exec(location!)!;
      const [ours, theirs] = [await form(Number(copy)), await form(id)];
      expect(ours.fields.length).toBeGreaterThan(1);
      expect([ours.fields, ours.roles]).toEqual([theirs.fields, theirs.roles]);
    }
  });

  it('makes drafts like cancelled requests and those without an upload, and says why not like emptied ones', async () => {
    const request = await sendRequest(test, acme, 'fast', [ANNA]);
    const page = `signatures/${request.id}`;
    await owner.send(`${page}/cancel`, {}, page);
    expect((await owner.send(`${page}/again`, {}, page)).location).toMatch(/^\/signatures\/\d+\/check$/);

    const emptied = await sendRequest(test, acme, 'fast', [ANNA]);
    const gone = `signatures/${emptied.id}`;
    await test.dataSource.query('delete from signature_documents where signature_id = $1', [emptied.id]);
    const { html } = await owner.get(gone);
    expect(html).toContain('The documents were erased with the data of a person. It cannot be sent again.');
    expect(html).not.toMatch(/\/again"|data-first-page|\/original"/);
    const refused = await owner.send(`${gone}/again`, { once: 'x' }, gone);
    expect(refused.status).toBe(400);
    expect(refused.html).toContain('The document of this request was removed');
    const draft = await createDraft(acme.api);
    expect((await owner.get(`signatures/${draft}`)).html).not.toContain('/again"');
    expect((await owner.send(`signatures/${draft}/again`, {}, `signatures/${draft}`)).status).toBe(400);
  });

  it('shows the first page to members only, kept by their browsers if they ask each time', async () => {
    const { id } = await sendPdf(acme, 'fast', [ANNA], await textPdf(3));
    const address = `signatures/${id}/first-page`;
    expect(await pageOf(id)).toContain(`data-first-page="/dashboard/${address}"`);
    const { headers } = await owner.get(address);
    expect(headers.get('cache-control')).toBe('private, no-cache');
    expect(headers.get('content-type')).toBe('application/pdf');
    expect(await textOf(await owner.bytes(address))).toEqual(['This is page 1']);
    const ask = (member: DashboardMember) =>
      fetch(`${test.url}/dashboard/${address}`, {
        headers: { cookie: member.cookie, 'if-none-match': headers.get('etag')! },
      });
    expect((await ask(owner)).status).toBe(304);
    expect((await ask(stranger)).status).toBe(404);
    expect((await trailOf(test.dataSource, id)).map(({ type }) => type)).not.toContain('downloaded');
    expect(await recorded('document_downloaded', id)).toEqual([]);
    await test.dataSource.query('update signatures set contents_removed_at = app_now() where id = $1', [id]);
    expect((await ask(owner)).status).toBe(404);
  });

  inDepth('shows the first page of a completed request as it was signed', async () => {
    const { id, path, visitors, status } = await sendRequest(test, acme, 'fast', [ANNA]);
    await visitors[0]!.sign();
    await until('it is completed', async () => (await status()) === 'completed');
    const [page] = await textOf(await owner.bytes(`signatures/${id}/first-page`));
    const [signed] = await textOf((await acme.api.get(`${path}/document/signed`)).body as Buffer);
    expect(page).toBe(signed);
  });
});
