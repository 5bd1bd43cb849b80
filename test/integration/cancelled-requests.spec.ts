import { operatorOf } from '../../src/activity/domain/activity-event.js';
import { RequestRemoval } from '../../src/signatures/retention/internal/request-removal.js';
import { RequestErasure } from '../../src/signatures/retention/request-erasure.js';
import { Signature } from '../../src/signatures/signature.entity.js';
import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { type DashboardMember, signedIn } from '../support/dashboard-member.js';
import { Mailbox } from '../support/mailbox.js';
import { createDraft, SIGNATURES } from '../support/samples.js';
import { ANNA, JONAS, sendRequest } from '../support/signing-requests.js';
import { until } from '../support/until.js';

const REASON = 'Sent to <b>Waldemar</b> by mistake.\nSorry!';
const SHOWN_REASON = 'Sent to &lt;b&gt;Waldemar&lt;/b&gt; by mistake.\nSorry!';

describe('cancelled requests at the dashboard', () => {
  let mailbox: Mailbox;
  let test: TestApp;
  let acme: TestOrganization;
  let owner: DashboardMember;
  let admin: DashboardMember;
  let stranger: DashboardMember;

  beforeAll(async () => {
    mailbox = await Mailbox.start();
    test = await startTestApp({ smtpUrl: mailbox.url });
    acme = await test.createOrganization({ name: 'Acme' });
    owner = await signedIn(test, acme);
    admin = await signedIn(test, acme, 'admin');
    stranger = await signedIn(test, await test.createOrganization({ name: 'Other' }));
  });
  beforeEach(() => void mailbox.mails.splice(0));
  afterAll(async () => {
    await test?.close();
    await mailbox?.stop();
  });

  const listed = async (query = '', member = owner) =>
    [
      ...(await member.get(`signatures${query}`)).html.matchAll(/href="\/dashboard\/signatures\/(\d+)["?]/g),
    ].map(([, id]) => Number(id));
  const cancel = (id: number, fields = {}, member = owner) =>
    member.send(`signatures/${id}/cancel`, fields, `signatures/${id}`);
  const requestOf = (id: number) => test.dataSource.manager.findOneByOrFail(Signature, { id });
  const invited = (count: number) =>
    until('the invitations were sent', () => Promise.resolve(mailbox.mails.length >= count));

  it('stay with who, when, why and the trail, until they are looked for in the API', async () => {
    const request = await sendRequest(test, acme, 'fast', [ANNA, JONAS]);
    await invited(2);
    const { id, path } = request;
    expect((await cancel(id, { reason: REASON }, admin)).location).toBe(`/signatures/${id}`);
    const { deletedAt } = await requestOf(id);

    const { html } = await owner.get(`signatures/${id}`);
    expect(html).toContain('<span class="pill none">Cancelled</span>');
    expect(html).toMatch(
      new RegExp(
        `Cancelled by</dt><dd><bdi>${admin.email}</bdi>, <time datetime="${deletedAt!.toISOString()}"`,
      ),
    );
    expect(html).toContain(`${SHOWN_REASON}</span><br><span class="soft small">Signers do not see it.`);
    expect(html).toMatch(/<li data-key="\d+">Request cancelled <span/);
    expect(html).not.toMatch(/\/cancel"|\/remind"|\/link"|\/address"/);
    const trail = await owner.get(`signatures/${id}/trail.json`);
    expect(trail.headers.get('content-type')).toContain('application/json');
    const { items } = JSON.parse(trail.html) as { items: { type: string; userId?: number }[] };
    expect(items.map(({ type }) => type)).toEqual(expect.arrayContaining(['created', 'sent', 'cancelled']));
    expect(trail.html).not.toContain('Waldemar');

    for (const query of ['', '?status=cancelled']) expect(await listed(query)).toContain(id);
    for (const query of ['?status=created', '?status=waiting']) expect(await listed(query)).not.toContain(id);
    expect(await listed('?status=cancelled', stranger)).toEqual([]);
    for (const page of ['', '/trail.json', '/original'])
      expect((await stranger.get(`signatures/${id}${page}`)).status).toBe(404);
    const csv = (await owner.get('signatures/export.csv?status=cancelled')).html;
    expect(csv).toContain(`\r\n${id},"fast","cancelled",`);

    for (const below of ['', '/status', '/audit-trail', '/document', '/document/signed', '/certificate'])
      expect([below, (await acme.api.get(path + below)).status]).toEqual([below, 404]);
    expect((await acme.api.post(`${path}/send`, { signers: [ANNA] })).status).toBe(404);
    const reminder = `${path}/signers/${request.signerIds[0]}/notification`;
    expect((await acme.api.post(reminder, {})).status).toBe(404);
    const list = (await acme.api.get(`${SIGNATURES}?limit=100`)).body as { items: { id: number }[] };
    expect(list.items.map((item) => item.id)).not.toContain(id);
    const again = await acme.api.delete(path);
    expect(again.body).toEqual({ id, status: 'created', deletedAt: deletedAt!.toISOString() });

    for (const visitor of request.visitors)
      for (const page of ['', 'document', 'consent', 'reject']) {
        const side = await visitor.get(page);
        expect([page, side.status, side.heading]).toEqual([page, 410, 'This request was cancelled']);
        expect(side.html).not.toContain('Waldemar');
      }
  });

  it('tell signers the reason only if that is ticked, and are cancelled once', async () => {
    const told = await sendRequest(test, acme, 'fast', [ANNA]);
    const silent = await sendRequest(test, acme, 'fast', [JONAS]);
    await invited(2);
    await cancel(told.id, { reason: REASON, tellSigners: 'yes' });
    await owner.post(`signatures/${told.id}/cancel`, { formToken: owner.formToken, reason: 'Another' });
    await cancel(silent.id, { reason: REASON });
    expect((await told.visitors[0]!.get()).html).toContain(SHOWN_REASON);
    expect((await silent.visitors[0]!.get()).html).not.toContain('Waldemar');
    const noticeTo = (email: string) =>
      until('the notice was sent', () =>
        Promise.resolve(
          mailbox.mails.find(({ subject, recipients }) =>
            /^Cancelled/.test(subject ?? '') ? recipients.includes(email) : false,
          ),
        ),
      );
    const notice = await noticeTo(ANNA.email);
    expect(notice!.text).toContain(`The reason:\n${REASON}`);
    expect(notice!.html).toContain('&lt;b&gt;Waldemar&lt;/b&gt;');
    expect((await noticeTo(JONAS.email))!.text).not.toContain('Waldemar');
    expect((await owner.get(`signatures/${told.id}`)).html).toContain('Signers see it as well.');
    const recorded = await test.dataSource.query<unknown[]>(
      "select 1 from activity_events where type = 'signature_cancelled' and subject_id = $1",
      [told.id],
    );
    expect(recorded).toHaveLength(1);
  });

  it('keep what was typed as a reason that is too long, and are not cancelled', async () => {
    const { id } = await sendRequest(test, acme, 'fast', [ANNA]);
    const refused = await cancel(id, { reason: 'y'.repeat(1_001), tellSigners: 'yes' });
    expect(refused.status).toBe(400);
    expect(refused.html).toMatch(
      /id="reason-error">Enter at most 1000 characters\.[^]*yyyy<\/textarea>[^]*name="tellSigners" value="yes" checked/,
    );
    expect((await requestOf(id)).deletedAt).toBeNull();
    await cancel(id);
    expect(await requestOf(id)).toMatchObject({ cancellationReason: null, cancellationReasonShown: false });
  });

  it('say that a program cancelled, and leave no drafts behind', async () => {
    const { id, path } = await sendRequest(test, acme, 'fast', [ANNA]);
    await acme.api.delete(path);
    expect((await owner.get(`signatures/${id}`)).html).toMatch(/Cancelled by<\/dt><dd>the API, <time/);
    const draft = await createDraft(acme.api);
    expect((await owner.get(`signatures/${draft}`)).html).not.toContain('tellSigners');
    expect((await cancel(draft, { reason: REASON })).location).toBe('/signatures');
    expect((await owner.get(`signatures/${draft}`)).status).toBe(404);
    for (const query of ['', '?status=cancelled']) expect(await listed(query)).not.toContain(draft);
    expect((await requestOf(draft)).cancellationReason).toBeNull();
  });

  it('keep the signed PDF and the certificate only where they had been completed', async () => {
    const completed = await sendRequest(test, acme, 'fast', [ANNA]);
    const open = await sendRequest(test, acme, 'fast', [JONAS]);
    await completed.visitors[0]!.sign();
    await until('it is completed', async () => (await completed.status()) === 'completed');
    for (const { path } of [completed, open]) await acme.api.delete(path);
    const statuses = async (id: number) => {
      const pages = ['original', 'signed', 'certificate', 'verdict'];
      const seen = await Promise.all(pages.map((page) => owner.get(`signatures/${id}/${page}`)));
      return seen.map(({ status }) => status);
    };
    expect(await statuses(completed.id)).toEqual([200, 200, 200, 200]);
    expect(await statuses(open.id)).toEqual([200, 404, 404, 404]);
    expect((await owner.get(`signatures/${completed.id}`)).html).toContain(`${completed.id}/certificate"`);
    expect((await owner.get(`signatures/${open.id}`)).html).not.toContain(`${open.id}/certificate"`);
  });

  it('are gone, with the reason, once retention or an erasure has reached them', async () => {
    const kept = await sendRequest(test, acme, 'fast', [ANNA]);
    const erased = await sendRequest(test, acme, 'fast', [
      { email: 'waldemar@signers.test', name: 'Waldemar' },
    ]);
    for (const { id } of [kept, erased]) await cancel(id, { reason: REASON });
    const { organizationId } = acme;
    const erasure = test.app.get(RequestErasure, { strict: false });
    const person = { ...operatorOf(organizationId), email: 'waldemar@signers.test' };
    expect(await erasure.erase(person, erased.id)).toBe('erased');
    expect(await requestOf(erased.id)).toMatchObject({ cancellationReason: null });
    const removal = test.app.get(RequestRemoval, { strict: false });
    await removal.removeEnded({ organizationId, signatureId: kept.id });
    expect(await requestOf(kept.id)).toMatchObject({ cancellationReason: null });
    expect((await owner.get(`signatures/${kept.id}`)).status).toBe(404);
    expect(await listed('?status=cancelled')).not.toContain(kept.id);
  });
});
