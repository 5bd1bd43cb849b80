import { type Browser, type Page } from 'playwright-core';
import { type SharedTestApp, sharedTestApp, type TestOrganization } from '../support/app.js';
import { DESK, inspect, openPage, sharedBrowser } from '../support/browser.js';
import { assemblePdf, streamBody } from '../support/pdf-samples.js';
import { createDraft, SIGNATURES } from '../support/samples.js';
import { ANNA, visitorOf } from '../support/signing-requests.js';

const PAGE = { width: 600, height: 800 };
const OUTSIDE = 'https://terms.example/lease?part=2';
const MAIL = 'mailto:office@example.com';
const text = (words: string) => streamBody(`BT /F1 18 Tf 60 700 Td (${words}) Tj ET`);
/** @param top from the upper edge, in points */
const link = (top: number, target: string) =>
  `<< /Type /Annot /Subtype /Link /Border [0 0 0] /Rect [60 ${PAGE.height - top - 24} 300 ${PAGE.height - top}] ${target} >>`;
const uri = (address: string) => `/A << /S /URI /URI (${address}) >>`;
const page = (contents: number, more = '') =>
  `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${PAGE.width} ${PAGE.height}] /Contents ${contents} 0 R
  /Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> ${more} >>`;

/** Two pages; the first links outside, to the other page by number and by name, and to a forbidden target. */
const LINKED_PDF = assemblePdf([
  '<< /Type /Catalog /Pages 2 0 R /Dests << /Annex [4 0 R /Fit] >> >>',
  '<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 >>',
  page(5, '/Annots [7 0 R 8 0 R 9 0 R 10 0 R 11 0 R 12 0 R 13 0 R]'),
  page(6),
  text('Read the terms of this lease'),
  text('The annex'),
  link(160, uri(OUTSIDE)),
  link(200, uri(MAIL)),
  link(240, '/Dest [4 0 R /XYZ 0 800 0]'),
  link(280, '/Dest /Annex'),
  link(320, uri('ftp://files.example/')),
  link(360, uri('tel:+4930123456')),
  link(400, '/Dest /Nowhere'),
]);

describe('a document with links', () => {
  let test: SharedTestApp;
  let acme: TestOrganization;
  let browser: Browser;

  beforeAll(async () => {
    test = await sharedTestApp();
    acme = await test.createOrganization({ name: 'Meridian Notaries' });
    browser = await sharedBrowser();
  });

  /** @param place a field of the signer on the first page, in points */
  async function open(place?: object) {
    const path = `${SIGNATURES}/${await createDraft(acme.api, { type: 'in_person' })}`;
    const headers = { 'content-type': 'application/pdf' };
    expect((await acme.api.put(`${path}/document`, LINKED_PDF, { headers })).status).toBe(200);
    const field = { signerEmail: ANNA.email, kind: 'text', label: 'Job', page: 1, ...place };
    if (place) await acme.api.put(`${path}/document/fields`, { fields: [field] });
    const sent = await acme.api.post(`${path}/send`, { signers: [ANNA] });
    const { token } = await visitorOf(test, acme.organizationId, sent.body.signers[0].id as number);
    const opened = await openPage(browser, DESK);
    await opened.page.goto(`${test.url}/sign/${token}/document`);
    await opened.page.locator('.links-layer a').first().waitFor();
    return opened;
  }

  const link = (page: Page, name: string) => page.locator('.links-layer').getByRole('link', { name });

  it('opens links to other sites in a separate window, which does not learn where they stood', async () => {
    const { page, context, failures } = await open();
    const asked: (string | null)[] = [];
    await context.route('https://terms.example/**', async (route) => {
      asked.push(await route.request().headerValue('referer'));
      await route.fulfill({ contentType: 'text/html', body: '<title>Terms</title>' });
    });
    const [other] = await Promise.all([context.waitForEvent('page'), link(page, OUTSIDE).click()]);
    await other.waitForLoadState();
    expect(other.url()).toBe(OUTSIDE);
    expect(await other.evaluate<boolean>('opener === null')).toBe(true);
    expect(asked).toEqual([null]);
    expect(await link(page, MAIL).getAttribute('href')).toBe(MAIL);
    const shown = await page.locator('.links-layer a').evaluateAll((all) => all.map(({ title }) => title));
    expect(shown).toEqual([OUTSIDE, MAIL, 'Page 2 of 2', 'Page 2 of 2']);
    await inspect(page, 'document-links');
    expect(failures).toEqual([]);
    await context.close();
  });

  it('follows links to its other pages, and "back" returns to where the link stands', async () => {
    const { page, context, failures } = await open();
    const isSecondInSight =
      '(() => document.querySelector("#page-2").getBoundingClientRect().top < innerHeight)()';
    for (const which of [0, 1]) {
      expect(await page.evaluate<boolean>(isSecondInSight)).toBe(false);
      await link(page, 'Page 2').nth(which).click();
      await page.waitForFunction(isSecondInSight);
      expect(new URL(page.url()).hash).toBe('#page-2');
      await page.goBack();
      await page.waitForFunction(`!${isSecondInSight}`);
    }
    expect(failures).toEqual([]);
    await context.close();
  });

  it('lets text be selected', async () => {
    const { page, context } = await open();
    const words = (await page.locator('.words-layer span').first().boundingBox())!;
    const middle = words.y + words.height / 2;
    await page.mouse.move(words.x + 1, middle);
    await page.mouse.down();
    await page.mouse.move(words.x + words.width - 1, middle, { steps: 5 });
    await page.mouse.up();
    expect(await page.evaluate<string>('String(getSelection())')).toBe('Read the terms of this lease');
    await context.close();
  });

  it('puts a signer’s field above a link', async () => {
    const { page, context } = await open({ x: 60, y: 160, width: 240, height: 24 });
    const { x, y, width, height } = (await link(page, OUTSIDE).boundingBox())!;
    await page.mouse.click(x + width / 2, y + height / 2);
    await page.keyboard.type('Locksmith');
    expect(await page.getByLabel('Job').inputValue()).toBe('Locksmith');
    expect(context.pages()).toHaveLength(1);
    await context.close();
  });
});
