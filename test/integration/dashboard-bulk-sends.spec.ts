import { Members } from '../../src/accounts/members.js';
import { activityOf } from '../support/activity.js';
import { type SharedTestApp, sharedTestApp, type TestOrganization } from '../support/app.js';
import { checkedBulkSend, emptyBulkSend, heldBulkSend, rentRows } from '../support/bulk-sends.js';
import { type DashboardMember, signedIn } from '../support/dashboard-member.js';
import { pdfJsText } from '../support/pdf-js-text.js';
import { SIGNATURES } from '../support/samples.js';
import { publishedTemplate, RENT_TEMPLATE } from '../support/templates.js';
import { until } from '../support/until.js';
import { type Seen } from '../support/visitor.js';
import { wordsOfPage } from '../support/words-of-page.js';

const file = (rows: string | Buffer, name = 'rows.csv') => ({ name, bytes: Buffer.from(rows) });
const FAULTY = 'reference,tenant.email,tenant.name,rent\r\na,one@signers.test,One,1000\r\nb,nobody,Two,many';

describe('bulk sends at the dashboard', () => {
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
  const at = ({ location }: Seen) => location!.slice(1);
  const words = async (page: string) => wordsOfPage((await owner.get(page)).html);
  const recorded = async () =>
    (await activityOf(test.dataSource, acme.organizationId))
      .map(({ type }) => type)
      .filter((type) => type.startsWith('bulk_'));
  const ended = (page: string) =>
    until('it has finished', async () => (await words(page)).includes('Finished') || null);

  it('are made, mended, looked at and sent step by step, without scripts', async () => {
    const template = (await publishedTemplate(acme, RENT_TEMPLATE)).split('/').at(-1)!;
    const made = await owner.send('bulk-sends/new', { name: 'Rents in May', template });
    const page = at(made).replace('/upload', '');
    expect(at(await owner.upload(`${page}/upload`, {}, file(FAULTY)))).toBe(`${page}/columns`);
    expect(await words(`${page}/columns`)).toContain('2 rows were read.');
    expect(at(await owner.send(`${page}/columns`, { ...(await chosenIn(page)) }))).toBe(`${page}/check`);
    const check = await words(`${page}/check`);
    expect(check).toContain('1 row has faults');
    expect(check).toContain('Must be an email address');

    const errors = String((await owner.get(`${page}/errors.csv`)).html);
    const mended = errors.replace('nobody', 'two@signers.test').replace('many', '2000');
    const again = await owner.upload(`${page}/upload`, { mode: 'mend' }, file(mended));
    expect(at(again)).toBe(`${page}/columns`);
    expect(await words(`${page}/check`)).toContain('All 2 rows are right');

    const preview = await words(`${page}/preview?row=2`);
    expect(preview).toContain('two@signers.test');
    expect(preview).toContain('2 of 2');
    const drawn = await owner.get(`${page}/rows/2/document`);
    expect(drawn.headers.get('content-type')).toBe('application/pdf');

    expect(await words(`${page}/send`)).toContain('Send 2 requests');
    expect(at(await owner.send(`${page}/send`))).toBe(page);
    await ended(page);
    expect((await acme.api.get(SIGNATURES)).body.total).toBe(2);
    expect((await owner.get(`${page}/results.csv`)).html).toContain('"created"');
    expect(await recorded()).toEqual([
      ...['bulk_send_made', 'bulk_rows_uploaded', 'bulk_report_downloaded', 'bulk_rows_uploaded'],
      ...['bulk_send_started', 'bulk_report_downloaded'],
    ]);
  });

  /** What the selects of the page of columns have chosen. */
  async function chosenIn(page: string): Promise<Record<string, string>> {
    const { html } = await owner.get(`${page}/columns`);
    const selects = html.matchAll(/<select[^>]* name="([^"]+)"[^>]*>(.*?)<\/select>/gs);
    return Object.fromEntries(
      [...selects].map(([, name, options]) => [
        name!,
        /<option value="([^"]*)" selected>/.exec(options!)?.[1] ?? '',
      ]),
    );
  }

  it('ask which encoding a file has, with how it would read, and keep the file until then', async () => {
    const page = pageOf(await emptyBulkSend(acme));
    const rows = Buffer.from('tenant.email;tenant.name\r\na@b.test;Jos\xe9\r\n', 'latin1');
    expect(at(await owner.upload(`${page}/upload`, {}, file(rows)))).toBe(`${page}/reading`);
    const asked = await words(`${page}/reading`);
    expect(asked).toContain('Line 2 of rows.csv');
    expect(asked).toContain('José');
    expect(at(await owner.send(`${page}/reading`, { reading: 'utf-8' }))).toBe(`${page}/reading`);
    expect(at(await owner.send(`${page}/reading`, { reading: 'windows-1252' }))).toBe(`${page}/columns`);
    expect(await words(`${page}/columns`)).toContain('José');
    expect(at(await owner.get(`${page}/reading`))).toBe(`${page}/upload`);
    const kept = await test.dataSource.query<object[]>(
      'select 1 from bulk_send_files where organization_id = $1',
      [acme.organizationId],
    );
    expect(kept).toEqual([]);
  });

  it('ask what separates the columns if the file leaves it open', async () => {
    const page = pageOf(await emptyBulkSend(acme));
    const rows = 'tenant.email,tenant.name;rent\r\na@b.test,Ann;1000\r\n';
    expect(at(await owner.upload(`${page}/upload`, {}, file(rows)))).toBe(`${page}/reading`);
    expect(await words(`${page}/reading`)).toContain('What separates the columns?');
    expect(at(await owner.send(`${page}/reading`, { reading: ';' }))).toBe(`${page}/columns`);
    expect(await words(`${page}/columns`)).toContain('tenant.email,tenant.name');
  });

  it('take columns of any name once they are told what they mean', async () => {
    const page = pageOf(await emptyBulkSend(acme));
    const rows = 'Mail;Miete\r\na@b.test;1.234,50\r\n';
    expect(at(await owner.upload(`${page}/upload`, {}, file(rows)))).toBe(`${page}/columns`);
    expect(await words(`${page}/columns`)).toContain('The template needs this');
    expect(at(await owner.get(`${page}/check`))).toBe(`${page}/columns`);
    const meanings = {
      'target-0': 'tenant.email',
      'target-1': 'values.rent',
      decimalMark: ',',
      dateOrder: 'ymd',
    };
    const twice = await owner.send(`${page}/columns`, { ...meanings, 'target-1': 'tenant.email' });
    expect(twice.status).toBe(400);
    expect(twice.html).toContain('id="target-1-error"');
    expect(at(await owner.send(`${page}/columns`, meanings))).toBe(`${page}/check`);
    expect(await words(`${page}/check`)).toContain('The row is right');
  });

  it('ask for the password again above 1,000 rows, and send what was shown and nothing else', async () => {
    const page = pageOf(await checkedBulkSend(acme, rentRows(1_001)));
    await test.dataSource.query('update dashboard_sessions set confirmed_at = null where user_id = $1', [
      acme.userId,
    ]);
    const asked = await owner.send(`${page}/send`);
    expect(asked.location).toMatch(/^\/confirm\?next=/);
    const seen = await owner.get(`${page}/send`);
    const uploaded = /name="uploaded" value="([^"]+)"/.exec(seen.html)![1]!;
    await acme.api.put(`/api/v1/${page}/rows`, Buffer.from(rentRows(2)), {
      headers: { 'content-type': 'text/csv' },
    });
    const replaced = await owner.post(`${page}/send`, { formToken: owner.formToken, uploaded });
    expect(replaced.status).toBe(400);
    expect(replaced.html).toContain('replaced meanwhile');
    expect((await acme.api.get(SIGNATURES)).body.total).toBe(0);
  });

  it('leave rows with faults out only if the sender says so', async () => {
    const page = pageOf(await checkedBulkSend(acme, `${rentRows(2)}\r\nr9,nobody,N,1`));
    expect((await owner.send(`${page}/send`)).status).toBe(400);
    expect(at(await owner.send(`${page}/send`, { skip: 'yes' }))).toBe(page);
    await ended(page);
    expect((await acme.api.get(SIGNATURES)).body.total).toBe(2);
  });

  it('are paused, resumed and cancelled on their page', async () => {
    const page = pageOf(await checkedBulkSend(acme));
    const letGo = await heldBulkSend(test.dataSource, page.split('/')[1]!);
    await owner.send(`${page}/send`);
    expect(at(await owner.send(`${page}/pause`, {}, page))).toBe(page);
    expect(await words(page)).toContain('Paused');
    expect(at(await owner.send(`${page}/resume`, {}, page))).toBe(page);
    expect(at(await owner.send(`${page}/cancel`, {}, page))).toBe(page);
    expect(await words(page)).toContain('Cancelled');
    expect((await owner.send(`${page}/pause`, {}, page)).status).toBe(400);
    await letGo();
    expect(await recorded()).toEqual([
      ...['bulk_send_made', 'bulk_rows_uploaded', 'bulk_send_started', 'bulk_send_paused'],
      ...['bulk_send_resumed', 'bulk_send_cancelled'],
    ]);
  });

  it('are open to an admin with that right only, who is told who may give it', async () => {
    const admin = await signedIn(test, acme, 'admin');
    const path = pageOf(await checkedBulkSend(acme));
    for (const page of ['bulk-sends', path, `${path}/check`, `${path}/errors.csv`])
      expect((await admin.get(page)).status).toBe(403);
    expect((await admin.get('templates')).html).not.toContain('/dashboard/bulk-sends');
    expect(wordsOfPage((await admin.get('bulk-sends')).html)).toContain('admins who may send in bulk');
    const members = await test.app.get(Members, { strict: false }).list(acme.organizationId);
    const { id } = members.find(({ email }) => email === admin.email)!;
    await owner.send(`people/${id}/role`, { role: 'admin', bulk: 'yes' }, 'people');
    expect((await admin.get(`${path}/check`)).status).toBe(200);
    expect(wordsOfPage((await owner.get('people')).html)).toContain('bulk sends');
    await owner.send(`people/${id}/role`, { role: 'admin' }, 'people');
    expect((await admin.get(`${path}/check`)).status).toBe(403);
    expect(await recorded()).toEqual([
      ...['bulk_send_made', 'bulk_rows_uploaded', 'bulk_sender_added', 'bulk_sender_removed'],
    ]);
  });

  it('draw the values of a row where the sealed document will show them', async () => {
    const page = pageOf(await checkedBulkSend(acme, rentRows(2)));
    const pdf = await owner.bytes(`${page}/rows/2/document`);
    expect(await pdfJsText(pdf)).toMatch(/1,?001/);
    expect((await owner.get(`${page}/rows/3/document`)).status).toBe(404);
  });
});
