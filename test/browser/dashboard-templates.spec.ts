import { type BrowserContextOptions, type Page } from 'playwright-core';
import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { DESK, openPage, PHONE, sharedBrowser } from '../support/browser.js';
import { type DashboardMember, signedIn } from '../support/dashboard-member.js';
import { inDepth } from '../support/in-depth.js';
import { textPdf } from '../support/pdf-samples.js';
import { ANNA, JONAS } from '../support/signing-requests.js';

const BOX = { page: 1, x: 72, y: 200, width: 200, height: 30, required: true };

describe('a template in a browser', () => {
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

  /** A draft with a field, ready to be sent. @returns its page below `/dashboard/` */
  async function prepared(): Promise<string> {
    const lease = { name: 'Lease.pdf', bytes: await textPdf(1) };
    const { location } = await owner.upload('signatures/new', { type: 'fast', documentName: '' }, lease);
    const draft = location!.slice(1).replace('/signers', '');
    await owner.send(`${draft}/signers`, { 'email-0': JONAS.email, 'order-0': '1' });
    const fields = [{ ...BOX, kind: 'number', key: 'number_1', label: 'Rent', signerEmail: JONAS.email }];
    await owner.send(`${draft}/fields`, { fields: JSON.stringify(fields) });
    return draft;
  }

  /** From a draft to a request of a template made of it. */
  async function journey(options: BrowserContextOptions): Promise<void> {
    const draft = await prepared();
    const { context, page, failures } = await openPage(await sharedBrowser(), options);
    await context.addCookies([...owner.cookies].map(([name, value]) => ({ name, value, url: test.url })));
    await page.goto(`${test.url}/dashboard/${draft}`);
    await button(page, 'Save as template').click();
    await page.getByText('This template was made from the request').waitFor();

    await page.getByRole('link', { name: 'Change Fields' }).click();
    await page.locator('.document-page canvas').first().waitFor();
    await page.locator('.field-mark').first().focus();
    await page.getByLabel('Label, for the signer').fill('Monthly rent');
    await page.keyboard.press('Enter');
    await page.getByText('Saved', { exact: true }).waitFor();
    await button(page, 'Save and continue').click();

    await heading(page, 'Check and publish');
    await page.getByLabel('What is new (optional)').fill('First version');
    await button(page, 'Publish version 1').click();
    await page.getByText('A new version was published.').waitFor();

    await page.getByRole('link', { name: 'Use this template' }).click();
    await heading(page, 'Use this template');
    await page.getByLabel('Email address').fill(ANNA.email);
    await page.getByLabel('Monthly rent').first().fill('a lot');
    await button(page, 'Send the request').click();
    await page.getByText('Enter a number, such as 1,234.5.').waitFor();
    await page.getByLabel('Monthly rent').first().fill('1,200');
    await button(page, 'Send the request').click();
    await page.getByText('The request was sent.').waitFor();
    await page.getByText('Made from the template Lease, version 1').waitFor();
    // The answer to what was entered wrongly is one of status 400, which browsers report.
    expect(failures.filter((failure) => !/status of 400/.test(failure))).toEqual([]);
    await context.close();
  }

  inDepth('keeps roles as they are typed, with their fields', async () => {
    const draft = await prepared();
    const { context, page, failures } = await openPage(await sharedBrowser(), DESK);
    await context.addCookies([...owner.cookies].map(([name, value]) => ({ name, value, url: test.url })));
    await page.goto(`${test.url}/dashboard/${draft}`);
    await button(page, 'Save as template').click();
    await page.getByText('This template was made from the request').waitFor();
    const template = page.url().replace(/\?.*/, '');
    await page.goto(`${template}/roles`);
    const state = (text: RegExp) => page.locator('[data-autosave-state]', { hasText: text }).waitFor();
    const role = { name: page.locator('#person-0'), key: page.locator('#key-0') };

    // While a role is empty, nothing is saved: its field would go.
    await role.key.fill('');
    await role.name.fill('');
    await state(/^Not saved/);
    await role.name.fill('Tenant');
    await state(/^Saved$/);
    await role.name.fill('Lessee');
    await state(/^Saved$/);
    await button(page, 'Add a role').click();
    await page.locator('#person-1').fill('Landlord');
    await state(/^Saved$/);
    // A row that a button changed is saved as well.
    await button(page, 'Move role 2 up').click();
    await page.locator('#person-0').and(page.locator('[value="Landlord"]')).waitFor();
    await state(/^Saved$/);

    await page.goto(`${template}/roles`);
    expect(await role.name.inputValue()).toBe('Landlord');
    expect(await page.locator('#key-1').inputValue()).toBe('lessee');
    await page.goto(`${template}/fields`);
    await page.locator('.field-mark', { hasText: '2 · Rent' }).waitFor();
    expect(failures).toEqual([]);
    await context.close();
  });

  it('is made of a draft, edited, published and used, at a desk', () => journey(DESK), 120_000);

  inDepth('is made of a draft, edited, published and used, on a phone', () => journey(PHONE), 120_000);
});
