import { type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { type SharedTestApp, sharedTestApp, type TestOrganization } from '../support/app.js';
import { DESK, inspect, openPage, PHONE, sharedBrowser } from '../support/browser.js';
import { button, untilTold } from '../support/document-signing.js';
import { type FormRequest, sendWithForm } from '../support/form-signing.js';
import { type SigningVisitor } from '../support/signing-visitor.js';

describe('filling in a form', () => {
  let test: SharedTestApp;
  let acme: TestOrganization;
  let browser: Browser;

  beforeAll(async () => {
    test = await sharedTestApp();
    acme = await test.createOrganization({ name: 'Meridian Notaries' });
    browser = await sharedBrowser();
  });

  async function open(visitor: SigningVisitor, device: BrowserContextOptions) {
    const opened = await openPage(browser, device);
    await opened.page.goto(`${test.url}/sign/${visitor.token}/document`);
    return opened;
  }

  async function sign(page: Page): Promise<void> {
    await page.getByRole('link', { name: 'Continue' }).click();
    await page.waitForURL(/consent$/);
    await inspect(page, 'form-review');
    await page.getByRole('checkbox').check();
    await button(page, 'Sign now').click();
    await page.getByRole('heading', { name: /You have signed|Everyone has signed/ }).waitFor();
  }

  const kept = async ({ path }: FormRequest) => {
    const trail = await acme.api.get(`${path}/audit-trail`);
    const signed = trail.body.items.filter(({ type }: { type: string }) => type === 'signed');
    return signed.map(({ data }: { data: { form: { values: { key: string }[]; hidden: string[] } } }) => [
      data.form.values.map(({ key }) => key),
      data.form.hidden,
    ]) as [string[], string[]][];
  };

  it('leads by mouse through the document, and hides, computes and asks as it goes', async () => {
    const request = await sendWithForm(test, acme, { locale: 'de' });
    const { page, failures } = await open(request.tenant, DESK);
    await page.locator('.document-page canvas').first().waitFor();
    await untilTold(page, '0 von 4 Pflichtfeldern');
    await inspect(page, 'form-desk-1-open');
    await page.locator('.place[data-kind=number]').click();
    await page.keyboard.type('1.234');
    await button(page, 'Nächstes Feld').click();
    await inspect(page, 'form-desk-2-ambiguous');
    expect(failures).toEqual([]);
    await page.context().close();
  }, 120_000);

  it('leads by touch through the list on a phone', async () => {
    const request = await sendWithForm(test, acme);
    const { page, failures } = await open(request.tenant, PHONE);
    await untilTold(page, '0 of 4 required');
    await inspect(page, 'form-phone-1-open');
    await page.getByLabel('Monthly rent').fill('1234.5');
    await page.getByText('3,703.50 EUR').first().waitFor();
    await page.getByLabel('Begins on').fill('2026-03-01');
    await page.getByLabel('Married').tap();
    await page.getByLabel('Name of the spouse').fill('Maximiliana of Hohenstein');
    await page.getByText('This is 5 characters too long.').waitFor();
    await inspect(page, 'form-phone-2-long');
    await page.getByLabel('Name of the spouse').fill('Max');
    await page.getByLabel('Cat').tap();
    await inspect(page, 'form-phone-3-filled');
    await untilTold(page, 'Everything is filled in');
    await sign(page);
    expect(failures).toEqual([]);
    await page.context().close();
    expect(await kept(request)).toEqual([[[], []]]);
  }, 120_000);
});
