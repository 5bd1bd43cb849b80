import { PDF } from '@libpdf/core';
import { type Browser } from 'playwright-core';
import { type SharedTestApp, sharedTestApp, type TestOrganization } from '../support/app.js';
import { inspect, openPage, sharedBrowser } from '../support/browser.js';
import { createDraft, SIGNATURES } from '../support/samples.js';
import { ANNA, visitorOf } from '../support/signing-requests.js';

/** From the left edge and the bottom of the page, in points. */
const TAGS = [
  { text: '{{text:1:Job title}}', x: 72, y: 700 },
  { text: '{{name:1}}', x: 72, y: 640 },
  { text: '{{signature:1}}', x: 72, y: 560 },
];

/** Runs in the browser: where each cover of a tag is in points, whether the page is below it, and its colour. */
const COVERS = `[...document.querySelectorAll('.place-cover')].map((cover) => {
  const { x, y, width, height } = cover.getBoundingClientRect();
  const page = cover.closest('.document-page, section').getBoundingClientRect();
  return {
    left: Math.round(595 * (x - page.x) / page.width),
    isOverThePage: document.elementsFromPoint(x + width / 2, y + height / 2).some((each) => each.matches('canvas')),
    colour: getComputedStyle(cover).backgroundColor,
    isWideEnough: width * 595 / page.width > 50,
  };
})`;

describe('a document with text tags', () => {
  let test: SharedTestApp;
  let acme: TestOrganization;
  let browser: Browser;

  beforeAll(async () => {
    test = await sharedTestApp();
    acme = await test.createOrganization({ name: 'Meridian Notaries' });
    browser = await sharedBrowser();
  });

  it('shows its fields without the tags, as they will be printed', async () => {
    const pdf = PDF.create();
    const sheet = pdf.addPage({ size: 'a4' });
    for (const { text, x, y } of TAGS) sheet.drawText(text, { x, y, size: 12 });
    const path = `${SIGNATURES}/${await createDraft(acme.api, { type: 'in_person' })}`;
    const headers = { 'content-type': 'application/pdf' };
    await acme.api.put(`${path}/document`, Buffer.from(await pdf.save()), { headers });
    const sent = await acme.api.post(`${path}/send`, { signers: [ANNA] });
    const { token } = await visitorOf(test, acme.organizationId, sent.body.signers[0].id as number);

    const { context, page } = await openPage(browser);
    await page.goto(`${test.url}/sign/${token}/document`);
    await page.locator('.document-page canvas').first().waitFor();
    await page.getByLabel('Job title').fill('Locksmith');
    await page.locator('[data-next-field]').click();
    await inspect(page, 'sign-tagged-document');
    const covers = await page.evaluate<object[]>(COVERS);
    expect(covers).toHaveLength(TAGS.length);
    for (const cover of covers)
      expect(cover).toEqual({
        left: 72,
        isOverThePage: true,
        colour: 'rgb(255, 255, 255)',
        isWideEnough: true,
      });
    await context.close();
  });
});
