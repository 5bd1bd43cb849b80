import { type Browser, type Page } from 'playwright-core';
import { type SharedTestApp, sharedTestApp, type TestOrganization } from '../support/app.js';
import { DESK, fitsNarrowAndLarge, inspect, openPage, PHONE, sharedBrowser } from '../support/browser.js';
import { textPdf } from '../support/pdf-samples.js';
import { EMMY, LISE, OTTO, readingLinksOf } from '../support/recipients.js';
import { readDocument } from '../support/signing-browser.js';
import { ANNA, sendPdf } from '../support/signing-requests.js';

const SIZES = [
  ['phone', PHONE],
  ['desk', DESK],
] as const;

describe('approving and reading in a browser', () => {
  let test: SharedTestApp;
  let acme: TestOrganization;
  let browser: Browser;
  let pdf: Buffer;

  beforeAll(async () => {
    test = await sharedTestApp();
    acme = await test.createOrganization({ name: 'Meridian Notaries' });
    browser = await sharedBrowser();
    pdf = await textPdf(3);
  });

  async function sent() {
    const recipients = [EMMY, { ...LISE, order: 0 }, OTTO];
    const request = await sendPdf(acme, 'fast', [ANNA], pdf, { recipients });
    const links = await readingLinksOf(test, { organizationId: acme.organizationId, id: request.id });
    const [approver, viewer, copy] = links as [string, string, string];
    return { ...request, approver, viewer, copy };
  }

  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
  const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

  it.each(SIZES)('takes an approver from the link to a decline with a reason: %s', async (size, device) => {
    const { approver, copy, status } = await sent();
    const { page, failures } = await openPage(browser, device);
    await page.goto(approver);
    await heading(page, 'Meridian Notaries has asked you to approve a document').waitFor();
    await inspect(page, `approve-${size}-1-landing`);
    expect(await fitsNarrowAndLarge(page)).toEqual({ narrow: true, large: true });
    await link(page, 'Read the document').click();
    await readDocument(page, 3);
    await inspect(page, `approve-${size}-2-document`);
    await link(page, 'I have read it').click();
    await heading(page, 'Approve').waitFor();
    await button(page, 'Approve now').click();
    await page.getByRole('alert').waitFor();
    await inspect(page, `approve-${size}-3-consent`);
    await page.locator('.actions').getByRole('link', { name: 'Decline' }).click();
    await page.getByLabel('Why are you declining?').fill('The rent is wrong.\n\nPlease call me.');
    await inspect(page, `approve-${size}-4-reason`);
    await button(page, 'Continue').click();
    await heading(page, 'Are you sure you want to decline?').waitFor();
    await inspect(page, `approve-${size}-5-sure`);
    expect(await status()).toBe('created');
    await button(page, 'Decline to approve').click();
    await heading(page, 'You have declined').waitFor();
    await inspect(page, `approve-${size}-6-declined`);
    expect(await status()).toBe('rejected');
    await page.goto(copy);
    await heading(page, 'Someone has declined').waitFor();
    // The form without its tick is answered with 400.
    expect(failures.filter((failure) => !failure.includes('400'))).toEqual([]);
    await page.context().close();
  });

  it('lets people read and approve without scripts', async () => {
    const { approver, viewer, copy } = await sent();
    const { page } = await openPage(browser, { ...PHONE, javaScriptEnabled: false });
    await page.goto(viewer);
    await link(page, 'Read the document').click();
    expect(
      await link(page, 'Open the document').or(page.locator('.without-script a')).count(),
    ).toBeGreaterThan(0);
    await button(page, 'I have read it').click();
    await heading(page, 'You have confirmed that you read it').waitFor();
    await page.goto(approver);
    expect(await page.locator('main').textContent()).toContain('Has read it');
    await link(page, 'Read the document').click();
    await link(page, 'I have read it').click();
    await page.getByRole('checkbox').check();
    await button(page, 'Approve now').click();
    await heading(page, 'You have approved').waitFor();
    await page.goto(copy);
    expect(await page.locator('main').textContent()).toContain('Has approved');
    expect(await page.locator('form[action*="approve"], form[action*="consent"]').count()).toBe(0);
    await page.context().close();
  });
});
