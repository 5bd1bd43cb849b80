import { type SharedTestApp, sharedTestApp, type TestOrganization } from '../support/app.js';
import { builtForm, script, widget } from '../support/built-forms.js';
import { type DashboardMember, signedIn } from '../support/dashboard-member.js';
import { textPdf } from '../support/pdf-samples.js';
import { ANNA, JONAS } from '../support/signing-requests.js';
import { wordsOfPage } from '../support/words-of-page.js';

const FORM = builtForm([
  widget('/FT /Tx /T (Rent)'),
  widget(`/FT /Tx /T (Code) ${script('F', 'check();')}`),
  widget('/FT /Btn /Ff 65536 /T (Print)'),
]);

describe('a PDF form in a request made by hand', () => {
  let test: SharedTestApp;
  let acme: TestOrganization;
  let owner: DashboardMember;

  beforeAll(async () => {
    test = await sharedTestApp();
    acme = await test.createOrganization({ name: 'Acme' });
    owner = await signedIn(test, acme);
  });

  /** @returns the path of the draft at the dashboard */
  async function draftOf(bytes: Buffer, { withSigners }: { withSigners: boolean }): Promise<string> {
    const file = { name: 'Lease.pdf', bytes };
    const { location } = await owner.upload('signatures/new', { type: 'fast', documentName: '' }, file);
    const page = location!.slice(1).replace('/signers', '');
    if (withSigners)
      await owner.send(`${page}/signers`, {
        ...{ 'email-0': ANNA.email, 'person-0': ANNA.name!, 'order-0': '1' },
        ...{ 'email-1': JONAS.email, 'person-1': JONAS.name!, 'order-1': '2' },
      });
    return page;
  }
  const importInto = (page: string) => owner.send(`${page}/document/form`, {}, `${page}/document`);
  const formOf = async (page: string) => (await acme.api.get(`/api/v1/${page}/form`)).body;

  it('gives its fields to the first signer, and says what could not be imported', async () => {
    const page = await draftOf(FORM, { withSigners: true });
    const imported = await importInto(page);
    expect(imported.status).toBe(200);
    const words = wordsOfPage(imported.html);
    for (const each of ['2 fields were imported', 'could not be imported: Print', 'Check them: Code'])
      expect(words).toContain(each);
    expect(imported.html).not.toContain('/document/form"');
    expect(words).toContain('Its form stays as it is');
    const { fields, signers, imported: origin } = await formOf(page);
    expect(fields.map(({ key, role }: { key: string; role: string }) => [key, signers[role]])).toEqual([
      ['rent', ANNA.email],
      ['code', ANNA.email],
    ]);
    expect(Object.values(signers).sort()).toEqual([ANNA.email, JONAS.email]);
    expect(origin.map(({ pdfName }: { pdfName: string }) => pdfName)).toEqual(['Rent', 'Code']);
    expect((await owner.get(`${page}/fields?table`)).html).toContain('value="rent"');
    expect((await owner.get(`${page}/check`)).status).toBe(200);
  });

  it('waits for the signers', async () => {
    const page = await draftOf(FORM, { withSigners: false });
    expect(wordsOfPage((await owner.get(`${page}/document`)).html)).toContain('Enter the signers first');
    expect((await importInto(page)).location).toBe(`/${page}/signers`);
    expect((await acme.api.get(`/api/v1/${page}/form`)).status).toBe(404);
  });

  it('is refused in words where there is none, and nothing changes', async () => {
    const page = await draftOf(await textPdf(1), { withSigners: true });
    const refused = await importInto(page);
    expect([refused.status, wordsOfPage(refused.html)]).toEqual([
      400,
      expect.stringContaining('The document has no form fields'),
    ]);
    expect((await acme.api.get(`/api/v1/${page}/form`)).status).toBe(404);
    expect((await owner.get(`${page}/presented`)).status).toBe(200);
  });

  it('becomes one form, however often it is imported at once', async () => {
    const page = await draftOf(FORM, { withSigners: true });
    const answers = await Promise.all([importInto(page), importInto(page), importInto(page)]);
    expect(answers.map(({ status }) => status).sort()).toEqual(expect.arrayContaining([200]));
    for (const { status, html } of answers.filter((each) => each.status !== 200))
      expect([status, wordsOfPage(html)]).toEqual([400, expect.stringContaining('changed')]);
    expect((await formOf(page)).fields).toHaveLength(2);
  });
});
