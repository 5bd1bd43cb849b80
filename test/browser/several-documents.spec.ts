import { type BrowserContextOptions, type Page } from 'playwright-core';
import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { DESK, inspect, openPage, PHONE, sharedBrowser } from '../support/browser.js';
import { type DashboardMember, signedIn } from '../support/dashboard-member.js';
import { inDepth } from '../support/in-depth.js';
import { textPdf } from '../support/pdf-samples.js';
import { sendSeveral } from '../support/several-documents.js';
import { ANNA } from '../support/signing-requests.js';
import { until } from '../support/until.js';

describe('a request with several documents in a browser', () => {
  let test: TestApp;
  let acme: TestOrganization;
  let owner: DashboardMember;

  beforeAll(async () => {
    test = await startTestApp();
    acme = await test.createOrganization({ name: 'Acme' });
    owner = await signedIn(test, acme);
  });
  afterAll(() => test?.close());

  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
  const file = async (name: string, pages: number) => ({
    ...{ name, mimeType: 'application/pdf' },
    buffer: await textPdf(pages),
  });

  async function addDocument(page: Page, name: string, pages: number): Promise<void> {
    const listed = page.locator('#documents bdi');
    const before = await listed.count();
    await page.getByText('Add a document').click();
    await page.locator('#further').setInputFiles(await file(name, pages));
    await button(page, 'Upload').click();
    await listed.nth(before).waitFor();
  }

  async function prepare(options: BrowserContextOptions): Promise<void> {
    const { context, page, failures } = await openPage(await sharedBrowser(), options);
    await context.addCookies([...owner.cookies].map(([name, value]) => ({ name, value, url: test.url })));
    await page.goto(`${test.url}/dashboard/signatures/new`);
    await page.getByLabel('Choose the document').setInputFiles(await file('Lease.pdf', 3));
    await button(page, 'Upload and continue').click();
    await heading(page, 'Signers and message');
    await page.locator('#email-0').fill(ANNA.email);
    await page.getByRole('link', { name: 'Document', exact: true }).click();
    await heading(page, 'Document');
    for (const [name, pages] of [
      ['House rules.pdf', 1],
      ['Annex.pdf', 2],
      ['Annex.pdf', 1],
    ] as const)
      await addDocument(page, name, pages);
    const listed = page.locator('#documents bdi');
    expect(await listed.allTextContents()).toEqual(['House rules.pdf', 'Annex.pdf', 'Annex (2).pdf']);
    await button(page, 'Remove Annex.pdf').click();
    await listed.nth(2).waitFor({ state: 'detached' });
    expect(await listed.allTextContents()).toEqual(['House rules.pdf', 'Annex (2).pdf']);

    await page.getByRole('link', { name: 'Fields', exact: true }).click();
    for (const [name, next] of [
      ['Lease', '2 · House rules.pdf'],
      ['House rules', '3 · Annex (2).pdf'],
      ['Annex (2)', null],
    ] as const) {
      await page.locator('[aria-current=page]', { hasText: name }).waitFor();
      await page.locator('.document-page canvas').first().waitFor();
      await button(page, 'Signature').focus();
      await page.keyboard.press('Enter');
      await page.locator('.field-mark').waitFor();
      await page.locator('[data-autosave-state]', { hasText: /^Saved$/ }).waitFor();
      if (next) await button(page, 'Save and continue').click();
    }
    await button(page, 'Save and continue').click();
    await heading(page, 'Check and send');
    await page.getByText('House rules.pdf · 1 page').waitFor();
    await page.getByText('3 fields').waitFor();
    expect(failures).toEqual([]);
    await context.close();
  }

  /** Three documents are signed on a phone with one act; the sender then finds them on the request's page. */
  async function sign(): Promise<void> {
    const sent = await sendSeveral(test, acme, ['House rules.pdf', 'Annex.pdf']);
    const { context, page, failures } = await openPage(await sharedBrowser(), PHONE);
    await page.goto(`${test.url}/sign/${sent.visitors[0]!.token}`);
    await inspect(page, 'several-documents-1-landing');
    await page.getByRole('link', { name: 'Read the document' }).click();
    await page.locator('.document-page canvas').first().waitFor();
    for (const name of ['House rules.pdf', 'Annex.pdf'])
      await page.locator('main').getByText(name).first().waitFor();
    await inspect(page, 'several-documents-2-document');
    await page.getByRole('link', { name: /I have read/ }).click();
    await inspect(page, 'several-documents-3-consent');
    await page.getByText('“House rules.pdf”').waitFor();
    await page.getByRole('checkbox').check();
    await button(page, 'Sign now').click();
    await page.getByRole('heading', { name: /You have signed|Everyone has signed/ }).waitFor();
    expect(failures).toEqual([]);
    await context.close();
    await until('it is completed', async () => (await sent.status()) === 'completed');

    const desk = await openPage(await sharedBrowser(), DESK);
    await desk.context.addCookies(
      [...owner.cookies].map(([name, value]) => ({ name, value, url: test.url })),
    );
    await desk.page.goto(`${test.url}/dashboard/signatures/${sent.id}`);
    await desk.page.getByRole('link', { name: 'All files (ZIP)' }).waitFor();
    await inspect(desk.page, 'several-documents-4-request');
    const files = await Promise.all(
      ['archive', 'documents/2/signed', 'documents/3/original', 'documents/4/signed'].map((path) =>
        owner.get(`signatures/${sent.id}/${path}`),
      ),
    );
    expect(files.map(({ status }) => status)).toEqual([200, 200, 200, 404]);
    expect(desk.failures).toEqual([]);
    await desk.context.close();
  }

  inDepth('is signed on a phone with one act', sign, 120_000);

  it('is prepared by hand, with fields on each, at a desk', () => prepare(DESK), 120_000);

  inDepth('is prepared by hand on a phone', () => prepare(PHONE), 120_000);
});
