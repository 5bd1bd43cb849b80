import { type Browser, type Page } from 'playwright-core';
import { type ChainedEvent } from '../../src/audit-chain/audit-chain.js';
import { type SharedTestApp, sharedTestApp, type TestOrganization } from '../support/app.js';
import { DESK, openPage, PHONE, sharedBrowser } from '../support/browser.js';
import { inDepth } from '../support/in-depth.js';
import { textPdf } from '../support/pdf-samples.js';
import { createDraft, SIGNATURES } from '../support/samples.js';
import { trailOf } from '../support/trails.js';
import { until } from '../support/until.js';

describe('device facts reported with a signature', () => {
  let test: SharedTestApp;
  let acme: TestOrganization;
  let browser: Browser;

  beforeAll(async () => {
    test = await sharedTestApp();
    acme = await test.createOrganization();
    browser = await sharedBrowser();
  });

  /** A document with this many pages, sent to one signer. */
  async function send(pages: number): Promise<{ id: number; link: string }> {
    const id = await createDraft(acme.api, { type: 'self_signed' });
    const pdf = { headers: { 'content-type': 'application/pdf' } };
    await acme.api.put(`${SIGNATURES}/${id}/document`, await textPdf(pages), pdf);
    const sent = await acme.api.post(`${SIGNATURES}/${id}/send`, {
      signers: [{ email: 'anna@signers.test', name: 'Anna Eriksson' }],
    });
    return { id, link: sent.body.signers[0].signingUrl };
  }

  const eventsOf = async (id: number, type: string): Promise<ChainedEvent[]> =>
    (await trailOf(test.dataSource, id)).filter((event) => event.type === type);

  async function goOnAndSign(page: Page): Promise<void> {
    await page.getByRole('link', { name: /^(Continue|I have read it)$/ }).click();
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Sign now' }).click();
    await page.getByRole('heading', { name: /You have signed|Everyone has signed/ }).waitFor();
  }

  it('records the time zone, and that the document was shown to its end, but not before', async () => {
    const { id, link } = await send(3);
    const options = { ...PHONE, timezoneId: 'America/Mexico_City' };
    const { page, failures } = await openPage(browser, options);
    await page.goto(`${link}/document`);
    await page.locator('.document-page canvas').first().waitFor();
    expect(await eventsOf(id, 'document_read')).toEqual([]);
    const told = page.waitForResponse((answer) => answer.url().endsWith('/document/read'));
    await page.getByRole('region', { name: 'Page 3 of 3' }).scrollIntoViewIfNeeded();
    await page.keyboard.press('End');
    expect((await told).status()).toBe(204);
    await goOnAndSign(page);
    const device = { language: 'en-GB', timeZone: 'America/Mexico_City' };
    for (const type of ['document_read', 'consent', 'signed'])
      expect((await eventsOf(id, type)).map(({ data }) => data)).toEqual([expect.objectContaining(device)]);
    expect(failures).toEqual([]);
    await page.context().close();
  });

  inDepth('records both for a single page on a desktop', async () => {
    const { id, link } = await send(1);
    const { page } = await openPage(browser, DESK);
    await page.goto(`${link}/document`);
    await page.locator('.document-page canvas').first().waitFor();
    await until('the end was shown', async () => {
      // The page may still grow after the first key press.
      await page.keyboard.press('End');
      return (await eventsOf(id, 'document_read')).length === 1;
    });
    await page.context().close();
  });

  inDepth('records neither without scripts', async () => {
    const { id, link } = await send(1);
    const { page } = await openPage(browser, { ...PHONE, javaScriptEnabled: false });
    await page.goto(`${link}/document`);
    await goOnAndSign(page);
    expect(await eventsOf(id, 'document_read')).toEqual([]);
    const [signed] = await eventsOf(id, 'signed');
    expect(signed!.data).toMatchObject({ language: 'en-GB', timeZone: null });
    await page.context().close();
  });
});
