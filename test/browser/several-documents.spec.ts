import { type BrowserContextOptions, type Page } from 'playwright-core';
import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { DESK, openPage, PHONE, sharedBrowser } from '../support/browser.js';
import { type DashboardMember, signedIn } from '../support/dashboard-member.js';
import { inDepth } from '../support/in-depth.js';
import { textPdf } from '../support/pdf-samples.js';
import { ANNA } from '../support/signing-requests.js';

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

  it('is prepared by hand, with fields on each, at a desk', () => prepare(DESK), 120_000);

  inDepth('is prepared by hand on a phone', () => prepare(PHONE), 120_000);
});
